import type { Environment } from "@/lib/accounts/schema";
import type { UseCounts } from "./schema";

/** One key's requests of one hour (UTC) that are not written yet. */
export interface Tally extends UseCounts {
  accountId: string;
  environment: Environment;
  keyId: string;
  hourMs: number;
}

export const hourMs = 3_600_000;

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
  takeAll(): Tally[] {
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
