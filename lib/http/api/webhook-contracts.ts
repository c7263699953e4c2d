import { z } from "zod";
import { feedDays, feedEvents, feedPageSchema, feedQuery } from "@/lib/event-feed/schema";
import {
  bulkRetrySchema,
  deliveryListQuery,
  deliveryPageSchema,
  eventTypeListSchema,
  fullDeliverySchema,
  fullWebhookSchema,
  issuedWebhookSchema,
  maxWebhooks,
  newWebhookSchema,
  retriedSchema,
  secretRotationSchema,
  testSendSchema,
  webhookChangeSchema,
  webhookSchema,
} from "@/lib/webhooks/schema";
import { type Contract, contractOf } from "../contract";

const path = "/api/v1/webhooks";
const onePath = `${path}/{id}`;
const tag = "Webhooks";
const access = { permissions: ["webhooks:manage"] } as const;

const exampleId = "019a9b6d-2f40-7c15-8a3e-6b1f0d9c4e72";
const params = z.object({
  id: z.string().meta({ format: "uuid", description: "The webhook's `id`.", examples: [exampleId] }),
});

const bodyErrors = [
  "invalid_request",
  "validation_failed",
  "payload_too_large",
  "unsupported_media_type",
  "request_timeout",
] as const;

export const listWebhooks = contractOf({
  id: "listWebhooks",
  method: "GET",
  path,
  tag,
  access,
  summary: "List the webhooks",
  description:
    "All webhooks of this account and environment, the newest first, without their secrets and their deliveries.",
  success: {
    status: 200,
    description: "The webhooks.",
    json: z.object({ data: z.array(webhookSchema) }).meta({ id: "WebhookList" }),
  },
  errors: ["unavailable"],
});

export const createWebhook = contractOf({
  id: "createWebhook",
  isSecret: true,
  method: "POST",
  path,
  tag,
  access,
  summary: "Create a webhook",
  description: `Makes a webhook that is active at once, and answers its \`secret\`, this once, and the same key as \`signingSecret\` for Standard Webhooks libraries. It gets events of the codes of the calling key's environment from now on; \`filter\` limits them to codes by id or tag, and \`headers\` are sent with each delivery. Its name must resolve to public addresses only (400 \`webhook_url_not_public\`). An account has at most ${maxWebhooks} webhooks, of both environments together; one more is 403 \`quota_exceeded\`. Unknown members are ignored.`,
  body: newWebhookSchema,
  bodyExamples: {
    scans: {
      summary: "Every scan",
      value: {
        name: "Order system",
        url: "https://example.com/quietzone",
        events: ["scan.created"],
      },
    },
    filtered: {
      summary: "Scans of some codes, with a header",
      value: {
        name: "Menus",
        url: "https://example.com/quietzone/menus",
        events: ["scan.created"],
        filter: { tags: ["menus"] },
        headers: { Authorization: "Bearer 4f0c8e1b7a9d" },
      },
    },
    codes: {
      summary: "Every change of a code",
      value: {
        name: "Catalogue",
        url: "https://example.com/quietzone/codes",
        events: ["qr.created", "qr.updated", "qr.deleted"],
      },
    },
  },
  makes: onePath,
  success: {
    status: 201,
    description: "The webhook with its secret.",
    json: issuedWebhookSchema,
    headers: {
      Location: {
        description: "Address of the webhook.",
        example: `https://quietzone.example${path}/019a9b6d-2f40-7c15-8a3e-6b1f0d9c4e72`,
        always: true,
      },
    },
  },
  errors: [...bodyErrors, "webhook_url_not_public", "quota_exceeded", "unavailable"],
});

export const getWebhook = contractOf({
  id: "getWebhook",
  method: "GET",
  path: onePath,
  tag,
  access,
  summary: "Get a webhook",
  description: "One webhook with its last 20 deliveries, without its secret.",
  params,
  success: { status: 200, description: "The webhook.", json: fullWebhookSchema },
  errors: ["not_found", "unavailable"],
});

export const updateWebhook = contractOf({
  id: "updateWebhook",
  method: "PUT",
  path: onePath,
  tag,
  access,
  summary: "Change, pause or resume a webhook",
  description:
    "Changes what is sent. `isActive: false` pauses: once it is answered no request begins, and what waited is `cancelled`. `isActive: true` resumes and clears `disabledReason`; what was missed is not sent later (poll `/api/v1/scans?since=`). Deliveries that wait go to a new `url`, never to the old one. `events` sets its event types from then on: earlier events are still sent and retried, also of a type that it no longer names. `filter` and `headers` are each replaced as a whole. A masked value keeps the stored header; with another host in `url`, stored headers are removed unless you send their values again. Unknown members are ignored, so a record may be sent back as it was got; a change of nothing leaves `updatedAt`.",
  params,
  body: webhookChangeSchema,
  bodyExamples: {
    pause: { summary: "Pause it", value: { isActive: false } },
    resume: { summary: "Resume it", value: { isActive: true } },
    kinds: { summary: "Subscribe to other kinds", value: { events: ["scan.created", "qr.deleted"] } },
  },
  success: { status: 200, description: "The webhook as it is now.", json: webhookSchema },
  errors: [...bodyErrors, "webhook_url_not_public", "not_found", "unavailable"],
});

export const deleteWebhook = contractOf({
  id: "deleteWebhook",
  method: "DELETE",
  path: onePath,
  tag,
  access,
  summary: "Delete a webhook",
  description:
    "Deletes a webhook and the history of its deliveries for good; once it is answered no request to it begins.",
  params,
  success: { status: 204, description: "It is deleted." },
  errors: ["not_found", "unavailable"],
});

export const rotateWebhookSecret = contractOf({
  id: "rotateWebhookSecret",
  isSecret: true,
  method: "POST",
  path: `${onePath}/rotate-secret`,
  tag,
  access,
  summary: "Give a webhook a new secret",
  description:
    "Answers the webhook with a new `secret` and `signingSecret`, this once. For `overlapSeconds`, as `previousSecretExpiresAt` says, `webhook-signature` carries a signature by each of the two; `x-webhook-signature` uses the new one from now on. A secret before that signs no longer: a second rotation ends the overlap of the first at once, so rotate again only when every receiver has the new secret.",
  params,
  body: secretRotationSchema,
  isBodyOptional: true,
  bodyExamples: {
    overlap: { summary: "With an hour to change over", value: { overlapSeconds: 3_600 } },
    atOnce: { summary: "A secret that leaked: it stops at once", value: { overlapSeconds: 0 } },
  },
  success: { status: 200, description: "The webhook with its new secret.", json: issuedWebhookSchema },
  errors: [...bodyErrors, "not_found", "unavailable"],
});

const exampleDeliveryId = "019a9b6f-0b7e-7d21-8c11-5a3d9e2f4b60";
const deliveryParams = params.extend({
  deliveryId: z
    .string()
    .meta({ format: "uuid", description: "The delivery's `id`.", examples: [exampleDeliveryId] }),
});

/** What is asked for and not yet done: the delivery's own address tells what becomes of it. */
const made = {
  status: 202,
  description: "The delivery, which begins now.",
  json: fullDeliverySchema,
  headers: {
    Location: {
      description: "Address of the delivery, which tells what became of it.",
      example: `https://quietzone.example/api/v1/webhooks/${exampleId}/deliveries/${exampleDeliveryId}`,
      always: true,
    },
  },
} as const;

export const testWebhook = contractOf({
  id: "testWebhook",
  method: "POST",
  path: `${onePath}/test`,
  tag,
  access,
  summary: "Send a test event",
  description:
    'Sends a made-up event, signed as every other, by one attempt; its body says `"test": true`. It counts in `eventCount`, and if it fails in `failureCount`, but never towards a pause. A paused webhook is 400 `validation_failed`.',
  params,
  body: testSendSchema,
  isBodyOptional: true,
  bodyExamples: {
    scan: { summary: "A scan", value: { type: "scan.created" } },
    first: { summary: "The first kind that the webhook subscribes to", value: {} },
  },
  makes: `${onePath}/deliveries/{deliveryId}`,
  success: made,
  errors: [...bodyErrors, "not_found", "unavailable"],
});

export const listDeliveries = contractOf({
  id: "listWebhookDeliveries",
  method: "GET",
  path: `${onePath}/deliveries`,
  tag,
  access,
  summary: "List a webhook's deliveries",
  description:
    "Deliveries of one webhook, the newest first; they are kept for 30 days, unless this service is set up otherwise. A page beyond the last is empty.",
  params,
  query: deliveryListQuery,
  success: { status: 200, description: "A page of deliveries.", json: deliveryPageSchema },
  errors: ["validation_failed", "not_found", "unavailable"],
});

export const getDelivery = contractOf({
  id: "getWebhookDelivery",
  method: "GET",
  path: `${onePath}/deliveries/{deliveryId}`,
  tag,
  access,
  summary: "Get a delivery",
  description: "One delivery with the body that is sent, to the byte, and with what came of each attempt.",
  params: deliveryParams,
  success: { status: 200, description: "The delivery.", json: fullDeliverySchema },
  errors: ["not_found", "unavailable"],
});

export const retryDelivery = contractOf({
  id: "retryWebhookDelivery",
  method: "POST",
  path: `${onePath}/deliveries/{deliveryId}/retry`,
  tag,
  access,
  summary: "Send a delivery again",
  description:
    "Makes a new delivery of the same event, with the same body and `webhook-id`, `retryOf` naming the old one, and one attempt; whatever became of the old one, which stays as it is. A paused webhook is 400 `validation_failed`.",
  params: deliveryParams,
  makes: `${onePath}/deliveries/{deliveryId}`,
  success: made,
  errors: ["validation_failed", "not_found", "unavailable"],
});

export const retryDeliveries = contractOf({
  id: "retryWebhookDeliveries",
  method: "POST",
  path: `${onePath}/deliveries/retry`,
  tag,
  access,
  summary: "Send failed deliveries again",
  description:
    "Makes a new delivery with one attempt for each failed one in a time range, the oldest first and at most 1,000 a call; the same call goes on where the last one ended. Left out are deliveries that were sent again already, and retries of a failed delivery in the same range: each failure is sent again once, even if that fails too. To send failed retries again, begin `since` after the deliveries that they retry. A paused webhook is 400 `validation_failed`.",
  params,
  body: bulkRetrySchema,
  bodyExamples: {
    outage: {
      summary: "What failed in an outage",
      value: { since: "2026-11-21T09:30:00Z", until: "2026-11-21T12:00:00Z", status: "failed" },
    },
  },
  success: { status: 202, description: "How many were made; they begin now.", json: retriedSchema },
  errors: [...bodyErrors, "not_found", "unavailable"],
});

export const listEventTypes = contractOf({
  id: "listEventTypes",
  method: "GET",
  path: "/api/v1/event-types",
  tag,
  access: { permissions: [] },
  summary: "List the event types",
  description:
    "Every type of event that a webhook can subscribe to. Any key may call it; a webhook still needs `webhooks:manage`.",
  success: { status: 200, description: "The event types.", json: eventTypeListSchema },
  errors: [],
});

export const listEvents = contractOf({
  id: "listEvents",
  method: "GET",
  path: "/api/v1/events",
  tag,
  access: { permissions: [] },
  summary: "Follow the events",
  description: `What happened to the codes of this account and environment and their scans in the last ${feedDays} days, oldest first, with the bodies that webhooks are sent; no webhook is needed. Go on with \`nextCursor\` and you get each event exactly once. A \`scan.created\` carries its code's present name and short URL, and is left out once the code is deleted. A sandbox scan with a \`scannedAt\` in the past is given only to readers who have not passed that time. A key with \`qr:read\` sees \`qr.*\`, one with \`analytics:read\` \`scan.created\`. At most the newest ${feedEvents.toLocaleString("en")} \`qr.*\` are kept. A page that reaches the end renews a cursor older than a day, so that it does not expire while you follow; a younger one is repeated by an empty page. A cursor older than what is kept is 410 \`gone\`: begin again without it, or with \`now\`.`,
  query: feedQuery,
  success: { status: 200, description: "The next events.", json: feedPageSchema },
  errors: ["validation_failed", "insufficient_permission", "gone", "unavailable"],
});

export const webhookContracts: readonly Contract[] = [
  listWebhooks,
  createWebhook,
  getWebhook,
  updateWebhook,
  deleteWebhook,
  rotateWebhookSecret,
  testWebhook,
  listDeliveries,
  // Before the address of one delivery, whose id it would be taken for.
  retryDeliveries,
  getDelivery,
  retryDelivery,
  listEventTypes,
  listEvents,
];
