import { DocsSection, Words } from "../docs-page";
import {
  listEvents,
  listOperations,
  type NamedOperation,
  type OpenApi,
  type Operation,
} from "./read-openapi";
import { anchorOf, listNestedShapes, listSharedShapes } from "./shapes";

/** One interface as the pages name it. */
export interface NamedInterface {
  id: string;
  name: string;
  openApiPath: string;
  document: OpenApi;
  resources: readonly Resource[];
}

/** An interface on the index: its pages and rules. Old anchors of the one-page reference are kept as links. */
export function Interface({ id, name, openApiPath, document, resources }: NamedInterface) {
  const [lead = "", ...rules] = (document.info.description ?? "").split("\n").filter((line) => line !== "");
  const shapes = listShapeLinks(document, resources);
  return (
    <DocsSection id={id} title={name}>
      <p>
        <Words text={lead} /> Version {document.info.version}. For machines:{" "}
        <a className="link" href={openApiPath}>
          openapi.json
        </a>
        .
      </p>
      {resources.map((resource) => (
        <Endpoints key={resource.href} {...resource} />
      ))}
      {shapes.length > 0 && (
        <>
          <h3>Objects</h3>
          <ul className="mt-2 flex flex-wrap gap-x-5 gap-y-1">
            {shapes.map((shape) => (
              <li key={shape.id} id={shape.id} className="rounded-small target:bg-accent-tint">
                <a
                  href={shape.href}
                  className="link inline-flex items-center font-mono text-mono touch:min-h-11"
                >
                  {shape.name}
                </a>
              </li>
            ))}
          </ul>
        </>
      )}
      <h3>Rules</h3>
      <ul className="mt-2 list-disc pl-5">
        {rules.map((rule) => (
          <li key={rule} className="max-w-[66ch] py-0.5">
            <Words text={rule.replace(/^- /, "")} />
          </li>
        ))}
      </ul>
    </DocsSection>
  );
}

/** A page of the reference with the endpoints or events on it. */
function Endpoints({ href, name, document, operations }: Resource) {
  const events = listEvents(document).map(({ type, operation }) => ({
    path: type,
    method: "POST",
    operation,
  }));
  return (
    <div className="mt-6" id={events.length > 0 ? `${document.anchor}-events` : undefined}>
      <h3 className="text-heading">
        <a href={href} className="link inline-flex items-center touch:min-h-11">
          {name}
        </a>
      </h3>
      <ul className="mt-1">
        {[...operations, ...events].map(({ path, method, operation }) => (
          <li
            key={operation.operationId}
            id={operation.operationId}
            className="-mx-2 rounded-medium target:bg-accent-tint"
          >
            <a
              href={`${href}#${operation.operationId}`}
              className="grid grid-cols-[3.75rem_minmax(0,1fr)] items-baseline gap-x-3 rounded-medium px-2 py-1 hover:bg-canvas lg:grid-cols-[3.75rem_minmax(0,25rem)_minmax(0,1fr)] touch:min-h-11 touch:content-center"
            >
              <span className="font-mono text-mono text-ink-3">{method}</span>
              <span className="font-mono text-mono text-accent [overflow-wrap:anywhere]">{path}</span>
              <span className="text-small text-ink-2 max-lg:col-start-2">{operation.summary}</span>
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** One page of the reference: the endpoints under a tag, or the events that a document describes. */
export interface Resource {
  href: string;
  name: string;
  description: string;
  document: OpenApi;
  operations: NamedOperation[];
}

/** The pages of a document, in the order of its tags. */
export function listResources(document: OpenApi): Resource[] {
  const all = listOperations(document);
  const resources = (document.tags ?? []).flatMap(({ name, description = "" }) => {
    const own = all.filter(({ operation }) => operation.tags?.includes(name));
    const operations = own.sort((a, b) => Number(a.method === "DELETE") - Number(b.method === "DELETE"));
    const part = { ...document, paths: pathsOf(operations), webhooks: {} };
    return own.length === 0 ? [] : [{ href: hrefOf(name), name, description, document: part, operations }];
  });
  if (listEvents(document).length === 0) return resources;
  const description = "What your endpoint receives, and in which headers.";
  const part = { ...document, paths: {} };
  return [
    ...resources,
    { href: hrefOf("Events"), name: "Events", description, document: part, operations: [] },
  ];
}

const hrefOf = (name: string): string => `/docs/api/${name.toLowerCase().replaceAll(" ", "-")}`;

function pathsOf(operations: readonly NamedOperation[]): OpenApi["paths"] {
  const paths: Record<string, Record<string, Operation>> = {};
  for (const { path, method, operation } of operations)
    paths[path] = { ...paths[path], [method.toLowerCase()]: operation };
  return paths;
}

/** The operations and events of a page as links to their sections. */
export function listSections({ href, operations, document }: Resource): {
  id: string;
  href: string;
  name: string;
}[] {
  return [...operations, ...listEvents(document)].map(({ operation: { operationId, summary } }) => ({
    id: operationId,
    href: `${href}#${operationId}`,
    name: summary,
  }));
}

/** Where each shape that stands in several others is shown: in a section of its own, else within the page's tables. */
function listShapeLinks(
  document: OpenApi,
  resources: readonly Resource[],
): { id: string; name: string; href: string }[] {
  return [...listSharedShapes(document)].map((name) => {
    const id = anchorOf(document, name);
    const shown = resources.find((one) => listSharedShapes(one.document).has(name));
    const used = resources.find((one) => listNestedShapes(one.document).has(name));
    return { id, name, href: shown ? `${shown.href}#${id}` : (used?.href ?? "") };
  });
}
