import { z } from "zod";
import {
  deliveryListQuery,
  deliveryPageSchema,
  fullDeliverySchema,
  testSendSchema,
} from "@/lib/webhooks/schema";
import { type Contract, contractOf } from "../contract";

const onePath = "/api/v1/webhooks/{id}";
const tag = "Webhooks";
const access = { permissions: ["webhooks:manage"] } as const;

const exampleId = "019a9b6d-2f40-7c15-8a3e-6b1f0d9c4e72";
const exampleDeliveryId = "019a9b6f-0b7e-7d21-8c11-5a3d9e2f4b60";
const params = z.object({
  id: z.string().meta({ description: "The webhook's `id`.", examples: [exampleId] }),
});
const deliveryParams = params.extend({
  deliveryId: z.string().meta({ description: "The delivery's `id`.", examples: [exampleDeliveryId] }),
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
  errors: [
    "invalid_request",
    "validation_failed",
    "payload_too_large",
    "unsupported_media_type",
    "request_timeout",
    "not_found",
    "unavailable",
  ],
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

/** What is sent to webhooks as data. */
export const deliveryContracts: readonly Contract[] = [
  testWebhook,
  listDeliveries,
  getDelivery,
  retryDelivery,
];
