import {
  listEvents,
  listOperations,
  type NamedOperation,
  type OpenApi,
  type Operation,
} from "./read-openapi";
import { anchorOf, listNestedShapes, listSharedShapes } from "./shapes";

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

function hrefOf(name: string): string {
  return `/docs/api/${name.toLowerCase().replaceAll(" ", "-")}`;
}

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
export function listShapeLinks(
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
