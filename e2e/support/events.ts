import type { Caller } from "@/lib/accounts/schema";
import { sql } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { type EventKind, eventKinds } from "@/lib/webhooks/schema";
import { encryptSecret, newSecret } from "@/lib/webhooks/secret";

interface ListenerOptions {
  events?: readonly EventKind[];
  isActive?: boolean;
}

/** A webhook of the caller's data set that nothing is ever sent to: its id. It hears everything unless told. */
export async function addListener(
  { accountId, environment }: Pick<Caller, "accountId" | "environment">,
  { events = eventKinds, isActive = true }: ListenerOptions = {},
): Promise<string> {
  const id = newId();
  await sql.query(
    `WITH made AS (
       INSERT INTO webhook (id, account_id, environment, name, url, events, secret, is_active)
       VALUES ($1, $2, $3, 'Listener', 'https://hooks.example.test/', $4, $5, $6) RETURNING id)
     INSERT INTO webhook_queue (webhook_id) SELECT id FROM made`,
    [id, accountId, environment, events, encryptSecret(id, newSecret()), isActive],
  );
  return id;
}

/** An event as it is stored. */
export interface StoredEvent {
  id: string;
  environment: string;
  type: EventKind;
  text: string;
  body: { id: string; type: EventKind; timestamp: string; sandbox: boolean; test?: true; data: EventData };
  webhookIds: string[];
  generations: number[];
  fannedOutAt: Date | null;
}

interface EventData {
  id: string;
  qrCodeId?: string;
  changedFields?: string[];
  settings?: Record<string, unknown>;
  [member: string]: unknown;
}

/** Events of an account in the order in which they were written, of one kind or all. */
export async function readEvents(
  { accountId }: Pick<Caller, "accountId">,
  type?: EventKind,
): Promise<StoredEvent[]> {
  const { rows } = await sql.query<Omit<StoredEvent, "body">>(
    `SELECT id, environment, type, body AS text, webhook_ids AS "webhookIds", generations,
       fanned_out_at AS "fannedOutAt"
     FROM event WHERE account_id = $1 AND ($2::text IS NULL OR type = $2) ORDER BY id`,
    [accountId, type ?? null],
  );
  return rows.map((row) => ({ ...row, body: JSON.parse(row.text) }));
}
