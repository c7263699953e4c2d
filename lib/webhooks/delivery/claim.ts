import { setTimeout as sleep } from "node:timers/promises";
import { runTransaction, type Transaction, transaction } from "@/lib/platform/db";
import { isId } from "@/lib/platform/ids";
import { Places, type Room } from "./concurrency";
import {
  findOpenDelivery,
  type LeasedRow,
  leaseDue,
  leaseOne,
  lockDueQueues,
  lockQueue,
  lockSendingQueue,
  type QueueFilter,
  readNextDue,
  readPosition,
  type ServedQueue,
  setQueuesDue,
} from "./queries.claim";
import { readDueOf } from "./queries.events";
import { type QueueChange, updateQueues } from "./queue-state";
import type { Claim } from "./schema";
import { performDelivery } from "./send";

/** How long an attempt ahead in the queue is expected to take, while the webhook answers and while it does not. */
const quickMs = 50;
const slowMs = 1_000;
const minWaitMs = 500;
const maxWaitMs = 600_000;
/** Each request in vain waits longer by at least this: the caller's clock may be ahead of this one. */
const retryStepMs = 100;

export interface Claims {
  /** The first of each webhook, then the second of each, and so on. */
  claimed: Claim[];
  /** When there is something to claim again, by this process's clock; null: nothing waits that it has room for. */
  nextDueAt: Date | null;
}

/**
 * Leases what is due to this process, at most `limit` deliveries: of each webhook the oldest, as many as its
 * concurrency leaves free, and as many as there are places for beside what the process already runs. Skips what other processes lock.
 */
export async function claimDeliveries(limit: number, held: readonly Claim[] = []): Promise<Claims> {
  const places = new Places(held);
  const rooms = places.rooms(limit);
  // Mostly nothing is due: that costs one statement.
  const inMs = await readNextDue(filterOf(rooms.at(-1)));
  if (inMs === null || inMs > 0) return { claimed: [], nextDueAt: dateIn(inMs) };
  return await runTransaction(async (tx) => {
    const queues = await lockDue(tx, places, rooms);
    // A statement of its own: it sees what others had claimed from these queues before they were locked.
    const claimed = queues.length === 0 ? [] : await claim(tx, () => leaseDue(tx, queues));
    const left = new Places([...held, ...claimed]).rooms(limit).at(-1);
    return { claimed, nextDueAt: dateIn(await setQueuesDue(tx, queues, filterOf(left))) };
  });
}

/** Leases what is due of one webhook to this process: the oldest, as many as its concurrency leaves free. */
function claimOfWebhook(webhookId: string): Promise<Claim[]> {
  // They lock the same queue, so they wait for each other here rather than in the database.
  return transaction(async (tx) => {
    const concurrency = await lockSendingQueue(tx, webhookId);
    if (concurrency === undefined) return [];
    const queue = { webhookId, concurrency, count: concurrency };
    const claimed = await claim(tx, () => leaseDue(tx, [queue]));
    await setQueuesDue(tx, [queue]);
    return claimed;
  }, webhookId);
}

/**
 * Leases one delivery to this process. Null: it is finished. `waitUntil`: claim it again then, when it is due or its webhook
 * may have a slot for it; the more deliveries are ahead of it, the later.
 *
 * @param timesAsked how often this delivery has been claimed by now, this time included.
 */
export async function claimDelivery(id: string, timesAsked = 1): Promise<Claim | { waitUntil: Date } | null> {
  const open = isId(id) ? await findOpenDelivery(id) : undefined;
  if (open === undefined) return null;
  if (open.isHeld) return waitFor(maxWaitMs);
  const { webhookId } = open;
  const answer = await transaction((tx) => claimIn(tx, id, webhookId), webhookId);
  if (answer === null || !("waitUntil" in answer)) return answer;
  return { waitUntil: new Date(Math.max(answer.waitUntil.getTime(), Date.now() + timesAsked * retryStepMs)) };
}

async function claimIn(tx: Transaction, id: string, webhookId: string): ReturnType<typeof claimDelivery> {
  const concurrency = await lockQueue(tx, webhookId);
  if (concurrency === undefined) return null;
  const position = await readPosition(tx, id, concurrency);
  if (position === undefined) return null;
  const { inMs, ahead, isSlow } = position;
  if (inMs > 0) return waitFor(inMs);
  if (ahead !== null) return waitFor(untilFree(ahead / concurrency, isSlow ? slowMs : quickMs));
  const [claimed] = await claim(tx, () => leaseOne(tx, id));
  await setQueuesDue(tx, [{ webhookId, concurrency }]);
  // Locked by what ends it, or ended just now: the next call finds out.
  return claimed ?? waitFor(minWaitMs);
}

/** Locks the queues that get something, in the order of their turns; a queue that gets nothing keeps its turn. */
async function lockDue(tx: Transaction, places: Places, rooms: readonly Room[]): Promise<ServedQueue[]> {
  for (const room of rooms) {
    const perHealth = room.shares.map((share) => share.room);
    const queues = await lockDueQueues(tx, filterOf(room), perHealth, room.limit);
    if (queues.length === 0) continue;
    const counts = places.allot(queues, room);
    return queues
      .map((queue, index) => ({ ...queue, count: counts[index] ?? 0 }))
      .filter(({ count }) => count > 0);
  }
  return [];
}

/** Returns the leases in order, and counts deliveries that failed without an attempt for their queues. */
async function claim(tx: Transaction, lease: () => Promise<LeasedRow[]>): Promise<Claim[]> {
  const claimedAt = performance.now();
  const rows = await lease();
  const failed = rows.filter(({ status }) => status === "failed");
  const changes = failed.map(
    ({ webhookId, isManual }): QueueChange => ({
      webhookId,
      outcome: { status: "failed", isManual, isFast: false, startedAt: null },
    }),
  );
  if (changes.length > 0) await updateQueues(tx, changes);
  return rows
    .filter(({ leaseToken }) => leaseToken !== null)
    .sort((one, other) => Number(one.place) - Number(other.place))
    .map((row) => ({ ...row, claimedAt }));
}

function filterOf(room: Room | undefined): QueueFilter {
  return {
    healths: room?.shares.map(({ health }) => health) ?? [],
    fullAccounts: room?.fullAccounts ?? [],
  };
}

function dateIn(milliseconds: number | null): Date | null {
  return milliseconds === null ? null : new Date(Date.now() + milliseconds);
}

/** @param turns how often others fill the webhook's concurrency first. */
function untilFree(turns: number, turnMs: number): number {
  return Math.min(minWaitMs + Math.ceil(turns) * turnMs, maxWaitMs);
}

function waitFor(milliseconds: number): { waitUntil: Date } {
  return { waitUntil: new Date(Date.now() + milliseconds) };
}

/** Nothing more is claimed after this time: a call of a serverless function ends within a minute. */
const workMs = 20_000;
/** Deliveries that end together are followed by one claim. */
const batchMs = 5;
/** How often to look again while deliveries are paused since a restore. */
const pausedMs = 600_000;

/**
 * Sends what is due of a webhook, as many at a time as its concurrency allows, until nothing more is due or 20 seconds have gone by.
 * Returns how many reached each status. Throws what the database throws, once everything that was begun has ended.
 */
export async function deliverDue(webhookId: string, ids: readonly string[]): Promise<Record<string, number>> {
  const endsAt = performance.now() + workMs;
  const running = new Set<Promise<void>>();
  const outcomes: Record<string, number> = {};
  let fault: unknown;
  // A run that starts late may find that another one has finished its deliveries.
  if ((await nextDueOf(ids)) === null) return outcomes;
  for (;;) {
    const mayClaim = fault === undefined && performance.now() < endsAt;
    for (const claim of mayClaim ? await claimOfWebhook(webhookId).catch(keepFault) : []) {
      const performed = performDelivery(claim)
        .then(({ status }) => {
          outcomes[status] = (outcomes[status] ?? 0) + 1;
        }, keepFault)
        .then(() => void running.delete(performed));
      running.add(performed);
    }
    if (running.size === 0) break;
    await Promise.race(running);
    await sleep(batchMs);
  }
  if (fault !== undefined) throw fault;
  return outcomes;

  function keepFault(error: unknown): [] {
    fault ??= error;
    return [];
  }
}

/** When the first of these deliveries (uuids) is due, by this process's clock; null: all of them are finished. */
export async function nextDueOf(ids: readonly string[]): Promise<Date | null> {
  const { inMs, isHeld } = await readDueOf(ids);
  if (inMs === null) return null;
  return new Date(Date.now() + (isHeld ? pausedMs : Math.max(0, inMs)));
}
