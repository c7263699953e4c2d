import { describeApi } from "@/lib/http";
import type { Contract } from "@/lib/http/api";
import { env } from "@/lib/platform/env";

/** A JSON Schema (2020-12) of an object. */
export interface ObjectSchema {
  type: "object";
  properties: Record<string, object>;
  required?: string[];
  $defs?: Record<string, object>;
  [key: string]: unknown;
}

type Json = null | boolean | number | string | Json[] | { [name: string]: Json };
type JsonObject = { [name: string]: Json };

/** What an agent gets as a picture instead of in the text of an answer, and what would fill its memory. */
const leftOut = ["qrImage"];

/**
 * What a tool takes: the parameters and the body's members of an endpoint in one object, as its OpenAPI description has
 * them.
 *
 * @param also members of the tool's own.
 */
export function describeInput(contract: Contract, also: Record<string, object> = {}): ObjectSchema {
  const document = documentOf(contract);
  const { parameters = [], requestBody } = operationOf(document, contract);
  const properties: Record<string, object> = {};
  const required: string[] = [];
  for (const { in: place, name, schema, required: isRequired } of parameters as unknown as Parameter[]) {
    if (place === "header") continue;
    properties[name] = schema;
    if (isRequired) required.push(name);
  }
  const body = requestBody === undefined ? undefined : follow(document, jsonOf(requestBody as JsonObject));
  Object.assign(properties, body?.properties);
  required.push(...((body?.required as string[] | undefined) ?? []));
  return withDefs(document, { type: "object", properties: { ...properties, ...also }, required });
}

/** What a tool answers as structured content: the endpoint's answer without the pictures in it. */
export function describeOutput(contract: Contract): ObjectSchema {
  const document = documentOf(contract);
  const { responses } = operationOf(document, contract) as { responses: Record<string, JsonObject> };
  const found = follow(document, jsonOf(responses[`${contract.success.status}`] as JsonObject));
  return withDefs(document, found as unknown as ObjectSchema);
}

interface Parameter {
  in: string;
  name: string;
  schema: object;
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

function follow(document: JsonObject, schema: JsonObject): JsonObject {
  const { $ref } = schema;
  if (typeof $ref !== "string") return schema;
  const components = document.components as { schemas: Record<string, JsonObject> };
  return components.schemas[$ref.slice(prefix.length)] as JsonObject;
}

/** The schema with whatever it refers to beside it, so that it stands alone. */
function withDefs(document: JsonObject, schema: ObjectSchema): ObjectSchema {
  const $defs: Record<string, object> = {};
  const move = (value: Json): Json => {
    if (Array.isArray(value)) return value.map(move);
    if (value === null || typeof value !== "object") return value;
    const moved = Object.fromEntries(Object.entries(value).map(([name, part]) => [name, move(part)]));
    if (typeof value.$ref === "string") moved.$ref = define(value.$ref);
    return leaveOut(moved);
  };
  const define = ($ref: string): string => {
    const name = $ref.slice(prefix.length);
    if (!Object.hasOwn($defs, name)) {
      // Named before it is walked through, since one may refer to itself.
      $defs[name] = {};
      $defs[name] = move(follow(document, { $ref })) as object;
    }
    return `#/$defs/${name}`;
  };
  const whole = move(schema as unknown as Json) as unknown as ObjectSchema;
  return Object.keys($defs).length === 0 ? whole : { ...whole, $defs };
}

function leaveOut(schema: JsonObject): JsonObject {
  const { properties, required } = schema;
  if (properties === undefined || properties === null || typeof properties !== "object") return schema;
  const left = Object.entries(properties).filter(([name]) => !leftOut.includes(name));
  return {
    ...schema,
    properties: Object.fromEntries(left),
    ...(Array.isArray(required) && { required: required.filter((name) => !leftOut.includes(String(name))) }),
  };
}
