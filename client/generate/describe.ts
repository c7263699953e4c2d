import { readFileSync } from "node:fs";

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
  parameters?: { in: string; name: string; required?: boolean }[];
  requestBody?: { required?: boolean };
  responses: Record<string, { headers?: unknown; content?: Record<string, { schema: Schema }> }>;
}

interface Schema {
  properties?: Record<string, unknown>;
}

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
