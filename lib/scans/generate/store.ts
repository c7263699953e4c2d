import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type pg from "pg";
import { from as copyFrom } from "pg-copy-streams";
import { stampLock } from "@/lib/platform/db";
import { markDirty, type Owner } from "@/lib/rollups";
import { copyHeader, copyTrailer, excludedColumns, type RowWriter, scanColumns } from "./copy-rows";
import type { MadeCall } from "./history";
import type { TakenStamps } from "./taken-stamps";

/** Scans of one transaction: what an interruption loses at most, and what one waits for it. */
const chunkScans = 50_000;
/** Rows go to the database in pieces of so many bytes, so that it stores while the next are made. */
const pieceBytes = 1 << 16;
const dayMs = 86_400_000;

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
 * Stores the next calls of a history in one transaction: rows, their codes' counts, their days as dirty, the account's
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
    await copyInto(client, `scan (${scanColumns})`, writeScans(store, calls, tally));
    if (tally.excluded > 0) {
      await copyInto(client, `excluded_scan (${excludedColumns})`, [writer.takeExcluded()]);
    }
    if (tally.scans > 0) await settle(store, tally);
    await client.query("COMMIT");
  } catch (error) {
    await client.query("ROLLBACK").catch(() => undefined);
    throw error;
  }
  return tally.scans === 0 ? null : tally;
}

async function copyInto(
  client: pg.Client,
  table: string,
  rows: AsyncIterable<Buffer> | Iterable<Buffer>,
): Promise<void> {
  const withFrame = async function* () {
    yield copyHeader;
    yield* rows;
    yield copyTrailer;
  };
  const copy = client.query(copyFrom(`COPY ${table} FROM STDIN (FORMAT binary)`));
  await pipeline(Readable.from(withFrame()), copy);
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
    if (writer.scanBytes >= pieceBytes) yield writer.takeScans();
  }
  yield writer.takeScans();
}

/**
 * What real scans are settled with, too, in the order in which a batch of them locks. It comes after the rows, so that
 * visitors of the same codes wait for milliseconds. The month's detailed scans stay as they are: a history made up
 * uses nothing of a plan. Scans after the documents' end count as unrolled, so that a server rolls them.
 */
async function settle({ client, owner, codeIds }: Store, tally: Tally): Promise<void> {
  const { accountId, isSandbox } = owner;
  const codes = [...tally.codes];
  await client.query("SELECT pg_advisory_xact_lock($1)", [stampLock]);
  const { rowCount } = await client.query(
    "SELECT FROM qr_code WHERE id = ANY($1) AND account_id = $2 ORDER BY id FOR NO KEY UPDATE",
    [codes.map(([code]) => codeIds[code]), accountId],
  );
  if (rowCount !== codes.length) throw new Error("A code was deleted while scans of it were being made.");
  await client.query(
    `UPDATE qr_code SET scan_count = scan_count + scans, last_scanned_at = greatest(last_scanned_at, last)
     FROM unnest($1::uuid[], $2::int[], $3::timestamptz[]) AS counted(code_id, scans, last) WHERE id = code_id`,
    [
      codes.map(([code]) => codeIds[code]),
      codes.map(([, { scans }]) => scans),
      codes.map(([, { last }]) => new Date(last)),
    ],
  );
  await client.query(
    `INSERT INTO scan_ledger AS l (account_id, is_sandbox, last_stamp, month, detailed, unrolled)
     VALUES ($1, $2, $3, date_trunc('month', now() AT TIME ZONE 'UTC'), 0, $4)
     ON CONFLICT (account_id, is_sandbox) DO UPDATE SET last_stamp = greatest(l.last_stamp, excluded.last_stamp),
       unrolled = l.unrolled + CASE WHEN l.rolled_to > excluded.last_stamp THEN 0 ELSE excluded.unrolled END`,
    [accountId, isSandbox, new Date(tally.lastAt), tally.scans],
  );
  const days = [...tally.days].map((day) => new Date(day * dayMs).toISOString().slice(0, 10));
  await markDirty(client, owner, days);
}
