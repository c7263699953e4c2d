/** The part of an OpenAPI 3.1 document that the reference shows; what is not in it is left alone. */
export interface OpenApi {
  anchor: string;
  info: { title: string; version: string; description?: string };
  servers?: { url: string }[];
  /** What every operation asks for that does not say otherwise. */
  security?: object[];
  tags?: { name: string; description?: string }[];
  paths: Record<string, Record<string, Operation>>;
  webhooks?: Record<string, { post: Operation }>;
  components?: { schemas?: Record<string, Schema> };
}

export interface Operation {
  operationId: string;
  summary: string;
  description?: string;
  tags?: string[];
  security?: object[];
  parameters?: { in: string; name: string; required?: boolean; description?: string; schema: Schema }[];
  requestBody?: { content: Record<string, Media> };
  responses: Record<string, Response>;
}

interface Media {
  schema?: Schema;
  examples?: Record<string, { summary?: string; value: unknown }>;
}

export interface Response {
  description: string;
  headers?: Record<string, { description?: string; required?: boolean; example?: unknown }>;
  content?: Record<string, Media>;
}

export interface Schema {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  description?: string;
  default?: unknown;
  examples?: unknown[];
  pattern?: string;
  format?: string;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  anyOf?: Schema[];
  allOf?: Schema[];
}

export interface NamedOperation {
  path: string;
  /** In capitals. */
  method: string;
  operation: Operation;
}

/** Every operation of a document, in its order. */
export function listOperations(document: OpenApi): NamedOperation[] {
  return Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({
      path,
      method: method.toUpperCase(),
      operation,
    })),
  );
}

/** Every event that a document describes, in its order. */
export function listEvents({ webhooks = {} }: OpenApi): { type: string; operation: Operation }[] {
  return Object.entries(webhooks).map(([type, { post }]) => ({ type, operation: post }));
}

/** Whether an operation asks for an API key. */
export function isKeyed(document: OpenApi, { security = document.security ?? [] }: Operation): boolean {
  return security.length > 0;
}

/** Follows references, and takes the one that is meant of "this or null"; of several objects the largest. */
export function resolve(schema: Schema, document: OpenApi): Schema {
  const name = schema.$ref?.split("/").at(-1);
  if (name !== undefined)
    return resolve({ ...document.components?.schemas?.[name], ...omitRef(schema) }, document);
  const choices = schema.anyOf?.map((choice) => resolve(choice, document));
  const known = choices?.filter(({ type }) => type !== "null") ?? [];
  if (choices === undefined || known.length === 0) return schema;
  const fullest = known.reduce((best, next) => (countMembers(next) > countMembers(best) ? next : best));
  const { anyOf: _, ...own } = schema;
  return { ...(known.length < choices.length ? allowNull(fullest) : fullest), ...own };
}

function allowNull({ type, ...schema }: Schema): Schema {
  return type === undefined ? schema : { ...schema, type: [type, "null"].flat() };
}

const omitRef = ({ $ref: _, ...schema }: Schema): Schema => schema;

const countMembers = ({ properties = {} }: Schema): number => Object.keys(properties).length;
