import {
  isKeyed,
  listEvents,
  listOperations,
  type NamedOperation,
  type OpenApi,
  type Operation,
  type Response,
  type Schema,
} from "./read-openapi";

/** A schema with a name that stands within others. */
interface NamedShape {
  name: string;
  href: string;
}

const known = new WeakMap<OpenApi, Map<string, number>>();

/** Named schemas used in several places: shown once, linked elsewhere. Bodies and answers are always shown in place. */
export function listSharedShapes(document: OpenApi): Set<string> {
  return new Set([...countOnce(document)].filter(([, count]) => count > 1).map(([name]) => name));
}

/** The named schemas that stand within bodies and answers, shared or not. */
export const listNestedShapes = (document: OpenApi): Set<string> => new Set(countOnce(document).keys());

function countOnce(document: OpenApi): Map<string, number> {
  const uses = known.get(document) ?? countShapes(document);
  known.set(document, uses);
  return uses;
}

function countShapes(document: OpenApi): Map<string, number> {
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
  return uses;
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

const nameOf = ({ $ref }: Schema): string | undefined => $ref?.split("/").at(-1);

/** The named shape that a member is (or null, or an array of), when the page shows it elsewhere. */
export function findShape(schema: Schema, document: OpenApi): NamedShape | undefined {
  const shared = listSharedShapes(document);
  for (const one of [schema, ...(schema.anyOf ?? [])]) {
    const name = nameOf(one) ?? (one.items && nameOf(one.items));
    if (name === undefined) continue;
    if (shared.has(name)) return { name, href: `#${anchorOf(document, name)}` };
    const shownAt = findShownAt(document, { $ref: `#/components/schemas/${name}` });
    if (shownAt !== undefined) return { name, href: `#${shownAt.operationId}` };
  }
  return undefined;
}

/** Address of a shape's section; two documents of one page may use the same name. */
export const anchorOf = ({ anchor }: OpenApi, name: string): string => `${anchor}-${name}`;

export function listSuccesses(responses: Record<string, Response>): [status: string, response: Response][] {
  return Object.entries(responses).filter(([status]) => Number(status) < 400);
}

/** The operation that shows a named body, sent or answered: the first on the page. Others link to it. */
export function findShownAt(document: OpenApi, { $ref }: Schema): Operation | undefined {
  if ($ref === undefined) return undefined;
  const shows = ({ operation: { requestBody, responses } }: NamedOperation) =>
    [requestBody, ...listSuccesses(responses).map(([, response]) => response)].some((body) =>
      listShapes(body?.content?.["application/json"]?.schema).some((shape) => shape?.$ref === $ref),
    );
  return listOperations(document).find(shows)?.operation;
}

/** The shapes that a body can have. */
export function listShapes(schema: Schema | undefined): (Schema | undefined)[] {
  return schema?.anyOf?.filter(({ $ref }) => $ref !== undefined) ?? [schema];
}

/** Error responses by status, those that every operation of the page can have left out or alone. */
export function listErrors(document: OpenApi, operation?: Operation): { status: string; codes: string[] }[] {
  const operations = operation ? [operation] : listOperations(document).map((one) => one.operation);
  const all = listOperations(document).map((one) => codesOf(one.operation));
  const isCommon = (code: string) => all.length > 1 && all.every((codes) => codes.has(code));
  const shown = new Map(operations.flatMap((one) => [...codesOf(one)]));
  const statuses = [...new Set(shown.values())].sort();
  return statuses.flatMap((status) => {
    const codes = [...shown].filter(
      ([code, of]) => of === status && isCommon(code) === (operation === undefined),
    );
    return codes.length === 0 ? [] : [{ status, codes: codes.map(([code]) => code) }];
  });
}

/** The codes that an operation's errors can carry, each with its status. */
function codesOf({ responses }: Operation): Map<string, string> {
  return new Map(
    Object.entries(responses).flatMap(([status, { content }]) =>
      Number(status) < 400
        ? []
        : Object.keys(content?.["application/json"]?.examples ?? {}).map((code) => [code, status] as const),
    ),
  );
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
