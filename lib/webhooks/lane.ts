import { sqlNow } from "./run/leases";

// What several statements say of a webhook's lane and of its deliveries, as SQL. Of each the rule is here alone.

/** Of a lane: a new endpoint, and one that is resumed, gets one request at a time until it has proven itself. */
export const asNew = "slots = 1, standing = 'unproven'";

/** Of a lane `l`: it can be claimed from `instant` on, or from when it could already. */
export const dueAtLatest = (instant = "now()") => `due_at = least(l.due_at, ${instant})`;

/** Of a lane: nothing has failed. */
export const noStreak = "consecutive_failures = 0, failing_since = NULL, noticed_failures = 0";

/**
 * What a webhook's deliveries have to be for; NULL while it is paused, and for one that is gone. A pause begins another
 * activation, and is done with that: what is open of an earlier one is not claimed, not sent and not settled, and shows as
 * cancelled, whatever its row still says.
 */
export const activationOf = (webhookId: string) =>
  `(SELECT activation FROM webhook WHERE id = ${webhookId} AND is_active)`;

/** Deliveries of a webhook that can be claimed, now or later, or are claimed: as a SELECT goes on after FROM. */
const openOf = (webhookId: string, activation: string) =>
  `delivery WHERE webhook_id = ${webhookId} AND activation = ${activation} AND due_at IS NOT NULL`;

/** How many deliveries of a webhook are claimed (`count`), and when the first lease of them ends (`first_end`). */
export const runningOf = (webhookId: string, activation = activationOf(webhookId)) =>
  `(SELECT count(*) AS count, min(due_at) AS first_end FROM ${openOf(webhookId, activation)}
    AND lease_token IS NOT NULL AND due_at > ${sqlNow})`;

/** When a delivery of a webhook is due next, a claimed one at the end of its lease; NULL: there is none. */
export const nextDueOf = (webhookId: string, activation = activationOf(webhookId)) =>
  `(SELECT due_at FROM ${openOf(webhookId, activation)} ORDER BY due_at LIMIT 1)`;

/** The same for a lane that had its turn: behind all that wait for theirs, however long its own deliveries have waited. */
export const nextTurnOf = (webhookId: string) =>
  `(SELECT greatest(due_at, now()) FROM ${nextDueOf(webhookId)} AS next)`;

/**
 * When a lane of so many slots that was just claimed from can be claimed again: without a free slot when a lease ends; else
 * when the next of its deliveries is due, or at once, but then behind all that wait for their turn.
 */
export const nextClaimOf = (webhookId: string, slots: string) =>
  `(SELECT CASE WHEN running.count >= ${slots} THEN running.first_end ELSE ${nextTurnOf(webhookId)} END
    FROM ${runningOf(webhookId)} AS running)`;

/** SQL, true for a delivery that is over since a pause though its row is still open, given its webhook's activation. */
const isPast = (delivery: string, activation: string) =>
  `${delivery}.due_at IS NOT NULL AND ${delivery}.activation <> ${activation}`;

/** What a delivery is, whatever its row still says. */
export const statusOf = (delivery: string, activation: string) =>
  `CASE WHEN ${isPast(delivery, activation)} THEN 'cancelled' ELSE ${delivery}.status END`;

/** Its `due_at` likewise. */
export const dueAtOf = (delivery: string, activation: string) =>
  `CASE WHEN ${delivery}.activation = ${activation} THEN ${delivery}.due_at END`;
