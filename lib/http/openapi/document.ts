import { z } from "zod";
import { createDocument, type oas31, type ZodOpenApiPathsObject } from "zod-openapi";
import type { Contract } from "../contract";
import { describeEvents, moveBodies } from "./events";
import { type InterfaceName, interfaces } from "./interfaces";
import { describeOperation } from "./operation";

const documents = new Map<string, oas31.OpenAPIObject>();

/** What a client sends with every call to an endpoint that asks for a key. */
const apiKey = {
  type: "http",
  scheme: "bearer",
  bearerFormat: "qr_live_… or qr_test_…",
  description:
    "An API key in the header `Authorization: Bearer <key>`; the scheme in any case. `qr_live_` is production, `qr_test_` the sandbox.",
} as const;

/** The OpenAPI 3.1 document of one interface, made from its contracts; `baseUrl` is its server. */
export function describeApi(name: InterfaceName, baseUrl: string): oas31.OpenAPIObject {
  const known = documents.get(`${name} ${baseUrl}`);
  if (known !== undefined) return known;
  const { title, version, description, tags, contracts } = interfaces[name];
  const isKeyed = contracts.some(({ access }) => access !== "public");
  const document = createDocument(
    {
      openapi: "3.1.0",
      info: { title, version, description, license: { name: "MIT", identifier: "MIT" } },
      servers: [{ url: baseUrl, description: "This service." }],
      security: isKeyed ? [{ apiKey: [] }] : [],
      tags,
      paths: describePaths(contracts),
      ...(isKeyed && {
        webhooks: describeEvents("Webhooks"),
        components: { securitySchemes: { apiKey } },
      }),
    },
    {
      override: ({ zodSchema, jsonSchema }) => Object.assign(jsonSchema, restoreMeta(zodSchema, jsonSchema)),
    },
  );
  moveBodies(document);
  documents.set(`${name} ${baseUrl}`, document);
  return document;
}

/** Zod leaves the default and the examples out of what it transforms as it reads it, such as a number in a query. */
function restoreMeta(
  schema: z.core.$ZodType,
  { default: known, examples: shown }: { default?: unknown; examples?: unknown },
) {
  const { default: usual, examples } = z.globalRegistry.get(schema) ?? {};
  return {
    ...(known === undefined && usual !== undefined && { default: usual }),
    ...(shown === undefined && examples !== undefined && { examples }),
  };
}

function describePaths(contracts: readonly Contract[]): ZodOpenApiPathsObject {
  const paths: ZodOpenApiPathsObject = {};
  for (const contract of contracts) {
    const method = contract.method.toLowerCase() as "get" | "post" | "put" | "patch" | "delete";
    paths[contract.path] = { ...paths[contract.path], [method]: describeOperation(contract, contracts) };
  }
  return paths;
}
