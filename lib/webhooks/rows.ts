import { recordAudit } from "@/lib/accounts";
import type { AuditAction, Caller, Environment } from "@/lib/accounts/schema";
import { sql, type Transaction } from "@/lib/platform/db";
import { fieldError, ServiceError } from "@/lib/platform/errors";
import { isId } from "@/lib/platform/ids";
import type { EventKind, Webhook } from "./schema";

/** A webhook with its lane, as all but its deliveries see it. */
export interface StoredWebhook {
  id: string;
  name: string;
  url: string;
  events: EventKind[];
  environment: Environment;
  isActive: boolean;
  disabledReason: Webhook["disabledReason"];
  lastTriggeredAt: Date | null;
  eventCount: number;
  failureCount: number;
  /** Null as soon as the secret before no longer signs. */
  previousSecretUntil: Date | null;
  createdAt: Date;
  updatedAt: Date;
}

const columns = `w.id, w.name, w.url, w.events, w.environment, w.is_active AS "isActive",
  w.disabled_reason AS "disabledReason", lane.last_triggered_at AS "lastTriggeredAt", lane.event_count AS "eventCount",
  lane.failure_count AS "failureCount",
  CASE WHEN w.previous_secret_until > now() THEN w.previous_secret_until END AS "previousSecretUntil",
  w.created_at AS "createdAt", w.updated_at AS "updatedAt"`;

/** Where a caller's webhooks are: of its account and environment; others are not there. Parameters $1 and $2. */
export const ownWebhooks = "w.account_id = $1 AND w.environment = $2";
export const ownerOf = ({ accountId, environment }: Caller) => [accountId, environment] as const;

const from = `FROM webhook w JOIN webhook_lane lane ON lane.webhook_id = w.id WHERE ${ownWebhooks}`;

const selectAll = {
  name: "select_webhooks",
  text: `SELECT ${columns} ${from} ORDER BY w.created_at DESC, w.id DESC`,
};
const selectOne = { name: "select_webhook", text: `SELECT ${columns} ${from} AND w.id = $3` };
const lockOne = { name: "lock_webhook", text: `${selectOne.text} FOR NO KEY UPDATE OF w` };
const holdOne = { name: "hold_webhook", text: `${selectOne.text} FOR SHARE OF w` };

/** All webhooks that the caller sees, the newest first. */
export async function selectWebhooks(caller: Caller): Promise<StoredWebhook[]> {
  return (await sql.query<StoredWebhook>({ ...selectAll, values: [...ownerOf(caller)] })).rows;
}

/** The webhook that the caller names; throws `not_found` where there is none that it sees. */
export function requireWebhook(
  connection: Pick<Transaction, "query">,
  caller: Caller,
  id: string,
): Promise<StoredWebhook> {
  return find(connection, caller, id, selectOne);
}

/** The same, locked until the transaction ends: nothing is made for it meanwhile, and nothing else changes it. */
export function lockWebhook(tx: Transaction, caller: Caller, id: string): Promise<StoredWebhook> {
  return find(tx, caller, id, lockOne);
}

/** The same for who makes something for it: a pause waits for that, and cancels it. Throws for a paused one. */
export async function holdActiveWebhook(tx: Transaction, caller: Caller, id: string): Promise<StoredWebhook> {
  const webhook = await find(tx, caller, id, holdOne);
  if (!webhook.isActive) throw webhookPaused();
  return webhook;
}

async function find(
  connection: Pick<Transaction, "query">,
  caller: Caller,
  id: string,
  query: { name: string; text: string },
): Promise<StoredWebhook> {
  if (!isId(id)) throw webhookNotFound();
  const { rows } = await connection.query<StoredWebhook>({ ...query, values: [...ownerOf(caller), id] });
  if (rows[0] === undefined) throw webhookNotFound();
  return rows[0];
}

function webhookNotFound(): ServiceError {
  return new ServiceError("not_found", "There is no webhook with this id");
}

function webhookPaused(): ServiceError {
  return fieldError(
    "validation_failed",
    { field: "isActive", code: "paused", message: "The webhook is paused, so nothing is sent to it" },
    { hint: 'Resume it first: PUT it with "isActive": true.' },
  );
}

/** Everything that leaves, and nothing else. */
export function presentWebhook(row: StoredWebhook): Webhook {
  return {
    id: row.id,
    name: row.name,
    url: row.url,
    events: row.events,
    environment: row.environment,
    isActive: row.isActive,
    disabledReason: row.disabledReason,
    lastTriggeredAt: row.lastTriggeredAt?.toISOString() ?? null,
    eventCount: row.eventCount,
    failureCount: row.failureCount,
    ...(row.previousSecretUntil && { previousSecretExpiresAt: row.previousSecretUntil.toISOString() }),
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}

/** Appends who did what to a webhook, in the change's own transaction. */
export function recordWebhookAudit(
  tx: Transaction,
  { accountId, key, userId }: Caller,
  action: AuditAction & `webhook.${string}`,
  subjectId: string,
): Promise<void> {
  return recordAudit(tx, { accountId, userId, keyId: key?.id, action, subjectId });
}
