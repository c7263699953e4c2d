import { CodeBlock } from "../code-block";
import { DocsSection } from "../docs-page";
import type { ContentsGroup } from "../page-contents";
import { Words } from "../words";
import { Endpoint } from "./endpoint";
import { listHeaders } from "./endpoint-answers";
import { Events } from "./events";
import { MemberTable } from "./member-table";
import { listMembers } from "./members";
import { listEvents, listOperations, type OpenApi, resolve } from "./read-openapi";
import { anchorOf, findCommonHeaders, listSharedShapes } from "./shapes";
import { writeAnswer } from "./write-example";

/** One interface as the pages name it. */
export interface NamedInterface {
  /** Address of its section. */
  id: string;
  name: string;
  /** Where its document is served. */
  openApiPath: string;
  document: OpenApi;
}

type Operations = ReturnType<typeof listOperations>;

/** The endpoints of an interface under each tag. */
function groupByTag(document: OpenApi): [tag: string, operations: Operations][] {
  const groups = new Map<string, Operations>();
  for (const one of listOperations(document)) {
    const tag = one.operation.tags?.[0] ?? "";
    groups.set(tag, [...(groups.get(tag) ?? []), one]);
  }
  return [...groups];
}

/** The same as links beside the page. */
export function listContents({ document }: NamedInterface): ContentsGroup[] {
  const groups = groupByTag(document).map(([title, operations]) => ({ title, operations }));
  const events = { title: "Events", operations: listEvents(document) };
  return [...groups, ...(events.operations.length > 0 ? [events] : [])].map(({ title, operations }) => ({
    title,
    links: operations.map(({ operation }) => ({
      href: `#${operation.operationId}`,
      name: operation.summary,
    })),
  }));
}

/** The endpoints of an interface as links to their sections, under each tag. */
export function InterfaceIndex({ id, name, document }: NamedInterface) {
  const groups = groupByTag(document);
  return (
    <div className="mt-8">
      <h2 className="text-heading">
        <a href={`#${id}`} className="link">
          {name}
        </a>
      </h2>
      {groups.map(([tag, operations]) => (
        <div key={tag} className="mt-3">
          {groups.length > 1 && <h3 className="mb-1 text-small text-ink-3">{tag}</h3>}
          <ul>
            {operations.map(({ path, method, operation }) => (
              <li key={operation.operationId}>
                <a
                  href={`#${operation.operationId}`}
                  className="-mx-2 grid grid-cols-[3.75rem_minmax(0,1fr)] items-baseline gap-x-3 rounded-medium px-2 py-1 hover:bg-canvas lg:grid-cols-[3.75rem_minmax(0,22rem)_minmax(0,1fr)] touch:min-h-11 touch:content-center"
                >
                  <span className="font-mono text-mono text-ink-3">{method}</span>
                  <span className="font-mono text-mono text-accent [overflow-wrap:anywhere]">{path}</span>
                  <span className="text-small text-ink-2 max-lg:col-start-2">{operation.summary}</span>
                </a>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </div>
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
        <CommonHeaders document={document} />
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
      <Events document={document} />
      {[...listSharedShapes(document)].map((shape) => (
        <Shape key={shape} name={shape} document={document} />
      ))}
    </>
  );
}

function CommonHeaders({ document }: { document: OpenApi }) {
  const headers = listHeaders(findCommonHeaders(document));
  if (headers.length === 0) return null;
  return (
    <>
      <h3 className="mt-6 text-heading text-ink">Headers of every answer to a call that succeeds</h3>
      <MemberTable label="Headers of every answer to a call that succeeds" members={headers} />
    </>
  );
}

/** A shape that stands within several bodies and answers. */
function Shape({ name, document }: { name: string; document: OpenApi }) {
  const schema = { $ref: `#/components/schemas/${name}` };
  return (
    <DocsSection id={anchorOf(document, name)} title={name}>
      <p>
        <Words text={resolve(schema, document).description ?? ""} />
      </p>
      <MemberTable label={`Members of ${name}`} members={listMembers(schema, document)} />
      <CodeBlock label={name} language="json" text={writeAnswer(schema, document)} />
    </DocsSection>
  );
}
