import type { Environment } from "@/lib/accounts/schema";
import { newId } from "@/lib/platform/ids";
import { encryptSecret, newSecret } from "@/lib/webhooks/secret";
import type { Database } from "./tenants";

/** Where nobody listens: what is sent there fails at once. */
export const closedUrl = "https://127.0.0.1:8443/hooks";

interface WantedWebhook {
  accountId: string;
  environment: Environment;
}

export interface TenantWebhook {
  id: string;
  /** A delivery of it that was given up, whose event is kept. */
  deliveryId: string;
  secret: string;
}

/** Active webhooks that are subscribed to scans, each with one delivery, inserted at once. */
export async function insertWebhooks(
  database: Database,
  wanted: readonly WantedWebhook[],
): Promise<TenantWebhook[]> {
  const made = wanted.map(() => ({
    id: newId(),
    deliveryId: newId(),
    eventId: newId(),
    secret: newSecret(),
  }));
  const webhookIds = made.map(({ id }) => id);
  const accountIds = wanted.map(({ accountId }) => accountId);
  const environments = wanted.map(({ environment }) => environment);
  const secrets = made.map(({ id, secret }) => encryptSecret(id, secret));
  await database.query(
    `INSERT INTO webhook (id, account_id, environment, name, url, events, secret)
     SELECT id, account_id, environment, 'Webhook', $5, ARRAY['scan.created'], secret
     FROM unnest($1::uuid[], $2::uuid[], $3::environment[], $4::bytea[]) AS w(id, account_id, environment, secret)`,
    [webhookIds, accountIds, environments, secrets, closedUrl],
  );
  await database.query(
    "INSERT INTO webhook_queue (webhook_id, event_count, failure_count) SELECT unnest($1::uuid[]), 1, 1",
    [webhookIds],
  );
  const eventIds = made.map(({ eventId }) => eventId);
  await database.query(
    `INSERT INTO event (id, account_id, environment, type, body, webhook_ids, generations, fanned_out_at)
     SELECT id, account_id, environment, 'scan.created', '{}', ARRAY[webhook_id], ARRAY[0], now()
     FROM unnest($1::uuid[], $2::uuid[], $3::environment[], $4::uuid[]) AS e(id, account_id, environment, webhook_id)`,
    [eventIds, accountIds, environments, webhookIds],
  );
  await database.query(
    `INSERT INTO delivery (id, webhook_id, event_id, event_type, status, attempts, max_attempts, log)
     SELECT id, webhook_id, event_id, 'scan.created', 'failed', 1, 1, $4
     FROM unnest($1::uuid[], $2::uuid[], $3::uuid[]) AS d(id, webhook_id, event_id)`,
    [made.map(({ deliveryId }) => deliveryId), webhookIds, eventIds, JSON.stringify([failedAttempt])],
  );
  return made.map(({ id, deliveryId, secret }) => ({ id, deliveryId, secret }));
}

const failedAttempt = {
  startedAt: "2026-11-21T09:30:00.125Z",
  durationMs: 84,
  responseStatus: 500,
  error: "http_status",
  responseBody: "",
};
