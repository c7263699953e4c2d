import { z } from "zod";
import { createDocument, type oas31, type ZodOpenApiPathsObject } from "zod-openapi";
import { envelopeOf } from "@/lib/event-feed/schema";
import { publicApiVersion } from "@/lib/public-codes/schema";
import { type EventKind, eventKinds, eventTypes } from "@/lib/webhooks/schema";
import { publicContracts } from "../api/public-contracts";
import { v1Contracts } from "../api/v1-contracts";
import type { Contract } from "../contract";
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

/** One interface of the service, as its OpenAPI document introduces it. */
interface DescribedInterface {
  title: string;
  version: string;
  /** Markdown: a sentence, then its rules as a list. */
  description: string;
  tags: { name: string; description: string }[];
  contracts: readonly Contract[];
}

const publicDescription = `QR codes for addresses, text, WiFi credentials and contact cards, without an account.

- Any origin may call it: answers carry \`Access-Control-Allow-Origin: *\`, OPTIONS answers 204.
- HEAD answers like GET without a body. A known path with another method is 405 with \`Allow\`.
- Before any path is looked at, an \`Expect\` header other than \`100-continue\` is 417, and headers over 32 KiB or more than 100 of them are 431; both are error bodies like the others.
- A body has at most 1 MiB and 5,000 JSON values.
- 100 calls per hour that draw a code for one IP address (IPv6: one /64), GET, POST and pictures by address together; 600 goals.
- Every answer carries \`X-Request-Id\`; every error is JSON with \`error\`, \`code\`, \`hint\`, \`docs\` and \`requestId\`, and lists all faults at once in \`details\`.
- Numbers are whole; what is out of bounds is refused, never changed. Unknown members and parameters are ignored.
- \`settings\` of an answer holds the settings that were used, with every default filled in.`;

const v1Description = `Stored codes, their scans, API keys and webhooks of an account on the Developer or Pro plan.

- Every call but that for this document carries a key: \`Authorization: Bearer qr_live_…\`, or \`qr_test_…\` for the sandbox. Cookies and keys in the address count for nothing, and no origin is allowed: keys belong on a server.
- \`qr:write\` counts as holding \`qr:read\`. A key's permissions, its account's plan and both limits are those of the moment: a key that is switched off is refused at the next call.
- Refusals come in this order: 401, 403 for the plan, 403 for a permission, 429, then 415, 413 and 400, then 404.
- A call counts against the key's own \`rateLimit\` and the account's 5,000 per hour together (the sandbox: 1,000); \`X-RateLimit-…\` describe the one that is nearer to its limit. Waiting exactly \`Retry-After\` succeeds.
- A POST may carry an \`Idempotency-Key\`: sent again within 24 hours with the same body it is answered as before, with \`Idempotent-Replayed: true\`, and changes nothing twice. Only answers of 2xx are kept, those of a dry run not.
- A sandbox key works on a data set of its own: 100 codes, kept for 30 days, not counted in the plan. Its answers carry \`X-Environment: sandbox\`.
- What belongs to another account, or to the other environment, is 404 as if it did not exist.
- A scan's place comes from a database on our side (IP Geolocation by [DB-IP](https://db-ip.com)); no visitor's address is kept.
- Analytics count people's scans in a window that ends now, or between two dates. Without \`timezone\` it is so many hours of UTC; with an IANA name such as \`Europe/Paris\` it is whole days of that zone, today included, where clocks change too. Days, hours, weekdays and each breakdown but \`variants\` add up to \`totalScans\`. Crawlers and link previews are \`botScans\`, prefetches and HEAD count nowhere; a visitor is known within a UTC day alone, so \`uniqueVisitors\` adds up days.
- Webhooks are told of scans and of changes of codes by POSTs of JSON, signed with the webhook's secret, at least once: an event that came before has the same \`id\`. An answer of 2xx within 10 seconds counts as delivered; else it is tried again after 1, 5 and 25 minutes, unless this service is set up otherwise.
- Every answer carries \`X-Request-Id\` and, but for this document, \`Cache-Control: no-store\`; every error is JSON with \`error\`, \`code\`, \`hint\`, \`docs\` and \`requestId\`, and lists all faults at once in \`details\`.
- HEAD answers like GET without a body. A known path with another method is 405 with \`Allow\`.
- Before any path is looked at, an \`Expect\` header other than \`100-continue\` is 417, and headers over 32 KiB or more than 100 of them are 431; both are error bodies like the others.
- A body has at most 1 MiB and 5,000 JSON values, of a bulk call 10 MiB and 100,000, of a bulk deletion 64 kB.
- A PUT may send an answer back: a member of \`settings\` that only repeats a default which the answer filled in stays a default.
- Numbers are whole; what is out of bounds is refused, never changed. Unknown members and parameters are ignored and never stored. Times are UTC with milliseconds.
- v1 changes by addition alone; a breaking change would be \`/api/v2\` beside it for 12 months.`;

export const interfaces = {
  public: {
    title: "Quietzone public QR codes",
    version: publicApiVersion,
    description: publicDescription,
    tags: [
      { name: "Public QR codes", description: "Generate, fetch and describe; no credential needed." },
      { name: "Public goals", description: "Record what visitors do after a scan; no credential needed." },
    ],
    contracts: publicContracts,
  },
  v1: {
    title: "Quietzone authenticated interface",
    version: "1.0.0",
    description: v1Description,
    tags: [
      { name: "QR codes", description: "Create, list, read, change, draw and delete stored codes." },
      { name: "Tags", description: "List the tags of codes; rename and delete them." },
      {
        name: "Domains",
        description: "Use your own hosts for short URLs: add, verify, change and delete them.",
      },
      { name: "Scans", description: "List scans and poll for new ones; make some in the sandbox." },
      { name: "Goals", description: "Record what visitors do after a scan." },
      { name: "Analytics", description: "Count scans by day, hour, place and device." },
      { name: "Account", description: "Read plan, limits and what is used of them." },
      { name: "API keys", description: "Issue, change, rotate and delete keys." },
      {
        name: "Webhooks",
        description: "Receive events as signed POSTs; list what was sent, and retry it.",
      },
      {
        name: "OpenAPI document",
        description: "The description of this interface for programs; no credential needed.",
      },
    ],
    contracts: v1Contracts,
  },
} satisfies Record<string, DescribedInterface>;

export type InterfaceName = keyof typeof interfaces;
