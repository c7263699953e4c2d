import { log } from "@/lib/platform/log";
import type { Owner } from "@/lib/rollups";
import { findScans } from "./list";
import { countScansBetween, findLastStamp } from "./queries";
import type { ScanEvent } from "./schema";

/** Scans that are read at once; a second of a busy account at the pace of reading. */
const mostEvents = 500;

/** `live`: scans are reported at once. `waiting`: no notifications from the database at the moment. `ended`: nothing more comes. */
export type LiveState = "live" | "waiting" | "ended";

export interface LiveHandlers {
  /** Scans in the order of their stamps, each once, and how many before them were left out. */
  onScans(events: readonly ScanEvent[], skipped: number): void;
  onState(state: LiveState): void;
}

/** Somebody who watches an account, and how far they have seen. */
export interface Follower extends LiveHandlers {
  /** The stamp of the last scan that they received; undefined until the feed has begun. */
  seen: Date | undefined;
  isCatchingUp: boolean;
}

/** So far apart at least an account is read. */
const readEveryMs = 200;
const retryMs = 1_000;

/**
 * The scans of one account for all its followers in this process: each is read once, however many follow. Nothing is kept:
 * its place is a stamp, and since stamps rise in the order of commits, everything after it is new.
 */
export class Feed {
  readonly followers = new Set<Follower>();
  readonly #account: Owner;
  readonly #onBegin: () => void;
  #last: Date | undefined;
  #timer: NodeJS.Timeout | undefined;
  #readAt = Number.NEGATIVE_INFINITY;
  #isReading = false;
  #isNudged = false;

  constructor(account: Owner, onBegin: () => void) {
    this.#account = account;
    this.#onBegin = onBegin;
  }

  /** It knows which scan was the last before its first follower came. */
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

  /** There may be something new. */
  nudge(delayMs = this.#readAt + readEveryMs - performance.now()): void {
    if (this.#isReading) this.#isNudged = true;
    else this.#timer ??= setTimeout(() => void this.#read(), Math.max(0, delayMs));
  }

  close(): void {
    clearTimeout(this.#timer);
    this.followers.clear();
  }

  async #read(): Promise<void> {
    this.#timer = undefined;
    this.#isReading = true;
    this.#isNudged = false;
    this.#readAt = performance.now();
    let delayMs: number | undefined;
    try {
      if (this.#last === undefined) await this.#begin();
      else await this.#advance(this.#last);
    } catch (err) {
      log.debug({ err }, "live scans could not be read");
      this.#isNudged = true;
      delayMs = retryMs;
    }
    this.#isReading = false;
    if (this.#isNudged && this.followers.size > 0) this.nudge(delayMs);
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
    if (newest === undefined) return;
    this.#last = newest;
    for (const follower of this.followers) {
      if (follower.isCatchingUp) continue;
      follower.seen = newest;
      follower.onScans(window.events, window.skipped);
    }
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
