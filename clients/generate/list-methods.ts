import { readFileSync } from "node:fs";

export interface Method {
  operation: Operation;
  verb: string;
  path: string;
  /** Member of the client: `codes`. */
  resource: string;
  /** Member of the resource: `create`. */
  name: string;
}

/** What the first part of a path is called in the client, and in the ids of its operations. */
const resources: Record<string, { resource: string; noun: string }> = {
  "qr-codes": { resource: "codes", noun: "QrCode" },
  "api-keys": { resource: "keys", noun: "ApiKey" },
  analytics: { resource: "analytics", noun: "Analytics" },
};
const publicCodes = { resource: "publicCodes", noun: "PublicQrCode" };
const publicGoals = { resource: "publicGoals", noun: "PublicGoal" };

const capitalise = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

function resourceOf(path: string) {
  if (path.endsWith("/openapi.json")) return { resource: "openapi", noun: "OpenApi" };
  if (path.startsWith("/i/")) return publicCodes;
  if (path.startsWith("/api/public/")) return path.endsWith("/goals") ? publicGoals : publicCodes;
  const [segment = ""] = path.replace("/api/v1/", "").split("/");
  const resource = segment.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());
  return resources[segment] ?? { resource, noun: capitalise(resource).replace(/s$/, "") };
}

/** `createQrCodes` of `QrCode` is `createMany`, `listQrCodes` is `list`, `getQrCodeImage` is `getImage`. */
function methodName(id: string, noun: string): string {
  const parts = new RegExp(`^([a-z]+)${noun}(s(?![a-z]))?(.*)$`).exec(id);
  if (parts === null) return id;
  const [, verb = "", plural, rest = ""] = parts;
  return verb + (plural && verb !== "list" ? "Many" : "") + rest;
}

export function listMethods({ paths }: Document): Method[] {
  const methods = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([verb, operation]) => {
      const { resource, noun } = resourceOf(path);
      return {
        operation,
        path,
        resource,
        verb: verb.toUpperCase(),
        name: methodName(operation.operationId, noun),
      };
    }),
  );
  const names = methods.map(({ resource, name }) => `${resource}.${name}`);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice) throw new Error(`Two operations are ${twice}; give one another id`);
  return methods;
}

/** An OpenAPI document as far as the client is made from it. */
export interface Document {
  openapi: string;
  info: object;
  paths: Record<string, Record<string, Operation>>;
  webhooks?: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
}

export interface Operation {
  operationId: string;
  summary?: string;
  description?: string;
  security?: unknown[];
  parameters?: { in: string; name: string; required?: boolean; schema?: Schema }[];
  requestBody?: { required?: boolean; content?: Record<string, { schema: Schema }> };
  responses: Record<string, { headers?: unknown; content?: Record<string, { schema: Schema }> }>;
}

/** What the generators read of JSON Schema. */
export interface Schema {
  $ref?: string;
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
  description?: string;
}

export const namesIn = ({ parameters = [] }: Operation, place: string) =>
  parameters.filter((parameter) => parameter.in === place).map(({ name }) => name);

function successContent({ responses }: Operation) {
  const [, success] = Object.entries(responses).find(([status]) => status.startsWith("2")) ?? [];
  return success?.content ?? {};
}

/** The JSON that an operation answers; undefined where it has no body. */
export const successSchema = (operation: Operation) => successContent(operation)["application/json"]?.schema;

export const isFile = (operation: Operation) =>
  Object.keys(successContent(operation)).some((type) => type !== "application/json");

/** A list that is read by `cursor`. */
export const isPaged = (operation: Operation) =>
  "pagination" in (successSchema(operation)?.properties ?? {}) &&
  namesIn(operation, "query").includes("cursor");

export const isPublic = ({ operation, path }: Method) =>
  operation.security?.length === 0 || /^\/(?:api\/public|i)\//.test(path);

export const isRepeatable = (operation: Operation) =>
  namesIn(operation, "header").includes("Idempotency-Key");

/** `listDeliveries` is a page, `listAllDeliveries` all of it. */
export const iteratorName = (name: string) => name.replace(/^list/, "listAll");

const folder = new URL("../../docs/openapi/", import.meta.url);

function readDocument(name: string): Document {
  return JSON.parse(readFileSync(new URL(`${name}.json`, folder), "utf8"));
}

/** Both interfaces as one document: what the client calls, and the events that it verifies. */
export function readInterfaces(): Document {
  const keyed = readDocument("v1");
  const open = renameClashes(readDocument("public"), keyed.components.schemas);
  return {
    ...keyed,
    paths: { ...keyed.paths, ...open.paths },
    components: { schemas: { ...open.components.schemas, ...keyed.components.schemas } },
  };
}

/** Schemas of one name that differ: those of the public interface get `Public` before it. */
function renameClashes(document: Document, taken: Record<string, Schema>): Document {
  const clashes = Object.entries(document.components.schemas)
    .filter(([name, schema]) => taken[name] && JSON.stringify(taken[name]) !== JSON.stringify(schema))
    .map(([name]) => name);
  const renamed = clashes.reduce(
    (text, name) => text.replaceAll(`"#/components/schemas/${name}"`, `"#/components/schemas/Public${name}"`),
    JSON.stringify(document),
  );
  const { components, ...others } = JSON.parse(renamed) as Document;
  const schemas = Object.entries(components.schemas).map(([name, schema]) => [
    clashes.includes(name) ? `Public${name}` : name,
    schema,
  ]);
  return { ...others, components: { schemas: Object.fromEntries(schemas) } };
}
