import { setTimeout as sleep } from "node:timers/promises";
import { createBatcher } from "@/lib/platform/batch-loader";
import { isOutOfReach } from "@/lib/platform/database-errors";
import { transaction } from "@/lib/platform/db";
import { log } from "@/lib/platform/log";
import { leaseSeconds } from "../queries.fragments";
import type { AttemptRecord } from "../schema";
import { needsNotice, notifyOrDisable } from "./auto-disable";
import { endLeases } from "./queries.claim";
import { type AttemptRow, type RecordedRow, recordAttempts, type UpdatedQueue } from "./queries.result";
import { type QueueChange, updateQueues } from "./queue-state";
import type { Verdict } from "./schedule";
import type { Claim, Performed } from "./schema";

/** The result of an attempt, to be stored. */
export interface AttemptOutcome {
  claim: Claim;
  verdict: Verdict;
  record: AttemptRecord;
  isFast: boolean;
  /** By `performance.now()`: the delay to the next attempt begins here. */
  endedAt: number;
}

interface Recorded {
  /** Null: the lease was lost, so another process decides what the delivery is. */
  performed: Performed | null;
  /** Resolves when the owner of a failing webhook has been notified; never rejects. */
  notified: Promise<void> | undefined;
}

/** Records results of several attempts in one transaction. */
const recordTogether: (outcome: AttemptOutcome) => Promise<Recorded | "locked"> = createBatcher({
  name: "settle delivery",
  ask: recordAll,
  maxBatch: 200,
  // One: the next batch gathers meanwhile, and two would wait for each other's queues.
  maxRunning: 1,
  maxWaiting: 10_000,
});

/**
 * Stores the result of an attempt; null: its lease was lost. Retries while the database does not answer, or the delivery is
 * locked: the attempt was made, and without its result it would be repeated.
 */
export async function recordResult(outcome: AttemptOutcome): Promise<Performed | null> {
  const { performed, notified } = await retryLocked(outcome.claim, async () => {
    const recorded = await recordTogether(outcome);
    if (recorded === "locked") throw new LockedFault();
    return recorded;
  });
  // After the batch, so that no other result waits for a webhook that is disabled.
  await notified;
  return performed;
}

async function recordAll(outcomes: readonly AttemptOutcome[]): Promise<(Recorded | "locked")[]> {
  const { rowOf, queues } = await transaction(async (tx) => {
    const rows = await recordAttempts(tx, toRows(outcomes));
    const rowOf = new Map(rows.map((row) => [row.id, row]));
    const changes = outcomes.flatMap((outcome) => changeOf(outcome, rowOf.get(outcome.claim.id)));
    return { rowOf, queues: changes.length === 0 ? [] : await updateQueues(tx, changes) };
  });
  const failing = queues.filter(needsNotice);
  const notified = failing.length === 0 ? undefined : notify(failing);
  return outcomes.map(({ claim }) => {
    const row = rowOf.get(claim.id);
    if (row === undefined) return { performed: null, notified: undefined };
    const { status, dueAt } = row;
    if (status === null) return "locked";
    const isFailing = failing.some(({ webhookId }) => webhookId === claim.webhookId);
    return { performed: { status, dueAt }, notified: isFailing ? notified : undefined };
  });
}

function toRows(outcomes: readonly AttemptOutcome[]): AttemptRow[] {
  const now = performance.now();
  return outcomes.map(({ claim, verdict: { status, delayMs }, record, endedAt }) => ({
    deliveryId: claim.id,
    leaseToken: claim.leaseToken,
    status,
    delayMs: delayMs === null ? null : Math.max(0, delayMs - (now - endedAt)),
    record: JSON.stringify(record),
  }));
}

function changeOf({ claim, record, isFast }: AttemptOutcome, row: RecordedRow | undefined): QueueChange[] {
  if (!row?.status || !row.hasQueue) return [];
  const { webhookId, isManual } = claim;
  const outcome = { status: row.status, isManual, isFast, startedAt: new Date(record.startedAt) };
  return [{ webhookId, outcome }];
}

/** The results are stored, even if this fails: the next failure and the cleanup job try again. */
async function notify(queues: readonly UpdatedQueue[]): Promise<void> {
  await notifyOrDisable(queues.map(({ webhookId }) => webhookId)).catch((err: unknown) => {
    if (isOutOfReach(err)) return;
    log.error(
      { err },
      "failing webhooks could not be paused, or their owners notified; the cleanup job tries again",
    );
  });
}

const pauseMs = 250;

/** From the claim on; beyond the lease's end, since a result counts as long as nobody else has claimed its delivery. */
const retryMs = 2 * leaseSeconds * 1_000;

/** Another transaction has locked the row for a moment. */
export class LockedFault extends Error {}

/**
 * Retries `work` while the database is unreachable or the row is locked, for a minute from the claim on: a failover of 30
 * seconds repeats no attempt unless another worker claims it first. Then throws what it throws.
 */
export async function retryLocked<T>({ claimedAt }: Pick<Claim, "claimedAt">, work: () => Promise<T>) {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      const mayPass = error instanceof LockedFault || isOutOfReach(error);
      if (!mayPass || performance.now() + pauseMs >= claimedAt + retryMs) throw error;
      await sleep(pauseMs * (1 + Math.random()));
    }
  }
}

/** Returns leases: any process can claim the deliveries again in `delayMs`, and no lease counts as expired. */
export async function releaseClaims(claims: readonly Claim[], delayMs = 0): Promise<void> {
  const [first] = claims;
  if (first === undefined) return;
  await retryLocked(first, () => transaction((tx) => endLeases(tx, claims, delayMs)));
}
