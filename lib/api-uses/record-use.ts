import type { Caller } from "@/lib/accounts/schema";
import { log } from "@/lib/platform/log";
import { oncePerProcess } from "@/lib/platform/process-state";
import { addToUses, deleteOldUses, type Tally } from "./queries";

const hourMs = 3_600_000;

/**
 * Tallies in memory, at most `most` of them: keys that were used within an hour. Beyond that only those go on counting
 * that are there; the others are `lost`.
 */
export class Tallies {
  lost = 0;
  #tallies = new Map<string, Tally>();

  constructor(private readonly most: number) {}

  get size(): number {
    return this.#tallies.size;
  }

  add(added: Tally): void {
    const { keyId, hourMs: hour } = added;
    const known = this.#tallies.get(`${keyId} ${hour}`);
    if (known !== undefined) {
      known.requests += added.requests;
      known.refused += added.refused;
      known.limited += added.limited;
      known.failed += added.failed;
    } else if (this.#tallies.size < this.most) this.#tallies.set(`${keyId} ${hour}`, added);
    else this.lost += added.requests;
  }

  /** Takes all of them out, in the order in which every process writes them. */
  drain(): Tally[] {
    const all = [...this.#tallies.values()];
    this.#tallies = new Map();
    return all.sort(
      (a, b) => compare(a.accountId, b.accountId) || a.hourMs - b.hourMs || compare(a.keyId, b.keyId),
    );
  }
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Uses gather for so long before they are written together; after a write that failed, for longer. */
const gatherMs = 1_000;
const retryMs = 5_000;

/** Keys and hours that wait at most: some 6 MiB. While the database is away no request gets far enough to be counted. */
const maxWaiting = 20_000;

const uses = oncePerProcess("api-uses", () => ({
  waiting: new Tallies(maxWaiting),
  timer: undefined as NodeJS.Timeout | undefined,
  writing: Promise.resolve(),
  isFailing: false,
}));

/**
 * Counts a request with a key by how it was answered. Costs the request no wait: it is written about a second later, so
 * a process that is killed loses that second. Of a caller without a key nothing is counted.
 */
export function noteUse(caller: Caller, status: number, nowMs = Date.now()): void {
  const { key, accountId, environment } = caller;
  if (key === null) return;
  uses.waiting.add({
    accountId,
    environment,
    keyId: key.id,
    hourMs: nowMs - (nowMs % hourMs),
    requests: 1,
    refused: status >= 400 && status < 500 && status !== 429 ? 1 : 0,
    limited: status === 429 ? 1 : 0,
    failed: status >= 500 ? 1 : 0,
  });
  writeAfter(gatherMs);
}

/**
 * Writes what was counted so far. Never rejects: what could not be written is kept and written later. A connection that
 * breaks between a commit and its confirmation leaves that second counted twice.
 */
export function flushUses(): Promise<void> {
  clearTimeout(uses.timer);
  uses.timer = undefined;
  // One after the other, so that a caller that awaits this has everything stored that was counted before.
  uses.writing = uses.writing.then(writeUses);
  return uses.writing;
}

function writeAfter(ms: number): void {
  uses.timer ??= setTimeout(() => void flushUses(), ms).unref();
}

async function writeUses(): Promise<void> {
  const tallies = uses.waiting.drain();
  if (tallies.length === 0) return;
  try {
    await addToUses(tallies);
    if (uses.isFailing) log.info({}, "the uses of API keys are written again");
    uses.isFailing = false;
  } catch (err) {
    for (const tally of tallies) uses.waiting.add(tally);
    if (!uses.isFailing) log.warn({ err }, "the uses of API keys could not be written; they are kept");
    uses.isFailing = true;
    writeAfter(retryMs);
  }
  if (uses.waiting.lost > 0) {
    log.warn({ count: uses.waiting.lost }, "too many API keys at once: uses were not counted");
    uses.waiting.lost = 0;
  }
}

/** Deletes uses older than 90 days; how many rows. */
export async function sweepUses(): Promise<number> {
  for (let swept = 0; ; ) {
    const { count, isLast } = await deleteOldUses();
    swept += count;
    if (isLast) return swept;
  }
}
