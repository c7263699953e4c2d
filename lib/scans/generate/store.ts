import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type pg from "pg";
import { from as copyFrom } from "pg-copy-streams";
import { markStaleDays, type Owner } from "@/lib/rollups";
import { copyHeader, copyTrailer, type RowWriter } from "./copy-rows";
import type { MadeCall } from "./history";
import {
  copySql,
  hasScansBetween,
  listStamps,
  lockCodes,
  lockStamps,
  updateCodes,
  upsertCounter,
} from "./queries";
import { dayMs, hourMs } from "./rhythm";

/** Scans of one transaction: what an interruption loses at most, and what one waits for it. */
const chunkScans = 50_000;
/** Rows go to the database in pieces of so many bytes, so that it stores while the next are made. */
const pieceBytes = 1 << 16;
/** What a chunk holds, by the index of the code. */
class Tally {
  scans = 0;
  excluded = 0;
  lastAt = 0;
  readonly days = new Set<number>();
  readonly codes = new Map<number, { scans: number; last: number }>();

  countScan(code: number, at: number): void {
    const counted = this.codes.get(code);
    if (counted === undefined) this.codes.set(code, { scans: 1, last: at });
    else {
      counted.scans += 1;
      counted.last = at;
    }
    this.scans += 1;
    this.#count(at);
  }

  countExcluded(at: number): void {
    this.excluded += 1;
    this.#count(at);
  }

  #count(at: number): void {
    this.lastAt = at;
    this.days.add(Math.floor(at / dayMs));
  }
}

interface Store {
  client: pg.Client;
  owner: Owner;
  codeIds: readonly string[];
  writer: RowWriter;
  taken: TakenStamps;
}

/**
 * Stores the next calls of a history in one transaction: rows, their codes' counts, their days as stale, the account's
 * last stamp. Answers null at the history's end, else how many rows there were.
 */
export async function storeChunk(
  store: Store,
  calls: Iterator<MadeCall>,
): Promise<{ scans: number; excluded: number } | null> {
  const { client, writer } = store;
  const tally = new Tally();
  await client.query("BEGIN");
  try {
    await copyInto(client, "scan", writeScans(store, calls, tally));
    if (tally.excluded > 0) await copyInto(client, "excluded_scan", [writer.drainExcluded()]);
    if (tally.scans > 0) await updateCounts(store, tally);
    await client.query("COMMIT");
  } catch (error) {
    await client.query("ROLLBACK").catch(() => undefined);
    throw error;
  }
  return tally.scans === 0 ? null : tally;
}

async function copyInto(
  client: pg.Client,
  table: Parameters<typeof copySql>[0],
  rows: AsyncIterable<Buffer> | Iterable<Buffer>,
): Promise<void> {
  const withFrame = async function* () {
    yield copyHeader;
    yield* rows;
    yield copyTrailer;
  };
  await pipeline(Readable.from(withFrame()), client.query(copyFrom(copySql(table))));
}

async function* writeScans(
  { writer, taken }: Store,
  calls: Iterator<MadeCall>,
  tally: Tally,
): AsyncGenerator<Buffer> {
  while (tally.scans < chunkScans) {
    const { done, value: call } = calls.next();
    if (done) break;
    if (call.machine >= 0) {
      writer.writeExcluded(call);
      tally.countExcluded(call.at);
      continue;
    }
    const at = taken.isLoaded(call.at) ? taken.next(call.at) : await taken.load(call.at);
    writer.writeScan(at === call.at ? call : { ...call, at });
    tally.countScan(call.code, at);
    if (writer.scanBytes >= pieceBytes) yield writer.drainScans();
  }
  yield writer.drainScans();
}

/**
 * Updates what real scans update, too, in the order in which a batch of them locks. It comes after the rows, so that
 * visitors of the same codes wait for milliseconds.
 */
async function updateCounts({ client, owner, codeIds }: Store, tally: Tally): Promise<void> {
  const counted = [...tally.codes].map(([code, { scans, last }]) => ({
    codeId: codeIds[code]!,
    scans,
    last: new Date(last),
  }));
  await lockStamps(client);
  const codes = counted.map(({ codeId }) => codeId);
  if ((await lockCodes(client, owner.accountId, codes)) !== codes.length) {
    throw new Error("A code was deleted while scans of it were being made.");
  }
  await updateCodes(client, counted);
  await upsertCounter(client, owner, new Date(tally.lastAt), tally.scans);
  const days = [...tally.days].map((day) => new Date(day * dayMs).toISOString().slice(0, 10));
  await markStaleDays(client, owner, days);
}

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
    const isTaken = await hasScansBetween(owner, new Date(from), new Date(to + marginMs));
    return new TakenStamps(owner, !isTaken);
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
    const from = this.#hour * hourMs;
    this.#taken = await listStamps(this.#owner, new Date(from), new Date(from + hourMs + marginMs));
    return this.next(at);
  }
}
