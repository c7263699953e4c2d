import type pg from "pg";
import { insertKeys } from "@/e2e/support/tenants";
import { closeDatabase, setDatabaseUrl } from "@/lib/platform/db";
import { buildDocuments, generateScans } from "@/lib/scans/generate";
import { Progress } from "@/server/admin/progress";
import { openEmbeddedDatabase } from "@/server/database/embedded-postgres";
import { scanOf } from "./callers";
import { type Cost, measureCost, takeMiddles } from "./cost";
import { zipf } from "./drive/visits";
import { type Call, type Load, sendMany, sendPaced } from "./load";
import { buildService, rssOf, type ServiceSubject, startService } from "./processes";
import { type BenchOptions, formatMs, interleave, percentile, type Ratio } from "./report";
import { besideService, insertShortCodes, type ShortCode } from "./short-codes";

/** How much there is before anything is measured, and how long it is written to. */
const volumes = {
  short: { accounts: 20, scans: 1_000_000, minutes: 1 },
  full: { accounts: 400, scans: 20_000_000, minutes: 15 },
};
/** As many as Pro holds. */
const codesOfEach = 500;
/** The first account's share of all scans; the others share the rest evenly. */
const largestShare = 0.25;
const days = 365;
const visits = 200_000;
const warmUps = 60_000;
const rounds = 5;
const visitsOfRound = 20_000;
const writesPerSecond = 300;
const samples = 30;
const load: Load = { connections: 64, expect: "3xx" };

/** Redirects, charts, memory and dead rows of a service that holds much, beside one that holds nothing. */
export async function measureVolume({ asBuilt, full }: BenchOptions): Promise<Ratio[]> {
  if (!asBuilt) buildService();
  const volume = full ? volumes.full : volumes.short;
  const filled = await startService();
  const codes = await fillService(filled, volume);
  const empty = await startService();
  const few = await besideService(empty, (pool) => insertShortCodes(pool, { accounts: 2, codesOfEach }));
  return [
    // First: visitors of a day that is still open are counted from its rows, and what follows is a year's scans in minutes.
    ...(await measureCharts(filled, codes)),
    ...(await compareRedirects({ filled, empty }, { filled: codes, empty: few })),
    ...(await measureWrites(filled, codes, volume.minutes)),
  ];
}

/** Adds accounts whose codes were scanned for a year, and counts the scans into documents. */
async function fillService(
  { dataDir }: Pick<ServiceSubject, "dataDir">,
  { accounts, scans }: { accounts: number; scans: number },
): Promise<ShortCode[]> {
  const database = await openEmbeddedDatabase(dataDir);
  setDatabaseUrl(database.url);
  try {
    return await besideService({ dataDir }, async (pool) => {
      const codes = await insertShortCodes(pool, { accounts, codesOfEach });
      const progress = new Progress("Accounts with scans");
      const owners = [...new Set(codes.map(({ accountId }) => accountId))];
      for (const [at, accountId] of owners.entries()) {
        const share = at === 0 ? largestShare : (1 - largestShare) / (owners.length - 1);
        await addHistory(accountId, codes, Math.round(scans * share), at);
        progress.show(at + 1, owners.length);
      }
      await pool.query("VACUUM (ANALYZE)");
      return codes;
    });
  } finally {
    await closeDatabase();
    await database.release();
  }
}

async function addHistory(accountId: string, codes: readonly ShortCode[], count: number, seed: number) {
  const codeIds = codes.filter((code) => code.accountId === accountId).map(({ id }) => id);
  const until = new Date(Date.now() - 60_000);
  const watch = { onProgress: () => {} };
  await generateScans({ accountId, codeIds, count, days, seed, until }, watch);
  await buildDocuments(accountId, watch);
}

/** Few codes are scanned often and many rarely, as by Zipf's law: which of so many each visit is of. */
function drawPlaces(count: number): number[] {
  const pick = zipf(count);
  return Array.from({ length: visits }, pick);
}

const pathsOf = (codes: readonly ShortCode[], places = drawPlaces(codes.length)): string[] =>
  places.map((place) => `/r/${codes[place]!.shortCode}`);

/**
 * The same visits on both: of 1,000 codes of two accounts. Then of all codes, most of which come alone to their batch of scans
 * and to the memory of targets.
 */
async function compareRedirects(
  services: Record<"filled" | "empty", ServiceSubject>,
  codes: Record<"filled" | "empty", ShortCode[]>,
): Promise<Ratio[]> {
  const places = drawPlaces(codes.empty.length);
  const calls = {
    filled: scanOf(pathsOf(codes.filled, places)),
    empty: scanOf(pathsOf(codes.empty, places)),
    spread: scanOf(pathsOf(codes.filled)),
  };
  const serviceOf = { ...services, spread: services.filled };
  const measure = (name: keyof typeof calls) => () =>
    measureCost(serviceOf[name], calls[name], visitsOfRound, serviceOf[name], load);
  for (const name of ["filled", "empty", "spread"] as const)
    await sendMany(serviceOf[name].origin, calls[name], warmUps, load);
  const { filled, empty, spread } = takeMiddles(
    await interleave(rounds, {
      filled: measure("filled"),
      empty: measure("empty"),
      spread: measure("spread"),
    }),
  );
  const row = (what: string, ours: Cost, cost: (figures: Cost) => number, aim: Ratio["aim"]): Ratio => ({
    what,
    ours: formatMs(cost(ours)),
    peer: formatMs(cost(empty)),
    ratio: cost(ours) / cost(empty),
    aim,
  });
  const ofBoth = ({ cpuMs, databaseMs }: Cost) => cpuMs + databaseMs;
  const count = codes.filled.length.toLocaleString("en");
  return [
    row(`CPU of a redirect beside ${count} codes : in an empty database`, filled, ({ cpuMs }) => cpuMs, {
      atMost: 1.1,
    }),
    row("  with PostgreSQL's", filled, ofBoth, { atMost: 1.1 }),
    row(`  of all ${count} codes in turn, with PostgreSQL's`, spread, ofBoth, null),
  ];
}

/** Analytics of 30 days: of the account with a quarter of all scans, and of the others in turn. */
async function measureCharts(service: ServiceSubject, codes: readonly ShortCode[]): Promise<Ratio[]> {
  const owners = [...new Set(codes.map(({ accountId }) => accountId))];
  const keys = await besideService(service, (pool) =>
    insertKeys(
      pool,
      owners.map((accountId) => ({
        accountId,
        environment: "production" as const,
        permissions: ["analytics:read" as const],
      })),
    ),
  );
  const authorizations = keys.map(({ apiKey }) => `Bearer ${apiKey}`);
  const callOf = (authorization: string): Call => ({
    method: "GET",
    path: "/api/v1/analytics?timeRange=30d&timezone=Europe/Berlin",
    headers: { authorization },
  });
  const rows: Ratio[] = [];
  const measure = async (whose: string, wanted: readonly string[]) => {
    const times: number[] = [];
    let at = 0;
    const next = () => callOf(wanted[at++ % wanted.length]!);
    await sendMany(service.origin, next, 400, { connections: 1, times });
    const [p95, middle] = [percentile(times, 0.95), percentile(times, 0.5)];
    const what = `p95 in s of analytics of 30 days, ${whose}; peer: their median`;
    rows.push({
      what,
      ours: formatMs(p95),
      peer: formatMs(middle),
      ratio: p95 / 1_000,
      aim: { atMost: 0.1 },
    });
  };
  await measure("the largest account's", authorizations.slice(0, 1));
  await measure("the others' in turn", authorizations.slice(1));
  return rows;
}

interface Sample {
  rss: number;
  deadRows: number;
}

/** Memory and rows that wait for autovacuum while scans are stored at an even rate. */
async function measureWrites(
  service: ServiceSubject,
  codes: readonly ShortCode[],
  minutes: number,
): Promise<Ratio[]> {
  const calls = scanOf(pathsOf(codes));
  const amount = Math.round((minutes * 60 * writesPerSecond) / samples);
  const taken = await besideService(service, async (pool) => {
    const sampled: Sample[] = [];
    const progress = new Progress("Writes");
    for (let at = 0; at < samples; at++) {
      await sendPaced(service.origin, calls, { amount, perSecond: writesPerSecond, status: 302 });
      sampled.push({ rss: rssOf(service), deadRows: await countDeadRows(pool) });
      progress.show(at + 1, samples);
    }
    return sampled;
  });
  const most = (part: Sample[], name: keyof Sample) => Math.max(...part.map((sample) => sample[name]));
  const [before, after] = [taken.slice(0, (samples / 3) * 2), taken.slice((samples / 3) * 2)];
  const row = (
    what: string,
    name: keyof Sample,
    format: (value: number) => string,
    atMost: number,
  ): Ratio => ({
    what: `${what} of ${minutes} minutes at ${writesPerSecond} scans/s : in the rest`,
    ours: format(most(after, name)),
    peer: format(most(before, name)),
    ratio: most(after, name) / most(before, name),
    aim: { atMost },
  });
  return [
    row("most memory in the last third", "rss", (bytes) => `${Math.round(bytes / 2 ** 20)} MiB`, 1.1),
    row("most dead rows in the last third", "deadRows", (rows) => rows.toLocaleString("en"), 1.5),
  ];
}

async function countDeadRows(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ dead: number }>(
    "SELECT coalesce(sum(n_dead_tup), 0)::float8 AS dead FROM pg_stat_user_tables",
  );
  return rows[0]!.dead;
}
