import { z } from "zod";
import {
  maxUrlLength,
  pagingFields,
  plainText,
  refuseTwoPages,
  twoPages,
} from "@/lib/platform/schema-fields";
import { deliveryStatuses, eventKinds } from "./event-types";
import { filterField, headersField } from "./options-schema";

export type {
  ConsoleWebhook,
  LogCounts,
  LogDelivery,
  LogFilter,
  LogPage,
  LogPlace,
  LogRow,
  LogStatus,
  PlannedAttempt,
  RequestRecord,
} from "./console-schema";
export {
  type AttemptError,
  attemptErrors,
  type DeliveryStatus,
  deliveryStatuses,
  type EventKind,
  eventKinds,
  eventTypes,
} from "./event-types";
export {
  type AttemptRecord,
  type Delivery,
  type DeliveryPage,
  deliveryPageSchema,
  eventTypeListSchema,
  type FullDelivery,
  type FullWebhook,
  fullDeliverySchema,
  fullWebhookSchema,
  type IssuedWebhook,
  issuedWebhookSchema,
  type RetriedDeliveries,
  retriedSchema,
  type Webhook,
  webhookSchema,
} from "./resource-schema";

/** Webhooks of one account, both environments together. */
export const maxWebhooks = 10;

/** The longest time in which deliveries are signed with the secret before a rotation, too: seven days. */
const maxOverlapSeconds = 604_800;

const nameField = plainText({ min: 1, max: 100 }).meta({
  description: "What you call it; 1 to 100 characters.",
  examples: ["Order system"],
});

const urlField = plainText({ min: 1, max: maxUrlLength }).meta({
  description: `Where events are sent by POST: an https address without a user name or password, at most ${maxUrlLength.toLocaleString("en")} characters, whose name resolves to public addresses only, and not this service. Checked when it is saved and at every attempt.`,
  examples: ["https://example.com/quietzone"],
});

const eventsField = z
  .array(z.enum(eventKinds))
  .min(1)
  .max(eventKinds.length)
  .refine((list) => new Set(list).size === list.length, {
    message: "must name each kind of event once only",
    params: { code: "repeated" },
  })
  .meta({
    description:
      "The types of events that it gets: `scan.created` (a code is scanned), `qr.created`, `qr.updated` (its name, content, slug, domain, settings, tags, note, archived state or public image), `qr.deleted`, `qr.expired` (its `expiresAt` has passed, or it had its last scan), `quota.reached` (something of the plan is used up; production only), `domain.failing` (its TXT record is gone; production only).",
    examples: [["scan.created", "qr.updated"]],
    uniqueItems: true,
  });

/** Body of POST /api/v1/webhooks. */
export const newWebhookSchema = z
  .object({
    name: nameField,
    url: urlField,
    events: eventsField,
    filter: filterField.optional(),
    headers: headersField.optional(),
  })
  .meta({ id: "NewWebhook" });
export type NewWebhook = z.infer<typeof newWebhookSchema>;

/** Body of PUT /api/v1/webhooks/{id}. */
export const webhookChangeSchema = z
  .object({
    name: nameField.optional(),
    url: urlField.optional(),
    events: eventsField.optional(),
    filter: filterField.optional(),
    headers: headersField.optional(),
    isActive: z.boolean().optional().meta({
      description:
        "`false` pauses: no delivery begins from the answer on, and what waits is cancelled. `true` resumes; what was missed is not sent later.",
    }),
  })
  .meta({ id: "WebhookChange" });
export type WebhookChange = z.infer<typeof webhookChangeSchema>;

/** Body of POST /api/v1/webhooks/{id}/rotate-secret. */
export const secretRotationSchema = z
  .object({
    overlapSeconds: z
      .int()
      .min(0)
      .max(maxOverlapSeconds)
      .default(86_400)
      .meta({
        description:
          "For so many seconds `webhook-signature` carries a signature by the secret before as well; at most 7 days, by default one.",
        examples: [3_600],
      }),
  })
  .meta({ id: "WebhookSecretRotation" });
export type SecretRotation = z.infer<typeof secretRotationSchema>;

/** Body of POST /api/v1/webhooks/{id}/test. */
export const testSendSchema = z
  .object({
    type: z.enum(eventKinds).optional().meta({
      description:
        "The kind of event to send, subscribed or not; by default the first that the webhook subscribes to.",
    }),
  })
  .meta({ id: "WebhookTest" });
export type TestSend = z.infer<typeof testSendSchema>;

/** Query of GET /api/v1/webhooks/{id}/deliveries. */
const instant = z.iso.datetime({
  offset: true,
  error: "must be a date and time with its zone, like 2026-11-21T09:30:00Z",
});

/** Body of POST /api/v1/webhooks/{id}/deliveries/retry. */
export const bulkRetrySchema = z
  .object({
    since: instant.meta({
      description: "Deliveries whose `createdAt` is this instant or later.",
      examples: ["2026-11-21T09:30:00Z"],
    }),
    until: instant
      .optional()
      .meta({ description: "And not later than this one.", examples: ["2026-11-21T12:00:00Z"] }),
    status: z.enum(["failed"]).meta({ description: "Which of them; only failed ones can be chosen." }),
  })
  .refine(({ since, until }) => until === undefined || Date.parse(until) >= Date.parse(since), {
    path: ["until"],
    message: "must not be before since",
    params: { code: "too_early" },
  })
  .meta({ id: "BulkRetry" });
export type BulkRetry = z.infer<typeof bulkRetrySchema>;

export const deliveryListQuery = z
  .object({
    ...pagingFields,
    status: z.enum(deliveryStatuses).optional().meta({ description: "Deliveries in this state only." }),
    eventType: z.enum(eventKinds).optional().meta({ description: "Deliveries of this kind of event only." }),
  })
  .refine(refuseTwoPages, twoPages);
export type DeliveryListQuery = z.infer<typeof deliveryListQuery>;
