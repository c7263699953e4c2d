import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { expect, it } from "vitest";

/** JSON Schema 2020-12 as far as the documents use it. */
interface Schema {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
  items?: Schema;
  pattern?: string;
  [bound: string]: unknown;
}
interface Parameter {
  in: string;
  name: string;
  required?: boolean;
  schema: Schema;
}
type Content = Record<string, { schema?: Schema }>;
interface Operation {
  parameters?: Parameter[];
  requestBody?: { required?: boolean; content: Content };
  responses: Record<string, { headers?: Record<string, Parameter>; content?: Content }>;
}
interface Document {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
}

/** Whether the service reads a value, so that it may only accept more, or writes it, so that what is promised stays. */
type Way = "read" | "written";

const typesOf = ({ type }: Schema) => (type === undefined ? null : [type].flat());
const valuesOf = ({ enum: values, const: value }: Schema) => values ?? (value === undefined ? null : [value]);
const unions = ["anyOf", "oneOf", "allOf"] as const;
const lowerBounds = ["minimum", "exclusiveMinimum", "minLength", "minItems", "minProperties"] as const;
const upperBounds = ["maximum", "exclusiveMaximum", "maxLength", "maxItems", "maxProperties"] as const;

/** What of the document of before no longer holds, one sentence each. */
function findBreaks(before: Document, now: Document): string[] {
  const breaks = new Set<string>();

  function resolve({ components }: Document, schema: Schema): Schema {
    return schema.$ref === undefined
      ? schema
      : resolve({ components } as Document, components.schemas[schema.$ref.split("/").at(-1)!]!);
  }

  function compareSchemas(place: string, way: Way, was: Schema, is: Schema, found: Set<string>) {
    const [old, next] = [resolve(before, was), resolve(now, is)];
    const says = (what: string) => found.add(`${place} ${what}`);
    const isRead = way === "read";
    const [least, most] = isRead ? [old, next] : [next, old];
    for (const type of typesOf(least) ?? []) {
      if (
        typesOf(most)?.includes(type) === false &&
        !(type === "integer" && typesOf(most)!.includes("number"))
      )
        says(`${isRead ? "no longer takes" : "may be"} ${type}`);
    }
    if (isRead) {
      const values = valuesOf(next);
      if (values !== null && valuesOf(old) === null) says("takes only some values");
      for (const value of valuesOf(old) ?? [])
        if (values?.includes(value) === false) says(`no longer takes ${JSON.stringify(value)}`);
      for (const bound of lowerBounds)
        if (Number(next[bound]) > Number(old[bound] ?? -Infinity)) says(`has a higher ${bound}`);
      for (const bound of upperBounds)
        if (Number(next[bound]) < Number(old[bound] ?? Infinity)) says(`has a lower ${bound}`);
      if (next.pattern !== undefined && next.pattern !== old.pattern) says("has another pattern");
    }
    const [free, bound] = isRead ? [old, next] : [next, old];
    for (const name of bound.required ?? []) {
      const known = isRead || old.properties?.[name] !== undefined;
      if (known && !free.required?.includes(name))
        says(`.${name} is ${isRead ? "required" : "optional"} now`);
    }
    for (const [name, property] of Object.entries(old.properties ?? {})) {
      const same = next.properties?.[name];
      if (same !== undefined) compareSchemas(`${place}.${name}`, way, property, same, found);
      else says(`has no ${name} any more`);
    }
    if (old.items && next.items) compareSchemas(`${place}[]`, way, old.items, next.items, found);
    for (const union of unions) {
      const alternatives = (next[union] ?? []) as Schema[];
      for (const [index, one] of ((old[union] ?? []) as Schema[]).entries()) {
        const tries = alternatives.map((other) => {
          const own = new Set<string>();
          compareSchemas(`${place} (${union} ${index + 1})`, way, one, other, own);
          return own;
        });
        const best =
          tries.sort((a, b) => a.size - b.size)[0] ??
          new Set([`${place} has no ${union} ${index + 1} any more`]);
        for (const sentence of best) found.add(sentence);
      }
    }
  }

  function compareContent(place: string, way: Way, was: Content = {}, is: Content = {}) {
    for (const [type, { schema }] of Object.entries(was)) {
      const same = is[type];
      if (!same) breaks.add(`${place} has no ${type} any more`);
      else if (schema && same.schema) compareSchemas(place, way, schema, same.schema, breaks);
    }
  }

  function compareOperations(place: string, was: Operation, is: Operation) {
    const find = (list: Parameter[] = [], { in: where, name }: Parameter) =>
      list.find((one) => one.in === where && one.name === name);
    for (const parameter of was.parameters ?? []) {
      const same = find(is.parameters, parameter);
      if (same) compareSchemas(`${place} ?${parameter.name}`, "read", parameter.schema, same.schema, breaks);
      else breaks.add(`${place} no longer takes ${parameter.name}`);
    }
    for (const parameter of is.parameters ?? []) {
      if (parameter.required && !find(was.parameters, parameter)?.required)
        breaks.add(`${place} requires ${parameter.name} now`);
    }
    if (is.requestBody?.required && !was.requestBody?.required) breaks.add(`${place} requires a body now`);
    compareContent(`${place} body`, "read", was.requestBody?.content, is.requestBody?.content);
    for (const [status, response] of Object.entries(was.responses)) {
      const same = is.responses[status];
      const answer = `${place} ${status}`;
      if (!same) {
        breaks.add(`${answer} is gone`);
        continue;
      }
      for (const [name, header] of Object.entries(response.headers ?? {}))
        if (header.required && !same.headers?.[name]?.required) breaks.add(`${answer} may lack ${name}`);
      compareContent(answer, "written", response.content, same.content);
    }
  }

  for (const [path, operations] of Object.entries(before.paths)) {
    for (const [method, operation] of Object.entries(operations)) {
      const same = now.paths[path]?.[method];
      if (same) compareOperations(`${method.toUpperCase()} ${path}`, operation, same);
      else breaks.add(`${method.toUpperCase()} ${path} is gone`);
    }
  }
  return [...breaks].sort();
}

/** docs/openapi/v1.json as it was before tags and cursors, without its descriptions and examples. */
const before = JSON.parse(
  gunzipSync(readFileSync(new URL("v1-before.json.gz", import.meta.url))).toString(),
) as Document;
const read = () => JSON.parse(readFileSync("docs/openapi/v1.json", "utf8")) as Document;

/** Answers to a request without `cursor` have them as before. */
const leftOutWithCursor = ["/qr-codes", "/scans", "/webhooks/{id}/deliveries"].flatMap((list) =>
  ["page", "pages", "total"].map((name) => `GET /api/v1${list} 200.pagination .${name} is optional now`),
);

/** A slug that is taken can't be had later; requests without `slug` are answered as before. */
const leftOutWithSlug = ["POST /api/v1/qr-codes 409 may lack Retry-After"];

/** What the service refused all along and now describes: control characters, other countries, other data URLs. */
const describedLater = [
  "DELETE /api/v1/qr-codes/bulk body.qrCodeIds[]",
  ...[
    "POST /api/v1/qr-codes body",
    "POST /api/v1/qr-codes/bulk body.qrCodes[]",
    "PUT /api/v1/qr-codes/{id} body",
  ].flatMap((body) => [
    `${body}.content`,
    `${body}.settings (anyOf 1).fallbackUrl (anyOf 1)`,
    `${body}.settings (anyOf 1).logo (anyOf 1).dataUrl`,
  ]),
  "POST /api/v1/sandbox/scans body.country",
].map((place) => `${place} has another pattern`);

it("keeps the published v1 contract, apart from the documented exceptions", () => {
  expect(findBreaks(before, read())).toEqual(
    [...leftOutWithCursor, ...leftOutWithSlug, ...describedLater].sort(),
  );
});

const listing = ({ paths }: Document) => paths["/api/v1/qr-codes"]!.get!;
const parameterOf = (document: Document, name: string) =>
  listing(document).parameters!.find((one) => one.name === name)!;
const schemaOf = ({ components }: Document, name: string) => components.schemas[name]!;

it.each<[string, (document: Document) => unknown]>([
  ["GET /api/v1/openapi.json is gone", ({ paths }) => delete paths["/api/v1/openapi.json"]],
  ["GET /api/v1/qr-codes no longer takes sort", (document) => listing(document).parameters!.splice(5, 1)],
  [
    "GET /api/v1/qr-codes requires search now",
    (document) => {
      parameterOf(document, "search").required = true;
    },
  ],
  [
    "GET /api/v1/qr-codes ?limit has a lower maximum",
    (document) => {
      parameterOf(document, "limit").schema.maximum = 50;
    },
  ],
  [
    'GET /api/v1/qr-codes ?sort no longer takes "updatedAt"',
    (document) => parameterOf(document, "sort").schema.enum!.splice(1, 1),
  ],
  ["GET /api/v1/qr-codes 429 is gone", (document) => delete listing(document).responses["429"]],
  [
    "GET /api/v1/qr-codes 200 may lack X-Request-Id",
    (document) => delete listing(document).responses["200"]!.headers!["X-Request-Id"],
  ],
  [
    "POST /api/v1/sandbox/scans body .count is required now",
    (document) => schemaOf(document, "SandboxScans").required!.push("count"),
  ],
  [
    "POST /api/v1/webhooks body has no url any more",
    (document) => delete schemaOf(document, "NewWebhook").properties!.url,
  ],
  [
    "GET /api/v1/api-keys 200.data[] has no name any more",
    (document) => delete schemaOf(document, "ApiKey").properties!.name,
  ],
  [
    "GET /api/v1/api-keys 200.data[].name may be null",
    (document) => {
      schemaOf(document, "ApiKey").properties!.name!.type = ["string", "null"];
    },
  ],
])("findBreaks reports: %s", (sentence, change) => {
  const document = structuredClone(before);
  change(document);
  expect(findBreaks(before, document)).toContain(sentence);
});
