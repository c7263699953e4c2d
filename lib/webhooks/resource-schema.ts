import { z } from "zod";
import { environments, permissions } from "@/lib/accounts/schema";
import { paginationSchema } from "@/lib/platform/schema-fields";
import { attemptErrors, deliveryStatuses, eventKinds, eventTypes } from "./event-types";
import { maskedHeadersField, storedFilterField } from "./options-schema";

const exampleId = "019a9b6d-2f40-7c15-8a3e-6b1f0d9c4e72";

const time = (description: string) =>
  z.string().meta({ format: "date-time", description, examples: ["2026-11-21T09:30:00.125Z"] });

const count = (description: string) => z.int().min(0).meta({ description });

const id = z.string().meta({ format: "uuid", examples: [exampleId] });

const eventTypeSchema = z
  .object({
    type: z.enum(eventKinds),
    description: z
      .string()
      .meta({ description: "When it is sent.", examples: [eventTypes["scan.created"].description] }),
    permission: z
      .enum(permissions)
      .meta({ description: "The permission that reads the same data.", examples: ["analytics:read"] }),
  })
  .meta({ id: "EventType", description: "A type of event that a webhook can subscribe to." });

export const eventTypeListSchema = z.object({ data: z.array(eventTypeSchema) }).meta({ id: "EventTypeList" });

const webhookFields = {
  id,
  name: z.string().meta({ examples: ["Order system"] }),
  url: z.string().meta({ examples: ["https://example.com/quietzone"] }),
  events: z.array(z.enum(eventKinds)).meta({
    description: "The types of events that it gets.",
    examples: [["scan.created", "qr.updated"]],
  }),
  filter: storedFilterField,
  headers: maskedHeadersField,
  environment: z
    .enum(environments)
    .meta({ description: "The data whose events it gets: that of the key that created it." }),
  isActive: z.boolean().meta({ description: "False: it is paused and gets no events." }),
  disabledReason: z.enum(["consecutive_failures"]).nullable().meta({
    description:
      "Why the service paused it: 20 deliveries in a row failed, the first of them 24 hours ago or longer. Null for one that is active or that you paused.",
  }),
  lastTriggeredAt: time("When an attempt last began; null: never.").nullable(),
  eventCount: count("Deliveries that were made for it, those by hand included."),
  failureCount: count("Those of them that ended `failed`."),
  previousSecretExpiresAt: time(
    "Until then deliveries are signed with the secret before the last rotation, too; absent when they no longer are.",
  ).optional(),
  createdAt: time("When it was made."),
  updatedAt: time("When it was last changed, paused, resumed or given a new secret."),
};

/** A webhook as lists and changes present it: never its secret. */
export const webhookSchema = z
  .object(webhookFields)
  .meta({ id: "Webhook", description: "A webhook without its secret." });
export type Webhook = z.infer<typeof webhookSchema>;

/** A webhook with its secret, in the answer that made the secret and in no other. */
export const issuedWebhookSchema = z
  .object({
    ...webhookFields,
    secret: z.string().meta({
      description:
        "The signing secret: 64 hex digits, whose characters (not the bytes they spell) are the key. Shown in this answer only.",
      examples: ["5f0c8e1b7a9d2463f1e0c4b8a7d69253e4f1b0c8d7a69253f4e1c0b8d7a69253"],
    }),
    signingSecret: z.string().meta({
      description:
        "The same key for a Standard Webhooks library, which verifies `webhook-signature` with it: `whsec_` and the 64 characters of `secret` in base64.",
      examples: [
        "whsec_NWYwYzhlMWI3YTlkMjQ2M2YxZTBjNGI4YTdkNjkyNTNlNGYxYjBjOGQ3YTY5MjUzZjRlMWMwYjhkN2E2OTI1Mw==",
      ],
    }),
  })
  .meta({
    id: "IssuedWebhook",
    description: "A webhook with its signing secret in both forms, shown this once.",
  });
export type IssuedWebhook = z.infer<typeof issuedWebhookSchema>;

const deliveryFields = {
  id,
  eventId: z.string().meta({
    description: "The event's `id`, and the `webhook-id` of every attempt.",
    examples: ["evt_019a9b6e4c1d7f3a9b528d1e6f0a2c47"],
  }),
  eventType: z.enum(eventKinds),
  status: z.enum(deliveryStatuses).meta({
    description:
      "`pending`: not yet tried; `retrying`: failed, and tried again at `nextAttemptAt`; `delivered`: answered with 2xx; `failed`: given up; `cancelled`: the webhook was paused before it was delivered; an attempt that was under way is on record all the same.",
  }),
  attempts: count("Attempts so far."),
  createdAt: time("When the delivery was made."),
  deliveredAt: time("When it was answered with 2xx; null as long as it was not.").nullable(),
  responseStatus: z
    .int()
    .nullable()
    .meta({ description: "The HTTP status of the last attempt; null where none came.", examples: [200] }),
  error: z.enum(attemptErrors).nullable().meta({
    description:
      "Why the last attempt failed: `timeout` (10 seconds passed), `dns_error`, `tls_error`, `connection_error`, `address_refused` (the name no longer resolves to public addresses only), `http_status` (any answer but 2xx), `protocol_error` (no HTTP), `lease_lost` (our own workers were lost 20 times). Null where it succeeded or none was made.",
  }),
  durationMs: z
    .int()
    .nullable()
    .meta({ description: "How long the last attempt took.", examples: [84] }),
  nextAttemptAt: time("When it is tried next; null when it is over, or being tried.").nullable(),
  retryOf: id
    .nullable()
    .meta({ description: "The delivery that this one repeats by hand; null for all others." }),
};

/** A delivery as lists present it. */
const deliverySchema = z
  .object(deliveryFields)
  .meta({ id: "WebhookDelivery", description: "One event on its way to one webhook." });
export type Delivery = z.infer<typeof deliverySchema>;

/** What came of one attempt. */
const attemptRecordSchema = z
  .object({
    startedAt: time("When it began."),
    durationMs: z
      .int()
      .min(0)
      .meta({ examples: [84] }),
    responseStatus: z.int().nullable(),
    error: z.enum(attemptErrors).nullable(),
    responseBody: z
      .string()
      .nullable()
      .meta({ description: "The first 1 KiB of the answer's body; null where none came." }),
  })
  .meta({ id: "WebhookAttempt" });
export type AttemptRecord = z.infer<typeof attemptRecordSchema>;

/** A delivery with what was sent and what came of it. */
export const fullDeliverySchema = z
  .object({
    ...deliveryFields,
    body: z.string().nullable().meta({
      description: "The body, to the byte as it is signed and sent; null when its event is no longer kept.",
    }),
    log: z.array(attemptRecordSchema).meta({ description: "Every attempt, the first first." }),
  })
  .meta({ id: "FullWebhookDelivery", description: "A delivery with its body and its attempts." });
export type FullDelivery = z.infer<typeof fullDeliverySchema>;

/** A webhook as GET of one presents it. */
export const fullWebhookSchema = z
  .object({
    ...webhookFields,
    recentEvents: z.array(deliverySchema).meta({ description: "The last 20 deliveries, the newest first." }),
  })
  .meta({ id: "FullWebhook", description: "A webhook with its last deliveries, and without its secret." });
export type FullWebhook = z.infer<typeof fullWebhookSchema>;

/** A page of deliveries. */
export const deliveryPageSchema = z.object({ data: z.array(deliverySchema), pagination: paginationSchema });
export type DeliveryPage = z.infer<typeof deliveryPageSchema>;

export const retriedSchema = z
  .object({
    retried: count("Deliveries that are sent again, 1,000 at most."),
    hasMore: z.boolean().meta({ description: "True: send the same call again for the next ones." }),
  })
  .meta({ id: "RetriedDeliveries" });
export type RetriedDeliveries = z.infer<typeof retriedSchema>;
