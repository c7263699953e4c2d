import type { Caller } from "@/lib/accounts/schema";
import { sql } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { ServiceError } from "@/lib/platform/errors";
import { isId } from "@/lib/platform/ids";
import { ownerOf, ownWebhooks } from "../rows";
import { deliveryHeaders } from "../run/sign";
import type { AttemptRecord, LogDelivery, LogRow, RequestRecord } from "../schema";
import { openSecret } from "../secret";
import { planAttempts } from "./plan-attempts";
import { logColumns, presentLogRow, type StoredLogRow } from "./rows";

/** The clock that stamps attempts is not the one that stamps changes: closer together their order is not known. */
const doubtMs = 60_000;

const signed = ["x-webhook-signature", "webhook-signature"];

interface OpenedRow extends StoredLogRow, SigningWebhook {
  log: AttemptRecord[];
  body: string | null;
  url: string;
  isWebhookActive: boolean;
}

const selectOne = {
  name: "open_log_delivery",
  text: `SELECT ${logColumns}, d.log, event.body, w.url, w.is_active AS "isWebhookActive", w.created_at AS "madeAt",
      w.updated_at AS "changedAt", w.secret, w.previous_secret AS "previousSecret", w.previous_secret_until AS "previousSecretUntil"
    FROM delivery d JOIN webhook w ON w.id = d.webhook_id LEFT JOIN event ON event.id = d.event_id
    WHERE d.id = $3 AND ${ownWebhooks}`,
};

/** A delivery with its requests and what came of them, whichever webhook it is of. Throws `not_found`. */
export async function getLogDelivery(caller: Caller, id: string): Promise<LogDelivery> {
  const row = isId(id) ? await find(caller, id) : undefined;
  if (row === undefined) throw new ServiceError("not_found", "There is no such delivery");
  const shown = presentLogRow(row);
  return {
    ...shown,
    body: row.body,
    log: row.log,
    requests: listRequests(shown, row),
    planned: planAttempts(shown, {
      baseSeconds: env.webhookRetryBaseSeconds,
      factor: env.webhookRetryFactor,
    }),
    url: row.url,
    isWebhookActive: row.isWebhookActive,
  };
}

async function find(caller: Caller, id: string): Promise<OpenedRow | undefined> {
  const { rows } = await sql.query<OpenedRow>({ ...selectOne, values: [...ownerOf(caller), id] });
  return rows[0];
}

/** What a webhook signs with, and when anything of it was last changed. */
interface SigningWebhook {
  webhookId: string;
  body: string | null;
  log: AttemptRecord[];
  madeAt: Date;
  changedAt: Date;
  secret: Buffer;
  previousSecret: Buffer | null;
  previousSecretUntil: Date | null;
}

/**
 * The requests of a delivery, one for each attempt, or the one to come. Nothing of a request is kept but its time; its
 * signatures are reckoned anew, and only where that gives what was sent: of a kept body, by a webhook that was not changed
 * since, whose secret is then the one of that time.
 */
function listRequests(row: LogRow, webhook: SigningWebhook): RequestRecord[] {
  if (webhook.log.length === 0) return [{ headers: listHeaders(row, null, null), isAsSent: true }];
  return webhook.log.map(({ startedAt }) => {
    const at = new Date(startedAt);
    const secrets = secretsAt(webhook, at);
    return { headers: listHeaders(row, at, secrets && { secrets, webhook }), isAsSent: secrets !== null };
  });
}

/** Those that signed an attempt; null where they are not known. */
function secretsAt(webhook: SigningWebhook, at: Date): [string, ...string[]] | null {
  const { webhookId, madeAt, changedAt, secret, previousSecret, previousSecretUntil } = webhook;
  const wasChanged = changedAt.getTime() !== madeAt.getTime();
  if (wasChanged && at.getTime() - changedAt.getTime() < doubtMs) return null;
  try {
    const present = openSecret(webhookId, secret);
    if (previousSecret === null || previousSecretUntil === null) return [present];
    const leftMs = previousSecretUntil.getTime() - at.getTime();
    if (Math.abs(leftMs) < doubtMs) return null;
    return leftMs < 0 ? [present] : [present, openSecret(webhookId, previousSecret)];
  } catch {
    return null;
  }
}

type Signing = { secrets: [string, ...string[]]; webhook: SigningWebhook } | null;

function listHeaders(row: LogRow, at: Date | null, signing: Signing): RequestRecord["headers"] {
  const body = signing?.webhook.body ?? null;
  const headers = deliveryHeaders({
    id: row.eventId,
    type: row.eventType,
    timestamp: Math.floor((at?.getTime() ?? 0) / 1_000),
    body: body ?? "",
    secrets: signing?.secrets ?? [""],
    baseUrl: env.baseUrl,
  });
  return Object.entries(headers).map(([name, value]) => {
    const isKnown =
      (at !== null || name !== "webhook-timestamp") && (!signed.includes(name) || (body !== null && signing));
    return [name, isKnown ? value : null] as const;
  });
}
