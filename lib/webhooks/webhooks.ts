import { isDeepStrictEqual } from "node:util";
import { lockAccount, recordAudit } from "@/lib/accounts";
import { type AuditAction, accountGone, type Caller } from "@/lib/accounts/schema";
import { plansWithWebhooks } from "@/lib/plans";
import { type BeforeCommit, type Executor, sql, type Transaction, transaction } from "@/lib/platform/db";
import { fieldError, mergeErrors, ServiceError } from "@/lib/platform/errors";
import { isId, newId } from "@/lib/platform/ids";
import { changeHeaders, maskHeaders, presentFilter, readFilter, sealHeaders } from "./options";
import { cancelPast, pauseWebhook } from "./pause";
import { markWebhookForPurge, purgeDeleted } from "./purge";
import {
  countWebhooks,
  deleteWebhookRow,
  findWebhook,
  insertWebhook,
  listWebhookRows,
  replaceSecret,
  resetQueue,
  resumeWebhook,
  updateWebhook,
  type WebhookLock,
  type WebhookRow,
} from "./queries";
import {
  type IssuedWebhook,
  maxWebhooks,
  type NewWebhook,
  type SecretRotation,
  type Webhook,
  type WebhookChange,
} from "./schema";
import { encryptSecret, newSecret, toSigningSecret } from "./secret";
import { requirePublicUrl, validateWebhookChange } from "./validate-url";

/** The webhooks of the caller's account and environment, the newest first, without their secrets. */
export async function listWebhooks(caller: Caller): Promise<Webhook[]> {
  return (await listWebhookRows(caller)).map(presentWebhook);
}

/** Everything that a response shows, and nothing else. */
export function presentWebhook(row: WebhookRow): Webhook {
  return {
    id: row.id,
    name: row.name,
    url: row.url,
    events: row.events,
    filter: presentFilter(row),
    headers: maskHeaders(row.headerNames),
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

/** The same with its secret, in both forms. */
function presentIssued(row: WebhookRow, secret: string): IssuedWebhook {
  return { ...presentWebhook(row), secret, signingSecret: toSigningSecret(secret) };
}

/** Throws `not_found`, also for a webhook of another account or environment. */
export async function requireWebhook(
  executor: Executor,
  caller: Caller,
  id: string,
  lock: WebhookLock = "none",
): Promise<WebhookRow> {
  const webhook = isId(id) ? await findWebhook(executor, caller, id, lock) : undefined;
  if (webhook === undefined) throw new ServiceError("not_found", "There is no webhook with this id");
  return webhook;
}

/**
 * Throws for a paused one, too. Until the commit a pause waits; afterwards it cancels what was created for the webhook.
 */
export async function requireActiveWebhook(tx: Transaction, caller: Caller, id: string): Promise<WebhookRow> {
  const webhook = await requireWebhook(tx, caller, id, "use");
  if (webhook.isActive) return webhook;
  throw fieldError(
    "validation_failed",
    { field: "isActive", code: "paused", message: "The webhook is paused, so nothing is sent to it" },
    { hint: 'Resume it first: PUT it with "isActive": true.' },
  );
}

/**
 * Creates an active webhook in the caller's environment and shows its secret this once. Its address is resolved before
 * anything is locked. Throws `plan_required`, `webhook_url_not_public` or `validation_failed` for the address, and
 * `quota_exceeded`.
 */
export async function createWebhook(
  caller: Caller,
  input: NewWebhook,
  beforeCommit?: BeforeCommit<IssuedWebhook>,
): Promise<IssuedWebhook> {
  if (!plansWithWebhooks.includes(caller.plan)) {
    throw new ServiceError("plan_required", "Webhooks are part of the Developer and Pro plans");
  }
  await requirePublicUrl(input.url);
  const { accountId, environment } = caller;
  return transaction(async (tx) => {
    await lockAccount(tx, accountId);
    await requireQuota(tx, accountId);
    const id = newId();
    const secret = newSecret();
    const { filter = null, headers = {}, ...described } = input;
    await insertWebhook(tx, {
      id,
      accountId,
      environment,
      ...described,
      ...(await readFilter(tx, caller, filter, [])),
      ...sealHeaders(id, headers),
      secret: encryptSecret(id, secret),
    });
    await recordWebhookAudit(tx, caller, "webhook.created", id);
    const issued = presentIssued(await requireWebhook(tx, caller, id), secret);
    await beforeCommit?.(tx, issued);
    return issued;
  }, accountId);
}

async function requireQuota(tx: Transaction, accountId: string): Promise<void> {
  const used = await countWebhooks(tx, accountId);
  if (used === null) throw accountGone();
  if (used < maxWebhooks) return;
  const message = `The account has ${used} webhooks, of both environments together; it may have ${maxWebhooks}`;
  throw fieldError(
    "quota_exceeded",
    { field: "webhooks", code: "quota_exceeded", message, limit: maxWebhooks, used },
    { hint: "Delete a webhook that is no longer used, or subscribe one webhook to more event types." },
  );
}

/**
 * Changes what is given; a change of nothing leaves `updatedAt`. Once a pause is committed, no delivery begins; a resumed
 * webhook gets what happens from then on. Throws `not_found` and, for a new address, `webhook_url_not_public` or
 * `validation_failed`.
 */
export async function changeWebhook(caller: Caller, id: string, change: WebhookChange): Promise<Webhook> {
  const { url } = await requireWebhook(sql, caller, id).catch((error) => {
    throw faultOf(change) ?? error;
  });
  // An address that it has, or had a moment ago, was checked when it was saved.
  if (change.url !== undefined && change.url !== url) await requirePublicUrl(change.url);
  const changed = await transaction(async (tx) => {
    const webhook = await requireWebhook(tx, caller, id, "change");
    const isSwitched = await switchDelivery(tx, webhook, change);
    const isDescribed = await storeDescription(tx, caller, webhook, change);
    if (!isDescribed && !isSwitched) return presentWebhook(webhook);
    if (isDescribed || change.isActive) await recordWebhookAudit(tx, caller, "webhook.changed", id);
    if (isSwitched && !change.isActive) await recordWebhookAudit(tx, caller, "webhook.paused", id);
    return presentWebhook(await requireWebhook(tx, caller, id));
  });
  if (change.isActive === false) await cancelPast(id);
  return changed;
}

/** What no webhook could take is reported before that there is no such webhook (decisions §5). */
function faultOf(change: WebhookChange): ServiceError | undefined {
  const [fault, ...others] = validateWebhookChange({ ...change });
  return fault && mergeErrors([fault, ...others]);
}

/** Stores name, address, event types, filter and headers; false where they are the same as before. */
async function storeDescription(
  tx: Transaction,
  caller: Caller,
  webhook: WebhookRow,
  change: WebhookChange,
): Promise<boolean> {
  const { name = webhook.name, url = webhook.url, events = webhook.events, filter } = change;
  const stored = filter === undefined ? {} : await readFilter(tx, caller, filter, webhook.filterCodeIds);
  const headers = changeHeaders(webhook, change);
  const next = { ...webhook, name, url, events, ...stored };
  if (headers === null && isDeepStrictEqual(next, webhook)) return false;
  await updateWebhook(tx, { ...next, ...headers });
  if (url !== webhook.url) await resetQueue(tx, webhook.id);
  return true;
}

/** Pauses or resumes; false where nothing changes. A resumed webhook starts without failures. */
async function switchDelivery(
  tx: Transaction,
  { id, isActive }: WebhookRow,
  change: WebhookChange,
): Promise<boolean> {
  if (change.isActive === false) return pauseWebhook(tx, id, null);
  if (change.isActive === undefined || isActive) return false;
  await resumeWebhook(tx, id);
  return true;
}

/**
 * Gives a webhook a new secret and shows it this once. For `overlapSeconds` deliveries carry a signature by the previous
 * secret as well. Throws `not_found`.
 */
export async function rotateSecret(
  caller: Caller,
  id: string,
  { overlapSeconds }: SecretRotation,
  beforeCommit?: BeforeCommit<IssuedWebhook>,
): Promise<IssuedWebhook> {
  return transaction(async (tx) => {
    await requireWebhook(tx, caller, id, "change");
    const secret = newSecret();
    await replaceSecret(tx, id, encryptSecret(id, secret), overlapSeconds);
    await recordWebhookAudit(tx, caller, "webhook.rotated", id);
    const issued = presentIssued(await requireWebhook(tx, caller, id), secret);
    await beforeCommit?.(tx, issued);
    return issued;
  });
}

/**
 * Deletes a webhook for good: once this is committed, no request to it begins and none of its deliveries is shown. Its
 * deliveries are deleted afterwards, for a moment here and the rest by a cleanup job. Throws `not_found`.
 */
export async function deleteWebhook(caller: Caller, id: string): Promise<void> {
  await transaction(async (tx) => {
    await requireWebhook(tx, caller, id, "change");
    await deleteWebhookRow(tx, id);
    await markWebhookForPurge(tx, id);
    await recordWebhookAudit(tx, caller, "webhook.deleted", id);
  });
  await purgeDeleted(id);
}

/** Appends who did what to a webhook, in the transaction of the change. */
function recordWebhookAudit(
  tx: Transaction,
  { accountId, key, userId }: Caller,
  action: AuditAction & `webhook.${string}`,
  subjectId: string,
): Promise<void> {
  return recordAudit(tx, { accountId, userId, keyId: key?.id, action, subjectId });
}
