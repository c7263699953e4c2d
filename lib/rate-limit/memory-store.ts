import type { Counted, RateRule, Window } from "./window";
import { type Entry, WindowTable } from "./window-table";

/** A wall clock that is set by more than this moves the instant that is told, never the wait. */
const clockStepMs = 5_000;

interface Clock {
  /** Milliseconds above 0 that only rise, whatever happens to the time of day. */
  monotonicMs(): number;
  epochMs(): number;
}

const systemClock: Clock = { monotonicMs: () => performance.now(), epochMs: () => Date.now() };

/** Counts in this process, in bounded memory. */
export class MemoryStore {
  readonly #table = new WindowTable();

  constructor(private readonly clock: Clock = systemClock) {}

  /** Counts under every rule if all of them have room, else under none. */
  consume(rules: readonly RateRule[]): Counted {
    const [now, epoch] = [this.clock.monotonicMs(), this.clock.epochMs()];
    const entries = rules.map((rule) => this.#currentEntry(rule, now, epoch));
    const allowed = rules.every(({ limit }, i) => (entries[i]?.count ?? 0) < limit);
    const windows = entries.map((entry, i) => {
      if (allowed) {
        entry.count++;
        this.#table.put(rules[i]?.key ?? "", entry);
      }
      return { count: entry.count, endsInMs: entry.endsMs - now, endsAtMs: entry.endsAtMs };
    });
    return { allowed, windows };
  }

  /** The windows as they stand; counts nothing and opens none. */
  peek(rules: readonly RateRule[]): Window[] {
    const [now, epoch] = [this.clock.monotonicMs(), this.clock.epochMs()];
    return rules.map((rule) => {
      const { count, endsMs, endsAtMs } = this.#currentEntry(rule, now, epoch);
      return { count, endsInMs: endsMs - now, endsAtMs };
    });
  }

  /** What is known of a key's open window: its count and the whole milliseconds left of it; 0 and 0 for nothing. */
  recall(key: string): { count: number; leftMs: number } {
    const now = this.clock.monotonicMs();
    const known = this.#table.find(key, now);
    const leftMs = known === undefined ? 0 : Math.floor(known.endsMs - now);
    return known === undefined || leftMs === 0 ? { count: 0, leftMs: 0 } : { count: known.count, leftMs };
  }

  /**
   * Takes over what a shared store counted, so that a window goes on here when that store fails. It ends here no later
   * than there, because its rest is counted from `askedAtMs` (monotonic), when the store was asked.
   */
  adopt(rules: readonly RateRule[], { windows }: Counted, askedAtMs: number): void {
    const now = this.clock.monotonicMs();
    for (const [i, { key }] of rules.entries()) {
      const window = windows[i];
      if (window === undefined || window.count === 0) continue;
      const { count, endsInMs, endsAtMs } = window;
      const known = this.#table.find(key, now);
      // Replies overtake each other, and a late one finds requests counted here since: a count only rises.
      const isSame = known?.count === count && known.endsAtMs === endsAtMs;
      const isStale = isSame || (known !== undefined && known.count > count);
      if (!isStale) this.#table.put(key, { count, endsMs: askedAtMs + endsInMs, endsAtMs });
    }
  }

  #currentEntry({ key, windowSeconds }: RateRule, now: number, epoch: number): Entry {
    const windowMs = windowSeconds * 1000;
    const known = this.#table.find(key, now);
    if (known === undefined) return { count: 0, endsMs: now + windowMs, endsAtMs: epoch + windowMs };
    const endsAtMs = epoch + known.endsMs - now;
    return Math.abs(endsAtMs - known.endsAtMs) > clockStepMs ? { ...known, endsAtMs } : known;
  }
}
