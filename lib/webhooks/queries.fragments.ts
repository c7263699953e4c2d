// SQL that several statements share, so that each rule about a webhook, its queue and its deliveries is written once.

/** A worker has this long for an attempt and its result; then it counts as dead and the delivery is claimed again. */
export const leaseSeconds = 30;

/** Attempts of a delivery that an event caused, and of one that its owner asked for (a test or a retry). */
export const maxAttempts = 4;
export const maxManualAttempts = 1;

/** Whether a delivery was asked for by its owner; the index `delivery_by_hand_idx` has the same condition. */
export const isManual = `max_attempts = ${maxManualAttempts}`;

/**
 * The database's time in whole milliseconds, as its columns hold it: what was due "now" a moment ago may be stored half a
 * millisecond later, and must be due.
 */
export const sqlNow = "now()::timestamptz(3)";

/** Whether deliveries wait for the operator since a database was restored. */
export const isHeld = "(EXISTS (SELECT FROM delivery_pause))";

/** Limits webhooks `w` to the account ($1) and environment ($2) of the caller. */
export const isOwn = "w.account_id = $1 AND w.environment = $2";

/** Sets a queue to one request at a time, for a new endpoint and one that is resumed, until it has proven itself. */
export const resetConcurrency = "concurrency = 1, health = 'unproven'";

/** Sets when a queue `l` can be claimed: from `instant` on, or earlier if it already could be. */
export const dueBy = (instant = "now()") => `due_at = least(l.due_at, ${instant})`;

/** Sets a queue's failures to none. */
export const clearFailures = "consecutive_failures = 0, failing_since = NULL, notified_failures = 0";

/**
 * The generation that a webhook's deliveries must have; NULL while it is paused, and for one that is gone. A pause begins
 * another generation: open deliveries of an earlier one are not claimed, sent or recorded, and show as cancelled,
 * whatever their rows still say.
 */
export const generationOf = (webhookId: string) =>
  `(SELECT generation FROM webhook WHERE id = ${webhookId} AND is_active)`;

/** Deliveries of a webhook that can be claimed, now or later, or are claimed: as a SELECT goes on after FROM. */
const openOf = (webhookId: string, generation: string) =>
  `delivery WHERE webhook_id = ${webhookId} AND generation = ${generation} AND due_at IS NOT NULL`;

/** How many deliveries of a webhook are claimed (`count`), and when the first lease of them ends (`first_end`). */
export const runningOf = (webhookId: string, generation = generationOf(webhookId)) =>
  `(SELECT count(*) AS count, min(due_at) AS first_end FROM ${openOf(webhookId, generation)}
    AND lease_token IS NOT NULL AND due_at > ${sqlNow})`;

/** When a delivery of a webhook is due next, a claimed one at the end of its lease; NULL: there is none. */
export const nextDueOf = (webhookId: string, generation = generationOf(webhookId)) =>
  `(SELECT due_at FROM ${openOf(webhookId, generation)} ORDER BY due_at LIMIT 1)`;

/** The same for a queue that had its turn: behind all that wait for theirs, however long its own deliveries have waited. */
export const nextTurnOf = (webhookId: string) =>
  `(SELECT greatest(due_at, now()) FROM ${nextDueOf(webhookId)} AS next)`;

/**
 * When a queue with this concurrency that was just claimed from can be claimed again: without a free slot when a lease ends;
 * else when the next of its deliveries is due, or at once, but then behind all that wait for their turn.
 */
export const nextClaimOf = (webhookId: string, concurrency: string) =>
  `(SELECT CASE WHEN running.count >= ${concurrency} THEN running.first_end ELSE ${nextTurnOf(webhookId)} END
    FROM ${runningOf(webhookId)} AS running)`;

/** The status of a delivery, given its webhook's generation: an open one of an earlier generation is cancelled. */
export const statusOf = (delivery: string, generation: string) =>
  `CASE WHEN ${delivery}.due_at IS NOT NULL AND ${delivery}.generation <> ${generation} THEN 'cancelled' ELSE ${delivery}.status END`;

/** Its `due_at` likewise. */
export const dueAtOf = (delivery: string, generation: string) =>
  `CASE WHEN ${delivery}.generation = ${generation} THEN ${delivery}.due_at END`;
