/** The part of an OpenAPI 3.1 document that the reference shows; what is not in it is left alone. */
export interface OpenApi {
  info: { title: string; version: string; description?: string };
  servers?: { url: string }[];
  /** What every operation asks for that does not say otherwise. */
  security?: object[];
  paths: Record<string, Record<string, Operation>>;
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

/** Every operation of a document, in its order. */
export function listOperations(document: OpenApi): { path: string; method: string; operation: Operation }[] {
  return Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({
      path,
      method: method.toUpperCase(),
      operation,
    })),
  );
}

/** Whether an operation asks for an API key. */
export function isKeyed(document: OpenApi, { security = document.security ?? [] }: Operation): boolean {
  return security.length > 0;
}

/** One line of the reference: a parameter or a member by its dotted path. */
export interface Member {
  path: string;
  isRequired: boolean;
  type: string;
  /** Bounds, pattern and default in words; empty where there are none. */
  bounds: string[];
  description: string;
}

/** The members of an object schema, those of its objects after it under their dotted path. */
export function listMembers(schema: Schema, document: OpenApi, prefix = ""): Member[] {
  const { properties = {}, required = [] } = resolve(schema, document);
  return Object.entries(properties).flatMap(([name, property]) => {
    const path = `${prefix}${name}`;
    const resolved = resolve(property, document);
    const member = describeMember(path, required.includes(name), resolved);
    const items = resolved.items && resolve(resolved.items, document);
    if (items?.properties) return [member, ...listMembers(items, document, `${path}[].`)];
    return [member, ...listMembers(resolved, document, `${path}.`)];
  });
}

export function describeMember(path: string, isRequired: boolean, schema: Schema): Member {
  return {
    path,
    isRequired,
    type: sayType(schema),
    bounds: sayBounds(schema),
    description: schema.description ?? "",
  };
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

function omitRef({ $ref: _, ...schema }: Schema): Schema {
  return schema;
}

function countMembers({ properties = {} }: Schema): number {
  return Object.keys(properties).length;
}

function sayType({ type, items, format, ...schema }: Schema): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  const types = Array.isArray(type) ? type : [type];
  const [plain = "any"] = types.filter((name) => name !== "null");
  return `${sayPlain(plain, format, items)}${types.includes("null") ? " or null" : ""}`;
}

function sayPlain(plain: string, format: string | undefined, items: Schema | undefined): string {
  if (plain === "array") return `array of ${items ? sayType(items) : "any"}`;
  if (plain === "integer") return "whole number";
  return format === "uri" || format === "date-time" ? `${plain}, ${format}` : plain;
}

function sayBounds({
  enum: values,
  minimum,
  maximum,
  minLength,
  maxLength,
  minItems,
  maxItems,
  pattern,
  ...schema
}: Schema): string[] {
  const bounds: string[] = [];
  if (values) bounds.push(`one of ${values.map((value) => `\`${value}\``).join(", ")}`);
  if (minimum !== undefined && maximum !== undefined) bounds.push(`${say(minimum)} to ${say(maximum)}`);
  if (minLength !== undefined && maxLength !== undefined) {
    bounds.push(`${say(minLength)} to ${say(maxLength)} characters`);
  }
  if (minItems !== undefined && maxItems !== undefined)
    bounds.push(`${say(minItems)} to ${say(maxItems)} items`);
  if (pattern !== undefined) bounds.push(`matches \`${pattern}\``);
  if (schema.default !== undefined) bounds.push(`default \`${schema.default}\``);
  return bounds;
}

function say(value: number): string {
  return value.toLocaleString("en-GB");
}
