import { log } from "@/lib/platform/log";
import type { Owner } from "@/lib/rollups";
import { findScans } from "./list";
import { PacedReads, retryMs, type StateHandler } from "./paced-reads";
import { countScansBetween, findLastStamp } from "./queries";
import type { ScanEvent } from "./schema";

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
