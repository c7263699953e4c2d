import type pg from "pg";
import type { Caller } from "@/lib/accounts/schema";
import { readAnalytics } from "@/lib/analytics";
import { openConnection, sql } from "@/lib/platform/db";
import { purgeScans } from "@/lib/rollups/retention";
import { buildDocuments, generateScans } from "@/lib/scans/generate";
import { formatMs, type Ratio } from "../report";
import { insertShortCodes } from "../short-codes";
import { type Spent, spend } from "./spend";
import { formatMillion, formatTables, sizeOf, totalOf } from "./tables";

const codesOfAccount = 20;
const days = 365;
const keptDays = 31;
const readings = 50;
const minuteMs = 60_000;

/**
 * Documents of days: their bytes by how many scans a code has a day, with the raw rows there and gone, and what it takes to
 * count them, to purge their rows and to read them. One account with 20 codes over a year.
 */
export async function measureDays(): Promise<Ratio[]> {
  const client = openConnection("quietzone bench");
  await client.connect();
  try {
    const ratios: Ratio[] = [];
    for (const scans of [10_000, 100_000, 1_000_000]) {
      await client.query("TRUNCATE scan, excluded_scan, scan_day, stale_scan_day, scan_counter, scan_batch");
      ratios.push(...(await measureHistory(client, scans)));
    }
    return ratios;
  } finally {
    await client.end();
  }
}

async function measureHistory(client: pg.Client, scans: number): Promise<Ratio[]> {
  const caller = await generate(scans);
  const { accountId } = caller;
  const counted = await spend(client, () => buildDocuments(accountId, { onProgress: () => {} }));
  await client.query("VACUUM (FULL, ANALYZE) scan, scan_day");
  const documents = await countDocuments(client);
  const [raw, rolled] = [await sizeOf(client, "scan", "excluded_scan"), await sizeOf(client, "scan_day")];
  const readingOf = async (timeRange: "30d" | "1y"): Promise<Ratio> => {
    const query = { timeRange, timezone: "Europe/Berlin", includeScans: false };
    const spent = await spend(client, async () => {
      for (let reading = 0; reading < readings; reading++) await readAnalytics(caller, query);
    });
    const [ours, peer] = [spent.databaseMs / readings, spent.ownMs / readings];
    const what = `  analytics of ${timeRange}, PostgreSQL's CPU : the server's`;
    return { what, ours: formatMs(ours), peer: formatMs(peer), ratio: ours / peer, aim: null };
  };
  const readingCosts = [await readingOf("30d"), await readingOf("1y")];
  const purged = await spend(client, () =>
    purgeScans({ accountId, keptDays, budgetMs: Number.POSITIVE_INFINITY }),
  );
  await client.query("VACUUM (FULL, ANALYZE) scan, excluded_scan, scan_day");
  const [left, detailed] = [await sizeOf(client, "scan", "excluded_scan"), await sizeOf(client, "scan_day")];
  const name = `${scans.toLocaleString("en-GB")} scans in a year, ${(scans / documents).toFixed(1)} a document`;
  const cpu = (what: string, { databaseMs, ownMs, walBytes }: Spent): Ratio => ({
    what: `  ${what} a million, PostgreSQL's CPU : the server's`,
    ours: `${((databaseMs / scans) * 1_000).toFixed(1)} s, WAL ${formatMillion(walBytes, scans)}`,
    peer: `${((ownMs / scans) * 1_000).toFixed(1)} s`,
    ratio: databaseMs / ownMs,
    aim: null,
  });
  return [
    {
      what: `${name}: a million documents : a million raw scans`,
      ours: formatTables(rolled, documents),
      peer: formatTables(raw, scans),
      ratio: totalOf(rolled) / documents / (totalOf(raw) / scans),
      aim: null,
    },
    {
      what: "  documents of a million scans : the raw scans themselves",
      ours: formatMillion(totalOf(rolled), scans),
      peer: formatMillion(totalOf(raw), scans),
      ratio: totalOf(rolled) / totalOf(raw),
      aim: null,
    },
    {
      what: `  all of it with ${keptDays} days kept raw : with all days`,
      ours: `${formatMillion(totalOf(detailed) + totalOf(left), scans)}, ${formatTables(detailed, documents)} a million documents`,
      peer: formatMillion(totalOf(rolled) + totalOf(raw), scans),
      ratio: (totalOf(detailed) + totalOf(left)) / (totalOf(rolled) + totalOf(raw)),
      aim: null,
    },
    cpu("counting", counted),
    cpu("purging", purged),
    ...readingCosts,
  ];
}

/** A history that ends a minute ago. */
async function generate(scans: number): Promise<Caller> {
  const codes = await insertShortCodes(sql, { accounts: 1, codesOfEach: codesOfAccount });
  const { accountId } = codes[0]!;
  const until = new Date(Date.now() - minuteMs);
  const codeIds = codes.map(({ id }) => id);
  await generateScans({ accountId, codeIds, count: scans, days, seed: 1, until }, { onProgress: () => {} });
  return { accountId, plan: "pro", environment: "production", key: null };
}

async function countDocuments(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ count: number }>("SELECT count(*)::int AS count FROM scan_day");
  return rows[0]!.count;
}
