import {
  isKeyed,
  listEvents,
  listOperations,
  type OpenApi,
  type Response,
  type Schema,
} from "./read-openapi";

/** A schema with a name that stands within others. */
interface NamedShape {
  name: string;
  /** Address of its section. */
  href: string;
}

const known = new WeakMap<OpenApi, Set<string>>();

/**
 * The named schemas that stand in several places within bodies and answers: each is shown once, and elsewhere by a link.
 * A body or an answer itself is always shown where it belongs.
 */
export function listSharedShapes(document: OpenApi): Set<string> {
  const shared = known.get(document) ?? countShapes(document);
  known.set(document, shared);
  return shared;
}

function countShapes(document: OpenApi): Set<string> {
  const uses = new Map<string, number>();
  const seen = new Set<string>();
  function visitInside({ properties = {}, items, anyOf = [], allOf = [] }: Schema): void {
    for (const inner of [...Object.values(properties), ...(items ? [items] : []), ...anyOf, ...allOf])
      visit(inner);
  }
  function visitNamed(name: string): void {
    if (seen.has(name)) return;
    seen.add(name);
    visitInside(document.components?.schemas?.[name] ?? {});
  }
  function visit(schema: Schema): void {
    const name = nameOf(schema);
    if (name !== undefined) uses.set(name, (uses.get(name) ?? 0) + 1);
    enter(schema);
  }
  function enter(schema: Schema): void {
    const name = nameOf(schema);
    if (name === undefined) visitInside(schema);
    else visitNamed(name);
  }
  for (const schema of listTopSchemas(document)) enter(schema);
  return new Set([...uses].filter(([, count]) => count > 1).map(([name]) => name));
}

function listTopSchemas(document: OpenApi): Schema[] {
  return [...listOperations(document), ...listEvents(document)].flatMap(({ operation }) => {
    const bodies = [
      operation.requestBody,
      ...listSuccesses(operation.responses).map(([, response]) => response),
    ];
    return bodies.flatMap((body) => Object.values(body?.content ?? {}).flatMap(({ schema }) => schema ?? []));
  });
}

function nameOf({ $ref }: Schema): string | undefined {
  return $ref?.split("/").at(-1);
}

/** The shared shape that a member has: itself, or null, or each of its items. */
export function findShape(schema: Schema, document: OpenApi): NamedShape | undefined {
  const shared = listSharedShapes(document);
  for (const one of [schema, ...(schema.anyOf ?? [])]) {
    const name = nameOf(one) ?? (one.items && nameOf(one.items));
    if (name !== undefined && shared.has(name)) return { name, href: `#${anchorOf(document, name)}` };
  }
  return undefined;
}

/** Address of a shape's section; two documents of one page may use the same name. */
export function anchorOf({ anchor }: OpenApi, name: string): string {
  return `${anchor}-${name}`;
}

export function listSuccesses(responses: Record<string, Response>): [status: string, response: Response][] {
  return Object.entries(responses).filter(([status]) => Number(status) < 400);
}

/** The headers that every answer of 2xx to a call with a key has: shown once. */
export function findCommonHeaders(document: OpenApi): Response["headers"] {
  const answers = listOperations(document)
    .filter(({ operation }) => isKeyed(document, operation))
    .flatMap(({ operation }) => listSuccesses(operation.responses).map(([, { headers = {} }]) => headers));
  const [first = {}] = answers;
  return Object.fromEntries(
    Object.entries(first).filter(([name]) => answers.every((headers) => name in headers)),
  );
}
