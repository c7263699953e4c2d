import { randomFillSync } from "node:crypto";
import type { Counted, RateRule, Window } from "./window";

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
    const known = rules.map((rule) => ({ rule, entry: this.#currentEntry(rule, now, epoch) }));
    const allowed = known.every(({ rule, entry }) => entry.count < rule.limit);
    const windows = known.map(({ rule, entry }) => {
      if (allowed) {
        entry.count++;
        this.#table.put(rule.key, entry);
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

/** Windows that are kept at most: flat arrays of 28 bytes each, 7 MiB in all, and nothing for the collector to do. */
const slotCount = 2 ** 18;
/** A key may stand in one of so many neighbouring slots. */
const setSize = 8;

/** One key's window as it stands in the table. */
export interface Entry {
  count: number;
  /** When it ends, on the monotonic clock; more than 0. */
  endsMs: number;
  /** The same instant as epoch milliseconds, as it is told. */
  endsAtMs: number;
}

/**
 * Windows by key, in bounded memory. A key is known by 64 bits of a hash that is seeded again in each process, so that
 * nobody can choose addresses that share a slot. Where a set of slots is full the window that ends first gives way:
 * a client with a hundred thousand addresses has that many allowances anyway.
 */
export class WindowTable {
  readonly #tags = new Uint32Array(2 * slotCount);
  readonly #counts = new Uint32Array(slotCount);
  readonly #ends = new Float64Array(slotCount);
  readonly #endsAt = new Float64Array(slotCount);
  readonly #seeds = randomFillSync(new Uint32Array(2));
  /** The hash of the key last looked at. */
  readonly #hash = new Uint32Array(2);

  /** The window of a key unless it is over by `nowMs`. */
  find(key: string, nowMs: number): Entry | undefined {
    this.#hashKey(key);
    const slot = this.#findSlot();
    const endsMs = this.#ends[slot] ?? 0;
    if (endsMs <= nowMs) return undefined;
    return { count: this.#counts[slot] ?? 0, endsMs, endsAtMs: this.#endsAt[slot] ?? 0 };
  }

  /** Puts a key's window in place of what it had. */
  put(key: string, { count, endsMs, endsAtMs }: Entry): void {
    this.#hashKey(key);
    const known = this.#findSlot();
    const slot = known === -1 ? this.#chooseSlot() : known;
    this.#tags.set(this.#hash, 2 * slot);
    this.#counts[slot] = count;
    this.#ends[slot] = endsMs;
    this.#endsAt[slot] = endsAtMs;
  }

  #firstOfSet(): number {
    const [hash = 0] = this.#hash;
    return (hash % (slotCount / setSize)) * setSize;
  }

  #findSlot(): number {
    const first = this.#firstOfSet();
    for (let slot = first; slot < first + setSize; slot++) {
      const isSame = this.#tags[2 * slot] === this.#hash[0] && this.#tags[2 * slot + 1] === this.#hash[1];
      if (isSame) return slot;
    }
    return -1;
  }

  /** An empty slot ends at 0, so it comes before one that is over, and that before one in use. */
  #chooseSlot(): number {
    const first = this.#firstOfSet();
    let chosen = first;
    for (let slot = first + 1; slot < first + setSize; slot++) {
      if ((this.#ends[slot] ?? 0) < (this.#ends[chosen] ?? 0)) chosen = slot;
    }
    return chosen;
  }

  /** Two lanes of multiply and rotate with the final mix of MurmurHash3; not for secrets. */
  #hashKey(key: string): void {
    let [a = 0, b = 0] = this.#seeds;
    for (let i = 0; i < key.length; i++) {
      const unit = key.charCodeAt(i);
      a = Math.imul(a ^ unit, 0x85ebca6b);
      a = (a << 13) | (a >>> 19);
      b = Math.imul(b ^ unit, 0xc2b2ae35);
      b = (b << 17) | (b >>> 15);
    }
    this.#hash[0] = mix(a ^ b);
    this.#hash[1] = mix(b + key.length);
  }
}

function mix(bits: number): number {
  const first = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
  const second = Math.imul(first ^ (first >>> 13), 0xc2b2ae35);
  return second ^ (second >>> 16);
}
