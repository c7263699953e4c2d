import { type Claim, maxConcurrency, maxInFlight, type QueueHealth } from "./schema";

const quarter = maxInFlight / 4;
const half = maxInFlight / 2;
const threeQuarters = maxInFlight - quarter;

const healths: readonly QueueHealth[] = ["quick", "unproven", "troubled"];

/** Who holds a place, or asks for one. */
type Taker = Pick<Claim, "accountId" | "health">;

/** What may be claimed: so much together, and of webhooks that stand so; of these accounts nothing more. */
export interface Room {
  limit: number;
  mostOfAccount: number;
  shares: { health: QueueHealth; room: number }[];
  fullAccounts: string[];
}

/**
 * How the places of a process are shared, so that whatever some do there is one for others:
 * - what fails holds a quarter at most, and half together with what is slow or has not answered yet;
 * - an account holds a quarter at most, and more of the first three while nobody else waits;
 * - the last quarter is for accounts that hold nothing else: each gets one place of it.
 */
export class Places {
  #taken = 0;
  readonly #takenBy = new Map<string, number>();
  readonly #accounts = new Set<string>();

  constructor(takers: readonly Taker[]) {
    for (const taker of takers) this.#take(taker);
  }

  /** What can be claimed, `limit` at most: first for all alike; where nobody waits for that, by who has its quarter. */
  rooms(limit: number): Room[] {
    const fair = this.#room(limit, maxInFlight, quarter);
    const spare = this.#room(limit, threeQuarters, threeQuarters);
    return (fair.fullAccounts.length === 0 ? [fair] : [fair, spare]).filter((room) => room.limit > 0);
  }

  /** Takes places for who asks, each a first before any a second. Answers how many each has got. */
  allot(askers: readonly (Taker & { concurrency: number })[], { limit, mostOfAccount }: Room): number[] {
    const got = askers.map(() => 0);
    const mostTaken = this.#taken + limit;
    for (let turn = 1; turn <= maxConcurrency; turn += 1) {
      for (const [index, asker] of askers.entries()) {
        if (turn > asker.concurrency || this.#taken === mostTaken) continue;
        if (this.#isFull(asker.accountId, mostOfAccount) || this.#roomOf(asker.health) <= 0) continue;
        this.#take(asker);
        got[index] = turn;
      }
    }
    return got;
  }

  #room(limit: number, mostTaken: number, mostOfAccount: number): Room {
    const shares = healths.map((health) => ({ health, room: this.#roomOf(health) }));
    return {
      limit: Math.min(limit, mostTaken - this.#taken),
      mostOfAccount,
      shares: shares.filter(({ room }) => room > 0),
      fullAccounts: [...this.#accounts].filter((id) => this.#isFull(id, mostOfAccount)),
    };
  }

  #roomOf(health: QueueHealth): number {
    const failing = this.#countOf("troubled");
    const waiting = failing + this.#countOf("unproven");
    if (health === "quick") return maxInFlight - this.#taken;
    return Math.min(half - waiting, health === "troubled" ? quarter - failing : half);
  }

  #isFull(accountId: string, mostOfAccount: number): boolean {
    return this.#countOf(accountId) >= (this.#taken < threeQuarters ? mostOfAccount : 1);
  }

  /** @param key one of `QueueHealth`, or the id of an account. */
  #countOf(key: string): number {
    return this.#takenBy.get(key) ?? 0;
  }

  #take({ accountId, health }: Taker): void {
    this.#taken += 1;
    this.#accounts.add(accountId);
    for (const key of [accountId, health]) this.#takenBy.set(key, this.#countOf(key) + 1);
  }
}
