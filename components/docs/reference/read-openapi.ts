/** The part of an OpenAPI 3.1 document that the reference shows; what is not in it is left alone. */
export interface OpenApi {
  info: { title: string; version: string; description?: string };
  servers?: { url: string }[];
  paths: Record<string, Record<string, Operation>>;
  components?: { schemas?: Record<string, Schema> };
}

export interface Operation {
  operationId: string;
  summary: string;
  description?: string;
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
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  anyOf?: Schema[];
  allOf?: Schema[];
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
  const choices = schema.anyOf
    ?.map((choice) => resolve(choice, document))
    .filter(({ type }) => type !== "null");
  if (choices === undefined || choices.length === 0) return schema;
  const fullest = choices.reduce((best, next) => (countMembers(next) > countMembers(best) ? next : best));
  const { anyOf: _, ...own } = schema;
  return { ...fullest, ...own };
}

function omitRef({ $ref: _, ...schema }: Schema): Schema {
  return schema;
}

function countMembers({ properties = {} }: Schema): number {
  return Object.keys(properties).length;
}

function sayType({ type, items, format, ...schema }: Schema): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  const [plain = "any"] = (Array.isArray(type) ? type : [type]).filter((name) => name !== "null");
  if (plain === "array") return `array of ${items ? sayType(items) : "any"}`;
  return format === "uri" || format === "date-time"
    ? `${plain}, ${format}`
    : plain === "integer"
      ? "whole number"
      : plain;
}

function sayBounds({
  enum: values,
  minimum,
  maximum,
  minLength,
  maxLength,
  pattern,
  ...schema
}: Schema): string[] {
  const bounds: string[] = [];
  if (values) bounds.push(`one of ${values.map((value) => `\`${value}\``).join(", ")}`);
  if (minimum !== undefined && maximum !== undefined) bounds.push(`${say(minimum)} to ${say(maximum)}`);
  if (minLength !== undefined && maxLength !== undefined) {
    bounds.push(`${say(minLength)} to ${say(maxLength)} characters`);
  }
  if (pattern !== undefined) bounds.push(`matches \`${pattern}\``);
  if (schema.default !== undefined) bounds.push(`default \`${schema.default}\``);
  return bounds;
}

function say(value: number): string {
  return value.toLocaleString("en-GB");
}
