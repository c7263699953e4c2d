import type pg from "pg";
import type { Caller } from "@/lib/accounts/schema";
import { readAnalytics, readReport } from "@/lib/analytics";
import type { ReportQuery, TimeRange } from "@/lib/analytics/schema";
import { openConnection, sql } from "@/lib/platform/db";
import { buildDocuments, generateScans } from "@/lib/scans/generate";
import { Progress } from "@/server/admin/progress";
import { openOwnDatabase } from "./own-database";
import { readRawFigures } from "./raw-figures";
import { type BenchOptions, formatMs, interleave, median, type Ratio } from "./report";
import { insertShortCodes, type ShortCode } from "./short-codes";

const timeZone = "Europe/Berlin";
const codesOfAccount = 20;
const ranges = { "30 days": "30d", "a year": "1y" } as const;
/** What a report is narrowed by, and the most of raw SQL's time that it may take. */
const narrowings = {
  place: { filters: { city: "DE/Berlin" } },
  device: { filters: { device: "Mobile" } },
  tag: { tag: "window" },
} as const;
const mostNarrowed = { "30d": 0.3, "1y": 0.2 };
/** Readings of one round; they take milliseconds. */
const readings = 10;
const minuteMs = 60_000;
const dayMs = 86_400_000;

/**
 * Analytics as the API answers them, from day documents and the raw rows of the edges, against SQL over the raw rows for
 * the same figures: of an account all of whose scans are of the last year. Then how the time grows with the scans that
 * lie before the window. Fewer scans without `--full`.
 */
export async function measureAnalytics({ full }: BenchOptions): Promise<Ratio[]> {
  await openOwnDatabase();
  const client = openConnection("quietzone bench");
  await client.connect();
  try {
    const ratios = await compareWithRaw(client, full ? 10_000_000 : 1_000_000, full ? 1 : 2);
    await client.query("TRUNCATE scan, excluded_scan, scan_day, stale_scan_day, scan_counter");
    const growth = full ? [200_000, 1_000_000, 10_000_000] : [50_000, 100_000, 1_000_000];
    return [...ratios, ...(await measureGrowth(client, growth as [number, number, number]))];
  } finally {
    await client.end();
  }
}

async function compareWithRaw(client: pg.Client, scans: number, rounds: number): Promise<Ratio[]> {
  const { caller, codes } = await seedCaller();
  await fill(client, codes, { scans, days: 365, before: 0 });
  const ratios: Ratio[] = [];
  for (const [name, range] of Object.entries(ranges)) {
    const { ours, raw, ...reports } = await interleave(rounds, {
      ours: () => timeReadings(caller, range),
      "a report": () => timeReport(caller, { timeRange: range }),
      ...Object.fromEntries(
        Object.entries(narrowings).map(([by, narrowing]) => [
          `a report narrowed by ${by}`,
          () => timeReport(caller, { timeRange: range, ...narrowing }),
        ]),
      ),
      raw: () => timeRaw(client, caller, range),
    });
    ratios.push({
      what: `raw SQL for the same figures : analytics of ${name}, ${million(scans)} scans`,
      ours: formatMs(median(ours)),
      peer: formatMs(median(raw)),
      ratio: median(raw) / median(ours),
      aim: { atLeast: range === "1y" ? 100 : 20 },
    });
    for (const [kind, times] of Object.entries<number[]>(reports)) {
      ratios.push({
        what: `${kind} of ${name} with the period before : raw SQL for its own figures`,
        ours: formatMs(median(times)),
        peer: formatMs(median(raw)),
        ratio: median(times) / median(raw),
        aim: { atMost: kind === "a report" ? 0.1 : mostNarrowed[range] },
      });
    }
  }
  return ratios;
}

/** The same window twice, with more and more scans before it. */
async function measureGrowth(
  client: pg.Client,
  [inside, few, many]: [inside: number, few: number, many: number],
): Promise<Ratio[]> {
  const { caller, codes } = await seedCaller();
  await fill(client, codes, { scans: inside, days: 364, before: 0 });
  const times: Record<TimeRange, number>[] = [];
  for (const scans of [few, many - few]) {
    await fill(client, codes, { scans, days: 365, before: 366 });
    const { year, month } = await interleave(5, {
      year: () => timeReadings(caller, "1y"),
      month: () => timeReadings(caller, "30d"),
    });
    times.push({ "1y": median(year), "30d": median(month) } as Record<TimeRange, number>);
  }
  const [before, after] = times as [Record<TimeRange, number>, Record<TimeRange, number>];
  return Object.entries(ranges).map(([name, range]) => ({
    what: `time of ${name} with ${million(many)} scans before it : with ${million(few)}`,
    ours: formatMs(after[range]),
    peer: formatMs(before[range]),
    ratio: after[range] / before[range],
    aim: { atMost: 1.5 },
  }));
}

const million = (scans: number) => `${scans / 1_000_000} million`;

async function seedCaller(): Promise<{ caller: Caller; codes: ShortCode[] }> {
  const codes = await insertShortCodes(sql, { accounts: 1, codesOfEach: codesOfAccount });
  const { accountId } = codes[0]!;
  const tagged = codes.slice(0, codesOfAccount / 4).map(({ id }) => id);
  await sql.query("UPDATE qr_code SET tags = '{window}' WHERE id = ANY($1)", [tagged]);
  return { caller: { accountId, plan: "pro", environment: "production", key: null }, codes };
}

/** A history that ended `before` days ago, counted into documents; as vacuumed as a database is after a night. */
async function fill(
  client: pg.Client,
  codes: readonly ShortCode[],
  { scans, days, before }: { scans: number; days: number; before: number },
): Promise<void> {
  const { accountId } = codes[0]!;
  const until = new Date(Date.now() - minuteMs - before * dayMs);
  const codeIds = codes.map(({ id }) => id);
  const progress = new Progress("Scans");
  await generateScans(
    { accountId, codeIds, count: scans, days, seed: 1, until },
    { onProgress: (done) => progress.show(done, scans) },
  );
  const documents = new Progress("Days counted");
  await buildDocuments(accountId, { onProgress: (done, of) => documents.show(done, of) });
  await client.query("VACUUM (ANALYZE) scan, excluded_scan, scan_day");
}

async function timeReadings(caller: Caller, timeRange: TimeRange): Promise<number> {
  const times: number[] = [];
  for (let reading = 0; reading < readings; reading++) {
    const start = performance.now();
    await readAnalytics(caller, { timeRange, timezone: timeZone, includeScans: false });
    times.push(performance.now() - start);
  }
  return median(times);
}

/** What the dashboard shows, read once. */
async function timeReport(caller: Caller, query: Omit<ReportQuery, "timezone">): Promise<number> {
  const start = performance.now();
  await readReport(caller, { ...query, timezone: timeZone });
  return performance.now() - start;
}

async function timeRaw(client: pg.Client, caller: Caller, timeRange: TimeRange): Promise<number> {
  const { summary } = await readAnalytics(caller, { timeRange, timezone: timeZone, includeScans: false });
  const { accountId } = caller;
  const window = { accountId, timeZone, from: new Date(summary.startDate), to: new Date(summary.endDate) };
  const start = performance.now();
  const raw = await readRawFigures(client, window);
  const time = performance.now() - start;
  const ours = { scans: summary.totalScans, visitors: summary.uniqueVisitors, bots: summary.botScans };
  for (const name of ["scans", "visitors", "bots"] as const) {
    if (raw[name] !== ours[name]) throw new Error(`${name}: ${ours[name]} counted, ${raw[name]} in the rows`);
  }
  return time;
}
