import type { Plan } from "@/lib/plans";
import { sql, stampLock, type Transaction } from "@/lib/platform/db";
import { subscribedSql } from "@/lib/queries.events";
import { shortPathSql } from "@/lib/queries.paths";
import type { SubscribedCode } from "./scan-events";
import type { Visit } from "./visit";

/** Both in one trip, so that the statements after them see everything that was committed before the lock was ours. */
export const beginWithLock = `BEGIN; SELECT pg_advisory_xact_lock(${stampLock})`;

/** Visits that are stored in one transaction, under one id. */
export interface Batch {
  id: string;
  visits: readonly Visit[];
}

/** Whose scans: an account's data set. */
export interface ScanOwner {
  accountId: string;
  isSandbox: boolean;
}

/** Longest list of owners in a notification, whose payload PostgreSQL limits to 8,000 bytes. */
const mostPayload = 7_500;

/**
 * False: a batch of this id was stored before. Otherwise the id is kept with the batch, and those who watch the owners of its
 * visits are notified at the commit.
 */
export async function claimBatch(tx: Transaction, { id, visits }: Batch): Promise<boolean> {
  const owners = new Set(visits.map(({ accountId, isSandbox }) => `${accountId}${isSandbox ? ":s" : ":p"}`));
  const payload = [...owners].join(",");
  const { rowCount } = await tx.query({
    name: "claim_scan_batch",
    text: `INSERT INTO scan_batch (id) VALUES ($1) ON CONFLICT (id) DO NOTHING
      RETURNING CASE WHEN $2::text <> '' THEN pg_notify('quietzone_scans', $2) END`,
    values: [id, payload.length > mostPayload ? "*" : payload],
  });
  return rowCount === 1;
}

/** A code at the moment its visits are stored. */
export interface LockedCode extends ScanOwner {
  id: string;
  plan: Plan;
  scanCount: number;
  maxScans: number | null;
  /** It has not expired. */
  isLasting: boolean;
  /** Null: no webhook is subscribed to its scans. */
  subscribed: Omit<SubscribedCode, "id"> | null;
  /** Read once it was locked, in milliseconds since 1970. */
  lockedAt: number;
}

/**
 * Locks codes until the commit, each id once, in the order of their ids: a deletion of one waits, and then finds every scan to
 * purge. The clock is read outside of the locking select, which evaluates its own columns before it waits.
 */
export async function lockCodes(tx: Transaction, ids: ReadonlySet<string>): Promise<LockedCode[]> {
  const { rows } = await tx.query<LockedCode>({
    name: "lock_scanned_codes",
    text: `SELECT code.*, ${epochMs("clock_timestamp()")} AS "lockedAt"
      FROM (
        SELECT c.id, c.account_id AS "accountId", c.environment = 'sandbox' AS "isSandbox", a.plan,
          c.scan_count AS "scanCount", (c.rules ->> 'maxScans')::float8 AS "maxScans",
          coalesce((c.rules ->> 'expiresAt')::timestamptz > now(), true) AS "isLasting",
          CASE WHEN ${subscribedSql("scan.created", { account: "c.account_id", environment: "c.environment" })}
            THEN json_build_object('name', c.name, 'type', c.type, 'path', ${shortPathSql("c")}, 'tags', c.tags)
          END AS subscribed
        FROM qr_code c JOIN account a ON a.id = c.account_id
        WHERE c.id = ANY($1::uuid[]) ORDER BY c.id FOR NO KEY UPDATE OF c
      ) code`,
    values: [writeArray([...ids], itself)],
  });
  return rows;
}

const itself = (item: string) => item;

/** Where an account's scans of one data set stand. Times are milliseconds since 1970. */
export interface ScanCounter extends ScanOwner {
  /** First day of the month (UTC) that `detailed` counts: `YYYY-MM-DD`. */
  month: string;
  detailed: number;
  lastStamp: number;
  rolledTo: number | null;
}

/** Needs no lock of rows: what it is read for is written under the stamps' lock alone. Accounts without scans have no counter yet. */
export async function readCounters(tx: Transaction, accounts: ReadonlySet<string>): Promise<ScanCounter[]> {
  const { rows } = await tx.query<ScanCounter>({
    name: "read_scan_counters",
    text: `SELECT account_id AS "accountId", is_sandbox AS "isSandbox", month::text, detailed,
        ${epochMs("last_stamp")} AS "lastStamp", ${epochMs("rolled_to")} AS "rolledTo"
      FROM scan_counter WHERE account_id = ANY($1::uuid[])`,
    values: [writeArray([...accounts], itself)],
  });
  return rows;
}

/** SQL: a time as whole milliseconds since 1970, which JavaScript reads as a number. */
function epochMs(time: string): string {
  return `(extract(epoch FROM date_trunc('milliseconds', ${time})) * 1000)::float8`;
}

/** A visit with the owner that its code has, and its time in milliseconds since 1970. */
export interface PlacedVisit {
  visit: Visit;
  owner: ScanOwner;
  at: number;
}

const accountOf = ({ owner }: PlacedVisit) => owner.accountId;
const sandboxOf = ({ owner }: PlacedVisit) => (owner.isSandbox ? "t" : "f");
const codeOf = ({ visit }: PlacedVisit) => visit.codeId;
const idOf = ({ visit }: PlacedVisit) => visit.id;
const routeOf = ({ visit }: PlacedVisit) => visit.route ?? null;
const variantOf = ({ visit }: PlacedVisit) => visit.variant ?? null;
const timeOf = ({ at }: { at: number }) => new Date(at).toISOString();

export async function insertScans(tx: Transaction, scans: readonly PlacedVisit[]): Promise<void> {
  await tx.query({
    name: "insert_scans",
    text: `INSERT INTO scan (id, account_id, is_sandbox, qr_code_id, scanned_at, visitor, device, os, browser, country, city,
        user_agent, route, variant)
      SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::boolean[], $4::uuid[], $5::timestamptz[], $6::bigint[],
        $7::varchar[], $8::varchar[], $9::varchar[], $10::varchar[], $11::varchar[], $12::varchar[], $13::varchar[],
        $14::varchar[])`,
    values: [
      writeArray(scans, idOf),
      writeArray(scans, accountOf),
      writeArray(scans, sandboxOf),
      writeArray(scans, codeOf),
      writeArray(scans, timeOf),
      writeArray(scans, ({ visit }) => visit.visitor.visitor),
      writeArray(scans, ({ visit }) => visit.visitor.device),
      writeArray(scans, ({ visit }) => visit.visitor.os),
      writeArray(scans, ({ visit }) => visit.visitor.browser),
      writeArray(scans, ({ visit }) => visit.visitor.country),
      writeArray(scans, ({ visit }) => visit.visitor.city),
      writeArray(scans, ({ visit }) => visit.visitor.userAgent),
      writeArray(scans, routeOf),
      writeArray(scans, variantOf),
    ],
  });
}

/** Scans whose ids were given to their targets, for the goals that may come. */
export async function insertGoalScans(tx: Transaction, scans: readonly PlacedVisit[]): Promise<void> {
  await tx.query({
    name: "insert_goal_scans",
    text: `INSERT INTO goal_scan (scan_id, account_id, is_sandbox, qr_code_id, scanned_at, route, variant, country)
      SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::boolean[], $4::uuid[], $5::timestamptz[], $6::varchar[],
        $7::varchar[], $8::varchar[])`,
    values: [
      writeArray(scans, idOf),
      writeArray(scans, accountOf),
      writeArray(scans, sandboxOf),
      writeArray(scans, codeOf),
      writeArray(scans, timeOf),
      writeArray(scans, routeOf),
      writeArray(scans, variantOf),
      writeArray(scans, ({ visit }) => visit.visitor.country),
    ],
  });
}

export async function insertExcludedScans(tx: Transaction, calls: readonly PlacedVisit[]): Promise<void> {
  await tx.query({
    name: "insert_excluded_scans",
    text: `INSERT INTO excluded_scan (id, account_id, is_sandbox, qr_code_id, seen_at, reason, user_agent)
      SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::boolean[], $4::uuid[], $5::timestamptz[], $6::varchar[],
        $7::varchar[])`,
    values: [
      writeArray(calls, idOf),
      writeArray(calls, accountOf),
      writeArray(calls, sandboxOf),
      writeArray(calls, codeOf),
      writeArray(calls, timeOf),
      writeArray(calls, ({ visit }) => visit.excluded),
      writeArray(calls, ({ visit }) => visit.visitor.userAgent),
    ],
  });
}

/** Scans of a code in a minute beyond the plan's detailed scans, of which only the number is kept. */
export interface OverLimitCount {
  owner: ScanOwner;
  codeId: string;
  /** Its beginning. */
  minute: number;
  count: number;
}

export async function addOverLimitScans(tx: Transaction, counts: readonly OverLimitCount[]): Promise<void> {
  await tx.query({
    name: "add_over_limit_scans",
    text: `INSERT INTO over_limit_scan (account_id, is_sandbox, minute, qr_code_id, count)
      SELECT * FROM unnest($1::uuid[], $2::boolean[], $3::timestamptz[], $4::uuid[], $5::int[])
      ON CONFLICT (account_id, is_sandbox, minute, qr_code_id) DO UPDATE SET count = over_limit_scan.count + excluded.count`,
    values: [
      counts.map(({ owner }) => owner.accountId),
      counts.map(({ owner }) => owner.isSandbox),
      counts.map(({ minute }) => new Date(minute).toISOString()),
      counts.map(({ codeId }) => codeId),
      counts.map(({ count }) => count),
    ],
  });
}

/** Scans added to a code, when the last of them was, and when it ended with them, if it did. */
export type CodeCount = [scans: number, lastAt: number, endedAt: number | null];

/**
 * Looks the numbers up in one object instead of joining a list, since tables that are spread over several machines take no
 * join with a function's rows in an update. `ends_at` unchanged costs no index entry.
 */
export async function countCodes(tx: Transaction, counts: ReadonlyMap<string, CodeCount>): Promise<void> {
  const of = (place: number) => `($2::jsonb -> id::text ->> ${place})::float8`;
  await tx.query({
    name: "count_code_scans",
    text: `UPDATE qr_code SET scan_count = scan_count + ${of(0)}::int,
        last_scanned_at = greatest(last_scanned_at, to_timestamp(${of(1)} / 1000)),
        ends_at = coalesce(to_timestamp(${of(2)} / 1000), ends_at)
      WHERE id = ANY($1::uuid[])`,
    values: [writeArray([...counts.keys()], itself), JSON.stringify(Object.fromEntries(counts))],
  });
}

/** How far an owner's scans are now, and how many in detail were added to the month. */
export interface CounterChange {
  owner: ScanOwner;
  lastStamp: number;
  month: string;
  detailed: number;
}

/** Answers how far the day documents of each owner reach. */
export async function moveCounters(
  tx: Transaction,
  changes: readonly CounterChange[],
): Promise<(ScanOwner & { rolledTo: Date | null })[]> {
  const { rows } = await tx.query<ScanOwner & { rolledTo: Date | null }>({
    name: "move_scan_counters",
    text: `INSERT INTO scan_counter AS l (account_id, is_sandbox, last_stamp, month, detailed, unrolled)
      SELECT account_id, is_sandbox, last_stamp, month, detailed, detailed
      FROM unnest($1::uuid[], $2::boolean[], $3::timestamptz[], $4::date[], $5::int[])
        AS n(account_id, is_sandbox, last_stamp, month, detailed)
      ORDER BY account_id, is_sandbox
      ON CONFLICT (account_id, is_sandbox) DO UPDATE SET last_stamp = excluded.last_stamp, month = excluded.month,
        detailed = excluded.detailed + CASE WHEN l.month = excluded.month THEN l.detailed ELSE 0 END,
        unrolled = l.unrolled + excluded.unrolled
      RETURNING account_id AS "accountId", is_sandbox AS "isSandbox", rolled_to AS "rolledTo"`,
    values: [
      writeArray(changes, ({ owner }) => owner.accountId),
      writeArray(changes, ({ owner }) => (owner.isSandbox ? "t" : "f")),
      writeArray(changes, ({ lastStamp }) => new Date(lastStamp).toISOString()),
      writeArray(changes, ({ month }) => month),
      writeArray(changes, ({ detailed }) => String(detailed)),
    ],
  });
  return rows;
}

/** Characters that are escaped within quotes. */
const special = /["\\]/g;

/** Ids, numbers, names without blanks: they need no quotes, unless they spell the absence of a value. */
const bare = /^[0-9A-Za-z_-]+$/;
const isNull = /^null$/i;

/**
 * A list as PostgreSQL reads it (`{a,"b c",NULL}`). The driver would write the same in several times the time: it looks at
 * every item as something that could be of any kind.
 */
export function writeArray<T>(items: readonly T[], pick: (item: T) => string | null): string {
  let text = "{";
  for (const item of items) {
    if (text.length > 1) text += ",";
    const value = pick(item);
    if (value === null) text += "NULL";
    else if (bare.test(value) && !isNull.test(value)) text += value;
    else text += `"${value.replace(special, "\\$&")}"`;
  }
  return `${text}}`;
}

/** Deletes at most so many batches that were committed more than so many days ago: how many. */
export async function deleteOldBatches(days: number, limit: number): Promise<number> {
  const { rowCount } = await sql.query({
    name: "sweep_scan_batches",
    text: `DELETE FROM scan_batch WHERE id IN (
        SELECT id FROM scan_batch WHERE committed_at < now() - $1 * interval '1 day' ORDER BY committed_at LIMIT $2)`,
    values: [days, limit],
  });
  return rowCount ?? 0;
}

/** @param day `YYYY-MM-DD`. */
export async function findSalt(day: string): Promise<Buffer | undefined> {
  const { rows } = await sql.query<{ salt: Buffer }>("SELECT salt FROM visitor_salt WHERE day = $1", [day]);
  return rows[0]?.salt;
}

/** Keeps a salt that the day has already. */
export async function insertSalt(day: string, salt: Buffer): Promise<void> {
  await sql.query("INSERT INTO visitor_salt (day, salt) VALUES ($1, $2) ON CONFLICT DO NOTHING", [day, salt]);
}

/**
 * Deletes the salts that were made two days ago, and with them the only way from an address to a visitor; returns how
 * many. A day that is not over keeps its own.
 */
export async function deleteOldSalts(): Promise<number> {
  const { rowCount } = await sql.query(
    `DELETE FROM visitor_salt
     WHERE created_at <= now() - interval '2 days' AND day < (now() AT TIME ZONE 'UTC')::date`,
  );
  return rowCount ?? 0;
}
