import { sql } from "@/lib/platform/db";
import type { Owner } from "@/lib/rollups";

const hourMs = 3_600_000;
/** Stamps that are put off may run into the next hour a little. */
const marginMs = 60_000;

/** Stamps that an account's scans have already: no two scans share one, also where a history is laid over another. */
export class TakenStamps {
  readonly #owner: Owner;
  #isEmpty: boolean;
  #hour = Number.NaN;
  #taken: ReadonlySet<number> = new Set();
  #last = Number.NEGATIVE_INFINITY;

  private constructor(owner: Owner, isEmpty: boolean) {
    this.#owner = owner;
    this.#isEmpty = isEmpty;
  }

  static async open(owner: Owner, from: number, to: number): Promise<TakenStamps> {
    const { rows } = await sql.query(
      `SELECT FROM scan WHERE account_id = $1 AND is_sandbox = $2 AND scanned_at BETWEEN $3 AND $4 LIMIT 1`,
      [owner.accountId, owner.isSandbox, new Date(from), new Date(to + marginMs)],
    );
    return new TakenStamps(owner, rows.length === 0);
  }

  isLoaded(at: number): boolean {
    return this.#isEmpty || Math.floor(at / hourMs) === this.#hour;
  }

  /** The first free stamp from `at` on, after the last that was given. */
  next(at: number): number {
    let free = Math.max(at, this.#last + 1);
    while (this.#taken.has(free)) free += 1;
    this.#last = free;
    return free;
  }

  /** Reads the stamps of the hour of `at`, then gives the next. */
  async load(at: number): Promise<number> {
    this.#hour = Math.floor(at / hourMs);
    const { rows } = await sql.query<{ at: string }>(
      `SELECT (extract(epoch FROM scanned_at) * 1000)::bigint AS at FROM scan
       WHERE account_id = $1 AND is_sandbox = $2 AND scanned_at >= $3 AND scanned_at < $4`,
      [
        this.#owner.accountId,
        this.#owner.isSandbox,
        new Date(this.#hour * hourMs),
        new Date((this.#hour + 1) * hourMs + marginMs),
      ],
    );
    this.#taken = new Set(rows.map(({ at: stamp }) => Number(stamp)));
    return this.next(at);
  }
}
