import type pg from "pg";

/** What analytics of a window come to, as far as both ways are compared. */
export interface Figures {
  scans: number;
  visitors: number;
  bots: number;
}

export interface RawWindow {
  accountId: string;
  timeZone: string;
  from: Date;
  to: Date;
}

const within = (column: string) =>
  `account_id = $1 AND NOT is_sandbox AND ${column} >= $2 AND ${column} <= $3`;

/** Days, hours and weekdays of a zone in one pass; then devices, systems, browsers, countries and codes in another. */
const timesText = `SELECT local::date AS day, extract(hour FROM local) AS hour, extract(isodow FROM local) AS weekday,
    count(*)::int AS scans
  FROM (SELECT scanned_at AT TIME ZONE $4 AS local FROM scan WHERE ${within("scanned_at")}) s
  GROUP BY GROUPING SETS ((local::date), (extract(hour FROM local)), (extract(isodow FROM local)))`;
const labelsText = `SELECT device, os, browser, country, qr_code_id, count(*)::int AS scans FROM scan
  WHERE ${within("scanned_at")} GROUP BY GROUPING SETS ((device), (os), (browser), (country), (qr_code_id))`;
const visitorsText = `SELECT count(*)::int AS visitors FROM (
    SELECT DISTINCT (scanned_at AT TIME ZONE 'UTC')::date, visitor FROM scan WHERE ${within("scanned_at")}) v`;
const botsText = `SELECT count(*)::int AS bots FROM excluded_scan
  WHERE ${within("seen_at")} AND reason IN ('bot', 'preview')`;
const cappedText = `SELECT sum(count) AS capped FROM over_limit_scan WHERE ${within("minute")}`;

/** The figures of analytics as one would ask the rows for them, each pass as good as PostgreSQL makes it. */
export async function readRawFigures(
  client: pg.Client,
  { accountId, timeZone, from, to }: RawWindow,
): Promise<Figures> {
  const values = [accountId, from, to];
  const times = await client.query<{ day: string | null; scans: number }>(timesText, [...values, timeZone]);
  await client.query(labelsText, values);
  const visitors = await client.query<{ visitors: number }>(visitorsText, values);
  const bots = await client.query<{ bots: number }>(botsText, values);
  await client.query(cappedText, values);
  await client.query("SELECT count(*) FROM qr_code WHERE account_id = $1 AND environment = 'production'", [
    accountId,
  ]);
  const days = times.rows.filter(({ day }) => day !== null);
  return {
    scans: days.reduce((sum, { scans }) => sum + scans, 0),
    visitors: visitors.rows[0]!.visitors,
    bots: bots.rows[0]!.bots,
  };
}
