import { describeApi } from "@/lib/http";
import type { Contract } from "@/lib/http/api";
import { env } from "@/lib/platform/env";

/** A JSON Schema (2020-12) of an object. */
export interface ObjectSchema {
  type: "object";
  properties: Record<string, object>;
  required?: string[];
  [key: string]: unknown;
}

type Json = null | boolean | number | string | Json[] | JsonObject;
type JsonObject = { [name: string]: Json };

/** Pictures are image content instead. */
const leftOut = "qrImage";

interface InputOptions {
  /** Arguments besides the endpoint's, or in place of what the endpoint says of them. */
  also?: Record<string, object>;
  /** Parameter of the path → the argument that fills it, where the body has a member of the same name. */
  pathNames?: Record<string, string>;
  example: Record<string, unknown>;
}

/**
 * The arguments of a tool: the parameters of an endpoint and the members of its body in one object, as its OpenAPI
 * description has them. A list of all tools must fit a small context, so each description is cut to its first sentence
 * and patterns are left out; the endpoint checks them all the same.
 */
export function describeInput(
  contract: Contract,
  { also = {}, pathNames = {}, example }: InputOptions,
): ObjectSchema {
  const document = documentOf(contract);
  const { parameters = [], requestBody } = operationOf(document, contract);
  const body = requestBody === undefined ? undefined : follow(document, jsonOf(requestBody as JsonObject));
  const bodyMembers = (body?.properties ?? {}) as Record<string, Json>;
  const properties: Record<string, object> = {};
  const required: string[] = [];
  for (const { in: place, name, schema, required: isRequired } of parameters as unknown as Parameter[]) {
    if (place === "header") continue;
    const argument = place === "path" ? (pathNames[name] ?? name) : name;
    properties[argument] = also[argument] ?? (shorten(document, schema) as object);
    if (isRequired) required.push(argument);
  }
  for (const [name, schema] of Object.entries(bodyMembers))
    properties[name] = also[name] ?? (shorten(document, schema) as object);
  required.push(...((body?.required as string[] | undefined) ?? []));
  return {
    type: "object",
    properties: { ...properties, ...also },
    ...(required.length > 0 && { required }),
    examples: [example],
  };
}

/** The structured content of a tool: the endpoint's answer without its pictures, its members by their types alone. */
export function describeOutput(contract: Contract): ObjectSchema {
  const document = documentOf(contract);
  const { responses } = operationOf(document, contract) as { responses: Record<string, JsonObject> };
  const found = follow(document, jsonOf(responses[`${contract.success.status}`] as JsonObject));
  const members = Object.entries(found.properties as Record<string, JsonObject>);
  return {
    type: "object",
    properties: Object.fromEntries(
      members
        .filter(([name]) => name !== leftOut)
        .map(([name, schema]) => [name, typeOf(joinChoices(follow(document, schema), document))]),
    ),
  };
}

function typeOf({ type }: JsonObject): object {
  return type === undefined ? {} : { type };
}

interface Parameter {
  in: string;
  name: string;
  schema: JsonObject;
  required?: boolean;
}

function documentOf({ access }: Contract): JsonObject {
  return describeApi(access === "public" ? "public" : "v1", env.baseUrl) as unknown as JsonObject;
}

function operationOf(document: JsonObject, { path, method }: Contract): JsonObject {
  const paths = document.paths as Record<string, Record<string, JsonObject>>;
  const operation = paths[path]?.[method.toLowerCase()];
  if (operation === undefined) throw new Error(`${method} ${path} is not described`);
  return operation;
}

function jsonOf(holder: JsonObject): JsonObject {
  const content = holder.content as Record<string, JsonObject>;
  return content["application/json"]?.schema as JsonObject;
}

const prefix = "#/components/schemas/";

/** The schema itself, or the one that it refers to. */
function follow(document: JsonObject, schema: JsonObject): JsonObject {
  const { $ref } = schema;
  if (typeof $ref !== "string") return schema;
  const components = document.components as { schemas: Record<string, JsonObject> };
  return components.schemas[$ref.slice(prefix.length)] as JsonObject;
}

/** What an agent needs to write a value; of `description` only the first sentence. */
const keptKeywords = ["type", "enum", "const", "default", "minimum", "maximum", "maxItems", "maxLength"];

/** A short schema that stands alone: references are replaced by what they refer to. None refers to itself. */
function shorten(document: JsonObject, schema: Json): JsonObject {
  const whole = joinChoices(follow(document, schema as JsonObject), document);
  const { description, properties, required, items } = whole;
  const short: JsonObject = {};
  for (const keyword of keptKeywords) {
    const value = whole[keyword];
    if (value !== undefined && Math.abs(Number(value)) !== Number.MAX_SAFE_INTEGER) short[keyword] = value;
  }
  if (typeof description === "string") short.description = firstSentence(description);
  if (items !== undefined) short.items = shorten(document, items);
  if (properties === undefined) return short;
  const members = Object.entries(properties as JsonObject);
  short.properties = Object.fromEntries(
    members.map(([name, member]) => [name, withoutNull(shorten(document, member))]),
  );
  if (required !== undefined) short.required = required;
  return short;
}

/** `anyOf` of a type and null as one schema with both types; of alternatives of one type that type alone. */
function joinChoices(schema: JsonObject, document: JsonObject): JsonObject {
  const { anyOf, ...own } = schema;
  if (!Array.isArray(anyOf)) return schema;
  const choices = anyOf.map((choice) => follow(document, choice as JsonObject));
  const [first, ...others] = choices.filter(({ type }) => type !== "null");
  if (first === undefined) return own;
  const joined = others.length === 0 ? { ...first, ...own } : { ...own, ...typeOf(first) };
  if (others.length + 1 === choices.length) return joined;
  const values = joined.enum as Json[] | undefined;
  return {
    ...joined,
    type: [joined.type as Json, "null"],
    ...(values !== undefined && { enum: [...values, null] }),
  };
}

/** In an object null means the same as leaving the member out, which needs no word. */
function withoutNull({ type, enum: values, ...others }: JsonObject): JsonObject {
  if (!Array.isArray(type))
    return { type: type as Json, ...(values !== undefined && { enum: values }), ...others };
  const [only] = type.filter((name) => name !== "null");
  const kept = (values as Json[] | undefined)?.filter((value) => value !== null);
  return { type: only as Json, ...(kept !== undefined && { enum: kept }), ...others };
}

function firstSentence(text: string): string {
  return text.split(/(?<=[^.]\.)\s(?=[A-Z`0-9])/, 1)[0] ?? text;
}
