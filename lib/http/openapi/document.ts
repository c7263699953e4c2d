import { z } from "zod";
import { createDocument, type oas31, type ZodOpenApiPathsObject } from "zod-openapi";
import { envelopeOf } from "@/lib/event-feed/schema";
import { type EventKind, eventKinds, eventTypes } from "@/lib/webhooks/schema";
import type { Contract } from "../contract";
import { type InterfaceName, interfaces } from "./interfaces";
import { describeOperation } from "./operation";

/** `onScanCreated`. */
const operationIdOf = (type: EventKind) =>
  `on${type.replaceAll(/(?:^|\.)([a-z])/g, (_, letter: string) => letter.toUpperCase())}`;

const text = (description: string, example: string) => z.string().meta({ description, examples: [example] });

const eventId = "evt_019a9b6e4c1d7f3a9b528d1e6f0a2c47";

const headers = z.object({
  "x-webhook-signature": text(
    "Hexadecimal HMAC-SHA-256 of the body's bytes, keyed with the characters of the webhook's secret.",
    "8f4b1c7de0a2935b6c1f8e7d4a3b2c1908f7e6d5c4b3a29180f7e6d5c4b3a291",
  ),
  "webhook-id": text("The event's `id`: the same at every attempt.", eventId),
  "webhook-timestamp": text("When this attempt began, in seconds since 1970.", "1795253400"),
  "webhook-signature": text(
    "`v1,` and the base64 HMAC-SHA-256 of `<webhook-id>.<webhook-timestamp>.<body>` (Standard Webhooks); two of them with a blank between while a secret is being replaced.",
    "v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=",
  ),
  "x-webhook-event": text("The event's `type`.", "scan.created"),
});

const taken = "2XX";

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

/**
 * The `webhooks` of the description: what a subscriber's endpoint is sent. The body stands in the answer, from where
 * `moveBodies` takes it: there alone zod-openapi describes a schema as what leaves the service, as in every answer.
 */
function describeEvents(tag: string): ZodOpenApiPathsObject {
  return Object.fromEntries(
    eventKinds.map((type) => {
      const content = { "application/json": { schema: envelopeOf(type) } };
      const post = {
        operationId: operationIdOf(type),
        tags: [tag],
        summary: eventTypes[type].description,
        description: `Sent to every active webhook that subscribes to \`${type}\`, at least once.`,
        security: [],
        requestParams: { header: headers },
        responses: {
          [taken]: {
            description: "Taken, where it comes within 10 seconds. The answer's body counts for nothing.",
            content,
          },
          "410": { description: "Not wanted: this event is not tried again." },
          default: {
            description: "Tried again, three times at most; `Retry-After` is honoured up to an hour.",
          },
        },
      };
      return [type, { post }];
    }),
  );
}

/** Gives each of these operations its body. */
function moveBodies({ webhooks = {} }: oas31.OpenAPIObject): void {
  for (const { post } of Object.values(webhooks) as oas31.PathItemObject[]) {
    const answer = post?.responses?.[taken] as oas31.ResponseObject;
    Object.assign(post as object, { requestBody: { required: true, content: answer.content } });
    delete answer.content;
  }
}
