import { Semaphore } from "@/lib/platform/concurrency";
import { log } from "@/lib/platform/log";
import { oncePerProcess } from "@/lib/platform/process-state";
import type { Owner } from "@/lib/rollups";
import { findScans } from "./list";
import { countScansBetween, findLastStamp, findScanCount, type ScanCount } from "./queries";
import type { ScanEvent } from "./schema";

/** `live`: scans are reported at once. `waiting`: no notifications from the database at the moment. `ended`: nothing more comes. */
export type LiveState = "live" | "waiting" | "ended";

export interface StateHandler {
  onState(state: LiveState): void;
}

/** So far apart at least an account is read. */
const readEveryMs = 200;
const retryMs = 1_000;
/** Reads at the same time in one process, of the ten connections that its pages share. One that waits longer is repeated later. */
const maxRunning = 3;
const readWaitMs = 5_000;
const slots = oncePerProcess("live reads", () => new Semaphore(maxRunning, readWaitMs));

/** What is read again when there may be something new: for all followers in this process at once, and paced. */
export abstract class PacedReads<F extends StateHandler> {
  readonly followers = new Set<F>();
  #timer: NodeJS.Timeout | undefined;
  #readAt = Number.NEGATIVE_INFINITY;
  #isReading = false;
  #isNudged = false;

  /** It knows what was there before its first follower came. */
  abstract get hasBegun(): boolean;

  /** Reads what is new and reports it. What it throws makes it read again later. */
  protected abstract read(): Promise<void>;

  /** There may be something new. */
  nudge(delayMs = this.#readAt + readEveryMs - performance.now()): void {
    if (this.#isReading) this.#isNudged = true;
    else this.#timer ??= setTimeout(() => void this.#run(), Math.max(0, delayMs));
  }

  close(): void {
    clearTimeout(this.#timer);
    this.followers.clear();
  }

  async #run(): Promise<void> {
    this.#timer = undefined;
    this.#isReading = true;
    this.#isNudged = false;
    this.#readAt = performance.now();
    let delayMs: number | undefined;
    try {
      await slots.run(() => this.read());
    } catch (err) {
      log.debug({ err }, "live scans could not be read");
      this.#isNudged = true;
      delayMs = retryMs;
    }
    this.#isReading = false;
    if (this.#isNudged && this.followers.size > 0) this.nudge(delayMs);
  }
}

/** Scans that are read at once; a second of a busy account at the pace of reading. */
const mostEvents = 500;

export interface LiveHandlers extends StateHandler {
  /** Scans in the order of their stamps, each once, and how many before them were left out. */
  onScans(events: readonly ScanEvent[], skipped: number): void;
}

/** Somebody who watches an account, and how far they have seen. */
export interface Follower extends LiveHandlers {
  /** The stamp of the last scan that they received; undefined until the feed has begun. */
  seen: Date | undefined;
  isCatchingUp: boolean;
}

/**
 * The scans of one account for all its followers in this process: each is read once, however many follow. Nothing is kept:
 * its place is a stamp, and since stamps rise in the order of commits, everything after it is new.
 */
export class Feed extends PacedReads<Follower> {
  readonly #account: Owner;
  readonly #onBegin: () => void;
  #last: Date | undefined;

  constructor(account: Owner, onBegin: () => void) {
    super();
    this.#account = account;
    this.#onBegin = onBegin;
  }

  get hasBegun(): boolean {
    return this.#last !== undefined;
  }

  add(follower: Follower): void {
    this.followers.add(follower);
    if (this.#last === undefined) {
      this.nudge();
    } else {
      follower.seen ??= this.#last;
      void this.#catchUp(follower);
    }
  }

  protected read(): Promise<void> {
    return this.#last === undefined ? this.#begin() : this.#advance(this.#last);
  }

  async #begin(): Promise<void> {
    this.#last = await findLastStamp(this.#account);
    for (const follower of this.followers) {
      follower.seen ??= this.#last;
      void this.#catchUp(follower);
    }
    this.#onBegin();
  }

  async #advance(last: Date): Promise<void> {
    const window = await readWindow(this.#account, last);
    const newest = stampOf(window);
    if (newest === undefined) return this.#goBack(last);
    this.#last = newest;
    for (const follower of this.followers) {
      if (follower.isCatchingUp) continue;
      follower.seen = newest;
      follower.onScans(window.events, window.skipped);
    }
  }

  /** Stamps go back after a clock was ahead (`scans:redate`): later scans come before the last one known. */
  async #goBack(last: Date): Promise<void> {
    const stamp = await findLastStamp(this.#account);
    if (stamp < last) this.#last = stamp;
  }

  /** Sends a follower what came before the others' window, until they have caught up. */
  async #catchUp(follower: Follower): Promise<void> {
    if (follower.isCatchingUp) return;
    follower.isCatchingUp = true;
    while (this.followers.has(follower) && isBefore(follower.seen, this.#last)) {
      const until = this.#last;
      try {
        const window = await readWindow(this.#account, follower.seen ?? new Date(0), until);
        if (!this.followers.has(follower)) return;
        follower.seen = until;
        if (window.events.length > 0) follower.onScans(window.events, window.skipped);
      } catch (err) {
        log.debug({ err }, "earlier live scans could not be read");
        await new Promise((resolve) => setTimeout(resolve, retryMs));
      }
    }
    follower.isCatchingUp = false;
  }
}

function stampOf({ events }: ScanWindow): Date | undefined {
  const newest = events.at(-1)?.scannedAt;
  return newest === undefined ? undefined : new Date(newest);
}

function isBefore(one: Date | undefined, other: Date | undefined): boolean {
  return other !== undefined && (one === undefined || one < other);
}

/** Scans of a stretch of time. */
interface ScanWindow {
  /** Oldest first; the newest ones where there are too many. */
  events: ScanEvent[];
  /** How many older ones of the stretch are left out, counted as far as 100,000. */
  skipped: number;
}

/** The scans after `since`, up to `until` where it is given. */
async function readWindow(account: Owner, since: Date, until?: Date): Promise<ScanWindow> {
  const selection = { ...account, since, until };
  const events = (await findScans(selection, mostEvents, 0n)).reverse();
  if (events.length < mostEvents) return { events, skipped: 0 };
  const newest = new Date(events.at(-1)?.scannedAt ?? since);
  const total = await countScansBetween(account, since, newest);
  return { events, skipped: Math.max(0, total - events.length) };
}

export interface CountHandlers extends StateHandler {
  /** The count as it is when one begins to follow, then each time it is another. */
  onCount(count: ScanCount): void;
}

/** The count and the last scan of one code for all its followers in this process, scans beyond a plan's details included. */
export class CountFeed extends PacedReads<CountHandlers> {
  readonly codeId: string;
  readonly #account: Owner;
  readonly #onBegin: () => void;
  #last: ScanCount | undefined;

  constructor(account: Owner, codeId: string, onBegin: () => void) {
    super();
    this.#account = account;
    this.codeId = codeId;
    this.#onBegin = onBegin;
  }

  get hasBegun(): boolean {
    return this.#last !== undefined;
  }

  add(follower: CountHandlers): void {
    this.followers.add(follower);
    if (this.#last === undefined) this.nudge();
    else follower.onCount(this.#last);
  }

  protected async read(): Promise<void> {
    const count = await findScanCount(this.#account, this.codeId);
    // A code that was deleted has no more scans.
    if (count === null || isSame(count, this.#last)) return;
    const isFirst = this.#last === undefined;
    this.#last = count;
    for (const follower of this.followers) follower.onCount(count);
    if (isFirst) this.#onBegin();
  }
}

function isSame(one: ScanCount, other: ScanCount | undefined): boolean {
  return one.scanCount === other?.scanCount && one.lastScanned === other.lastScanned;
}
