import type { Analytics, TimeRange } from "@/lib/analytics/schema";
import { sql } from "@/lib/platform/db";
import { countByZoneinfo, lengthFor, type ZoneAnswer } from "./zoneinfo";

/** What analytics are asked for. */
export interface AnalyticsQuestion {
  timeRange: TimeRange;
  timezone?: string;
  qrCodeId?: string;
  tag?: string;
}

/** Everything that is stored of an account's scans, as rows. */
export interface StoredScans {
  scans: {
    id: string;
    codeId: string;
    at: number;
    visitor: string;
    device: string;
    os: string;
    browser: string;
    country: string;
    route: string | null;
    variant: string | null;
  }[];
  excluded: { codeId: string; at: number; reason: string }[];
  capped: { codeId: string; at: number; count: number }[];
  codes: { id: string; name: string; type: string; isDynamic: boolean; tags: string[] }[];
}

/** All rows of an account's production data. */
export async function readStoredScans(accountId: string): Promise<StoredScans> {
  const select = async <Row>(text: string) =>
    (await sql.query({ text, values: [accountId] })).rows as unknown as Row[];
  const at = (column: string) => `(extract(epoch FROM ${column}) * 1000)::float8 AS at`;
  const ofProduction = "WHERE account_id = $1 AND NOT is_sandbox";
  return {
    scans: await select(
      `SELECT id, qr_code_id AS "codeId", ${at("scanned_at")}, visitor::text, device, os, browser, country,
         route, variant FROM scan ${ofProduction} ORDER BY scanned_at DESC, id DESC`,
    ),
    excluded: await select(
      `SELECT qr_code_id AS "codeId", ${at("seen_at")}, reason FROM excluded_scan ${ofProduction}`,
    ),
    capped: await select(
      `SELECT qr_code_id AS "codeId", ${at("minute")}, count FROM over_limit_scan ${ofProduction}`,
    ),
    codes: await select(
      `SELECT id, name, type, is_dynamic AS "isDynamic", tags FROM qr_code
       WHERE account_id = $1 AND environment = 'production'`,
    ),
  };
}

/**
 * The answer that each question must have been given at the instant its answer names, counted row by row; days, hours and
 * weekdays by Python. Shares no code with the service.
 */
export async function countAnalytics(
  stored: StoredScans,
  asked: readonly (AnalyticsQuestion & { now: number })[],
): Promise<Analytics[]> {
  const cases = asked.map(({ timeRange, timezone, now, ...named }) => ({
    zone: timezone ?? "UTC",
    now,
    instants: stored.scans.filter(isOf(stored, named)).map(({ at }) => at),
    ...lengthFor(timeRange, timezone !== undefined),
  }));
  const clocks = await countByZoneinfo(cases);
  return asked.map((question, place) => countOne(stored, question, clocks[place]!));
}

type Named = Pick<AnalyticsQuestion, "qrCodeId" | "tag">;

const namedCodes = ({ codes }: StoredScans, { qrCodeId, tag }: Named) =>
  codes.filter(
    ({ id, tags }) =>
      (qrCodeId === undefined || id === qrCodeId) && (tag === undefined || tags.includes(tag)),
  );

function isOf(stored: StoredScans, named: Named): (row: { codeId: string }) => boolean {
  if (named.qrCodeId === undefined && named.tag === undefined) return () => true;
  const ids = new Set(namedCodes(stored, named).map(({ id }) => id));
  return ({ codeId }) => ids.has(codeId);
}

function countOne(
  stored: StoredScans,
  { timeRange, timezone, now, ...named }: AnalyticsQuestion & { now: number },
  clock: ZoneAnswer,
): Analytics {
  const isNamed = isOf(stored, named);
  const isCounted = (row: { codeId: string; at: number }) =>
    isNamed(row) && row.at >= clock.start && row.at <= now;
  const scans = stored.scans.filter(isCounted);
  const most = Math.max(...clock.daily);
  const codes = namedCodes(stored, named).length;
  const days = new Set(
    scans.map(({ at, visitor }) => `${new Date(at).toISOString().slice(0, 10)} ${visitor}`),
  );
  return {
    summary: {
      totalScans: scans.length,
      totalQRCodes: codes,
      avgScansPerQR: codes === 0 ? 0 : Number((scans.length / codes).toFixed(2)),
      uniqueVisitors: days.size,
      botScans: stored.excluded.filter((row) => isCounted(row) && ["bot", "preview"].includes(row.reason))
        .length,
      cappedScans: stored.capped.filter(isCounted).reduce((total, { count }) => total + count, 0),
      timeRange,
      timeZone: timezone ?? "UTC",
      startDate: new Date(clock.start).toISOString(),
      endDate: new Date(now).toISOString(),
      mostActiveDay: most === 0 ? null : clock.dates[clock.daily.indexOf(most)]!,
      precision: "exact",
    },
    breakdowns: {
      devices: tally(scans.map(({ device }) => device)),
      countries: tally(scans.map(({ country }) => country)),
      browsers: tally(scans.map(({ browser }) => browser)),
      os: tally(scans.map(({ os }) => os)),
      routes: tally(scans.map(({ route }) => route ?? "default")),
      variants: tally(
        scans.flatMap(({ route, variant }) => (variant === null ? [] : [`${route}/${variant}`])),
      ),
    },
    distributions: {
      hourly: clock.hourly.map((count, hour) => ({ hour, count })),
      weekly: clock.weekly.map((count, day) => ({ day: weekdays[day]!, count })),
    },
    dailyScans: clock.dates.map((date, place) => ({ date, count: clock.daily[place]! })),
    topQRCodes: rank(stored, scans) as Analytics["topQRCodes"],
    topTags: rankTags(stored, scans),
    goals: [],
  };
}

const weekdays = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"] as const;

function tally(labels: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const label of labels) counts[label] = (counts[label] ?? 0) + 1;
  return counts;
}

function rankTags({ codes }: StoredScans, scans: StoredScans["scans"]): Analytics["topTags"] {
  const tagsOf = new Map(codes.map(({ id, tags }) => [id, tags]));
  const counts = tally(scans.flatMap(({ codeId }) => tagsOf.get(codeId) ?? []));
  return Object.entries(counts)
    .map(([name, scanCount]) => ({ name, scanCount }))
    .sort((one, other) => other.scanCount - one.scanCount || (one.name < other.name ? -1 : 1))
    .slice(0, 10);
}

function rank({ codes }: StoredScans, scans: StoredScans["scans"]) {
  const counts = tally(scans.map(({ codeId }) => codeId));
  return codes
    .filter(({ id }) => counts[id] !== undefined)
    .map(({ id, name, type, isDynamic }) => ({ id, name, type, scanCount: counts[id]!, isDynamic }))
    .sort((one, other) => other.scanCount - one.scanCount || (one.id < other.id ? -1 : 1))
    .slice(0, 10);
}
