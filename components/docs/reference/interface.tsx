import { DocsSection } from "../docs-page";
import { Words } from "../words";
import { Endpoint } from "./endpoint";
import { listOperations, type OpenApi } from "./read-openapi";

/** One interface as the pages name it. */
export interface NamedInterface {
  /** Address of its section. */
  id: string;
  name: string;
  /** Where its document is served. */
  openApiPath: string;
  document: OpenApi;
}

/** The endpoints of an interface as links to their sections, under each tag. */
export function InterfaceIndex({ id, name, document }: NamedInterface) {
  const operations = listOperations(document);
  const tags = [...new Set(operations.map(({ operation }) => operation.tags?.[0]))];
  return (
    <section aria-labelledby={`${id}-index`} className="mt-8">
      <h2 id={`${id}-index`} className="text-heading">
        <a href={`#${id}`} className="link">
          {name}
        </a>
      </h2>
      {tags.map((tag) => (
        <div key={tag} className="mt-3">
          {tags.length > 1 && <h3 className="text-small text-ink-3">{tag}</h3>}
          <ul>
            {operations
              .filter(({ operation }) => operation.tags?.[0] === tag)
              .map(({ path, method, operation }) => (
                <li key={operation.operationId}>
                  <a
                    href={`#${operation.operationId}`}
                    className="-mx-2 grid grid-cols-[3.75rem_minmax(0,1fr)] items-baseline gap-x-3 rounded-medium px-2 py-1 hover:bg-canvas md:grid-cols-[3.75rem_minmax(0,22rem)_minmax(0,1fr)] touch:min-h-11 touch:content-center"
                  >
                    <span className="font-mono text-mono text-ink-3">{method}</span>
                    <span className="font-mono text-mono text-accent [overflow-wrap:anywhere]">{path}</span>
                    <span className="text-small text-ink-2 max-md:col-start-2">{operation.summary}</span>
                  </a>
                </li>
              ))}
          </ul>
        </div>
      ))}
    </section>
  );
}

/** An interface: its rules, then each of its endpoints. */
export function Interface({ id, name, openApiPath, document }: NamedInterface) {
  const [lead = "", ...rules] = (document.info.description ?? "").split("\n").filter((line) => line !== "");
  return (
    <>
      <DocsSection id={id} title={name}>
        <p>
          <Words text={lead} /> Version {document.info.version}. For machines:{" "}
          <a className="link" href={openApiPath}>
            openapi.json
          </a>
          .
        </p>
        <ul className="list-disc pl-5">
          {rules.map((rule) => (
            <li key={rule} className="max-w-[66ch] py-0.5">
              <Words text={rule.replace(/^- /, "")} />
            </li>
          ))}
        </ul>
      </DocsSection>
      {listOperations(document).map(({ path, method, operation }) => (
        <Endpoint
          key={operation.operationId}
          document={document}
          path={path}
          method={method}
          operation={operation}
        />
      ))}
    </>
  );
}
