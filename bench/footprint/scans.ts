import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { insertFullAccounts } from "@/e2e/support/tenants";
import { openConnection } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { rollUpScans } from "@/lib/rollups";
import { storeBatch } from "@/lib/scans/store";
import { formatMs, type Ratio } from "../report";
import { insertShortCodes } from "../short-codes";
import { VisitMaker } from "./made-visits";
import { type Spent, spend } from "./spend";
import { formatMillion, formatTables, grownBy, sizeOf, sizesOfIndexes, totalOf } from "./tables";

/** Scans of each size of batch: as many as are quick to store. */
const sizes = [
  { batch: 1, scans: 3_000 },
  { batch: 10, scans: 20_000 },
  { batch: 50, scans: 50_000 },
  { batch: 500, scans: 100_000 },
] as const;
const usualBatch = 200;
const scansAfterCheckpoint = 20_000;
const codesOfFull = 500;
const accounts = 100;
/** Rolling stays so far behind what is stored. */
const behindMs = 6_000;

/**
 * What the recorder's own transactions leave on the disk and take of CPU, with visits made up as life's: of 2,000 codes of
 * 100 accounts, then of 200,000 codes that are all scanned alike, where each scan touches pages of its own.
 */
export async function measureScans(url: string, isFull: boolean): Promise<Ratio[]> {
  const pool = new pg.Pool({ connectionString: url });
  const client = openConnection("quietzone bench");
  await client.connect();
  try {
    const codes = await insertShortCodes(pool, { accounts, codesOfEach: 20 });
    const maker = new VisitMaker({ codes });
    await storeIn(maker, 5_000, usualBatch);
    return [
      ...(await measureBytes(client, maker, isFull ? 1_000_000 : 300_000)),
      ...(await measureBatches(client, maker)),
      ...(await measurePages(client, pool, isFull ? 2_000 : 400)),
    ];
  } finally {
    await client.end();
    await pool.end();
  }
}

async function storeIn(maker: VisitMaker, scans: number, batch: number): Promise<void> {
  for (let left = scans; left > 0; left -= batch) {
    await storeBatch({ id: newId(), visits: maker.take(Math.min(batch, left)) });
  }
}

const readValues = `SELECT sum(pg_column_size(s.*) - 24)::float8 AS bytes, sum(length(user_agent))::float8 AS agents
  FROM scan s`;

async function measureBytes(client: pg.Client, maker: VisitMaker, scans: number): Promise<Ratio[]> {
  const [before, batchesBefore] = [await sizeOf(client, "scan"), await sizeOf(client, "scan_batch")];
  await client.query("CHECKPOINT");
  const { walBytes } = await spend(client, () => storeIn(maker, scans, usualBatch));
  const stored = grownBy(await sizeOf(client, "scan"), before);
  const batches = grownBy(await sizeOf(client, "scan_batch"), batchesBefore);
  const { rows } = await client.query<{ bytes: number; agents: number }>(readValues);
  const [all] = (await client.query<{ count: number }>("SELECT count(*)::int AS count FROM scan")).rows;
  const values = (rows[0]!.bytes / all!.count) * scans;
  const row = (what: string, bytes: number, ours: string): Ratio => ({
    what,
    ours,
    peer: formatMillion(values, scans),
    ratio: bytes / values,
    aim: null,
  });
  const indexes = await sizesOfIndexes(client, "scan");
  return [
    row("a million scans, raw : their values", totalOf(stored), formatTables(stored, scans)),
    ...indexes.map(({ name, bytes }) => row(`  ${name}`, bytes, formatMillion(bytes, all!.count))),
    row(
      "  the user agents among the values",
      (rows[0]!.agents / all!.count) * scans,
      formatMillion(rows[0]!.agents, all!.count),
    ),
    row(`  WAL, in batches of ${usualBatch}`, walBytes, formatMillion(walBytes, scans)),
    {
      ...row("  a million batches : a million scans", 0, formatTables(batches, scans / usualBatch)),
      peer: formatMillion(totalOf(stored), scans),
      ratio: (totalOf(batches) * usualBatch) / totalOf(stored),
    },
    await measureRolling(client),
  ];
}

/** Scans of many accounts that came together, into the documents of their day, which is still open. */
async function measureRolling(client: pg.Client): Promise<Ratio> {
  await sleep(behindMs);
  let scans = 0;
  const { databaseMs, ownMs } = await spend(client, async () => {
    scans = await rollUpScans({ isForced: true, budgetMs: Number.POSITIVE_INFINITY });
  });
  const perMillion = (ms: number) => `${((ms / scans) * 1_000).toFixed(1)} s`;
  return {
    what: `rolling a million scans of ${accounts} accounts, PostgreSQL's CPU : the server's`,
    ours: perMillion(databaseMs),
    peer: perMillion(ownMs),
    ratio: databaseMs / ownMs,
    aim: null,
  };
}

async function measureBatches(client: pg.Client, maker: VisitMaker): Promise<Ratio[]> {
  const usual = await spend(client, () => storeIn(maker, 50_000, usualBatch));
  const each = (spent: Spent, scans: number) =>
    `${formatMs(spent.databaseMs / scans)}, ${Math.round(spent.walBytes / scans)} B of WAL`;
  const ratios: Ratio[] = [];
  for (const { batch, scans } of sizes) {
    const spent = await spend(client, () => storeIn(maker, scans, batch));
    ratios.push({
      what: `PostgreSQL's CPU of a scan in batches of ${batch} : of ${usualBatch}`,
      ours: each(spent, scans),
      peer: each(usual, 50_000),
      ratio: spent.databaseMs / scans / (usual.databaseMs / 50_000),
      aim: null,
    });
  }
  return ratios;
}

/** The first change of a page after a checkpoint is logged as the whole page: dear where every scan is of another code. */
async function measurePages(client: pg.Client, pool: pg.Pool, fullAccounts: number): Promise<Ratio[]> {
  const owners = await insertFullAccounts(pool, fullAccounts);
  const { rows } = await pool.query<{ id: string; accountId: string }>(
    `SELECT id, account_id AS "accountId" FROM qr_code WHERE account_id = ANY($1)`,
    [owners],
  );
  const maker = new VisitMaker({ codes: rows, isEven: true });
  // So that its index has a page for about each of them.
  await storeIn(maker, 2 * scansAfterCheckpoint, usualBatch);
  const walOf = async () => {
    await client.query("CHECKPOINT");
    return (await spend(client, () => storeIn(maker, scansAfterCheckpoint, usualBatch))).walBytes;
  };
  const plain = await walOf();
  await client.query("ALTER SYSTEM SET wal_compression = 'on'");
  await client.query("SELECT pg_reload_conf()");
  const compressed = await walOf();
  await client.query("ALTER SYSTEM RESET wal_compression");
  await client.query("SELECT pg_reload_conf()");
  const count = (fullAccounts * codesOfFull).toLocaleString("en-GB");
  return [
    {
      what: `WAL of a scan right after a checkpoint, ${count} codes : with wal_compression`,
      ours: `${Math.round(plain / scansAfterCheckpoint)} B`,
      peer: `${Math.round(compressed / scansAfterCheckpoint)} B`,
      ratio: plain / compressed,
      aim: null,
    },
  ];
}
