import type { Caller } from "@/lib/accounts/schema";
import { sql } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { ServiceError } from "@/lib/platform/errors";
import { isId } from "@/lib/platform/ids";
import { presentDelivery } from "./deliveries";
import { planAttempts } from "./delivery/schedule";
import { deliveryHeaders } from "./delivery/sign";
import { maskHeaders } from "./options";
import { countWebhooks, listWebhookHealth, listWebhookRows } from "./queries";
import { countLogRows, findLogRow, type LoggedRow, listLogRows, type OpenedRow } from "./queries.deliveries";
import { maxManualAttempts } from "./queries.fragments";
import type {
  ConsoleWebhook,
  LogCounts,
  LogDelivery,
  LogFilter,
  LogPage,
  LogPlace,
  LogRow,
  RequestRecord,
} from "./schema";
import { decryptSecret } from "./secret";
import { presentWebhook } from "./webhooks";

const recentDeliveries = 20;

/** The clock that stamps attempts is not the one that stamps changes: closer together their order is not known. */
const clockSkewMs = 60_000;

const signatureHeaders = ["x-webhook-signature", "webhook-signature"];

/** The caller's webhooks with their last deliveries, the newest first, and how many the account has in both environments. */
export async function listConsoleWebhooks(
  caller: Caller,
): Promise<{ webhooks: ConsoleWebhook[]; used: number }> {
  const [rows, health, used] = await Promise.all([
    listWebhookRows(caller),
    listWebhookHealth(caller, recentDeliveries),
    countWebhooks(sql, caller.accountId),
  ]);
  const healthOf = new Map(health.map((row) => [row.id, row]));
  const webhooks = rows.map((row) => {
    const { consecutiveFailures = 0, failingSince = null, recent = [] } = healthOf.get(row.id) ?? {};
    return {
      ...presentWebhook(row),
      recent,
      consecutiveFailures,
      failingSince: failingSince?.toISOString() ?? null,
    };
  });
  return { webhooks, used: used ?? 0 };
}

/** One of them. Throws `not_found`, also for another account's or environment's. */
export async function getConsoleWebhook(caller: Caller, id: string): Promise<ConsoleWebhook> {
  const { webhooks } = await listConsoleWebhooks(caller);
  const webhook = webhooks.find((one) => one.id === id);
  if (webhook === undefined) throw new ServiceError("not_found", "There is no webhook with this id");
  return webhook;
}

/** One page of what was sent to an environment's webhooks, the newest first. */
export async function listLog(
  caller: Caller,
  filter: LogFilter,
  { after, limit }: { after?: LogPlace | undefined; limit: number },
): Promise<LogPage> {
  const rows = await listLogRows(caller, filter, { after, limit: limit + 1 });
  return { rows: rows.slice(0, limit).map(presentLogRow), hasOlder: rows.length > limit };
}

/** How many deliveries failed and how many wait, of the webhook and event type that a filter names. */
export function countLog(caller: Caller, filter: Omit<LogFilter, "status">): Promise<LogCounts> {
  return countLogRows(caller, filter);
}

export function presentLogRow(row: LoggedRow): LogRow {
  const { webhookId, webhookName, maxAttempts, retryOf } = row;
  const isManual = maxAttempts === maxManualAttempts;
  const origin = retryOf !== null ? "replay" : isManual ? "test" : "event";
  return { ...presentDelivery(row), webhookId, webhookName, origin, maxAttempts };
}

/** A delivery with its requests and their results, whichever webhook it is of. Throws `not_found`. */
export async function getLogDelivery(caller: Caller, id: string): Promise<LogDelivery> {
  const row = isId(id) ? await findLogRow(caller, id) : undefined;
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

/**
 * The requests of a delivery, one for each attempt, or the next one. Of a request only its time is stored. Its signatures
 * are computed again where that gives what was sent: for a body that is still kept, and a webhook that was not changed
 * since, so that its secret is the same.
 */
function listRequests(delivery: LogRow, row: OpenedRow): RequestRecord[] {
  const added = Object.entries(maskHeaders(row.headerNames));
  if (row.log.length === 0)
    return [{ headers: [...listHeaders(delivery, null, null), ...added], isAsSent: true }];
  return row.log.map(({ startedAt }) => {
    const at = new Date(startedAt);
    const secrets = secretsAt(row, at);
    const headers = listHeaders(delivery, at, secrets && { secrets, row });
    // After a change of the webhook it is not known which headers of its owner were sent.
    return {
      headers: wasChangedSince(row, at) ? headers : [...headers, ...added],
      isAsSent: secrets !== null,
    };
  });
}

/** The secrets that signed an attempt; null where they are not known. */
function secretsAt(row: OpenedRow, at: Date): [string, ...string[]] | null {
  const { webhookId, secret, previousSecret, previousSecretUntil } = row;
  if (wasChangedSince(row, at)) return null;
  try {
    const current = decryptSecret(webhookId, secret);
    if (previousSecret === null || previousSecretUntil === null) return [current];
    const leftMs = previousSecretUntil.getTime() - at.getTime();
    if (Math.abs(leftMs) < clockSkewMs) return null;
    return leftMs < 0 ? [current] : [current, decryptSecret(webhookId, previousSecret)];
  } catch {
    return null;
  }
}

/** Whether the webhook was, or may have been, changed after an attempt. */
function wasChangedSince({ webhookCreatedAt, webhookUpdatedAt }: OpenedRow, at: Date): boolean {
  const wasChanged = webhookUpdatedAt.getTime() !== webhookCreatedAt.getTime();
  return wasChanged && at.getTime() - webhookUpdatedAt.getTime() < clockSkewMs;
}

type Signing = { secrets: [string, ...string[]]; row: OpenedRow } | null;

/** Null stands for a value that is not known. */
function listHeaders(delivery: LogRow, at: Date | null, signing: Signing): RequestRecord["headers"] {
  const body = signing?.row.body ?? null;
  const headers = deliveryHeaders({
    id: delivery.eventId,
    type: delivery.eventType,
    timestamp: Math.floor((at?.getTime() ?? 0) / 1_000),
    body: body ?? "",
    secrets: signing?.secrets ?? [""],
    baseUrl: env.baseUrl,
  });
  return Object.entries(headers).map(([name, value]) => {
    const isKnown =
      (at !== null || name !== "webhook-timestamp") &&
      (!signatureHeaders.includes(name) || (body !== null && signing));
    return [name, isKnown ? value : null] as const;
  });
}
