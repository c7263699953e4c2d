import { env } from "@/lib/platform/env";
import type { Client } from "./client";
import { deliverWebhook } from "./deliver-webhook";
import { fanOutWebhooks } from "./fan-out-webhooks";
import { sweepWebhooks } from "./sweep";

/** Everything that Inngest runs; what it does is in `lib/webhooks/run`. */
export function createFunctions(client: Client) {
  return [fanOutWebhooks(client), deliverWebhook(client, env.inngest?.concurrency), sweepWebhooks(client)];
}
