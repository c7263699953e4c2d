import { documentLock, stampLock, type Transaction } from "@/lib/platform/db";
import { keyOf, type Owner } from "./counts";
import { setStatementTimeout } from "./queries.build";
import { instants } from "./queries.purge";

/** Statements here read and write the scans of many days. */
const timeoutMs = 3_600_000;
const patiently = { query_timeout: timeoutMs };

/** By how much a busy account's stamps run ahead of a clock that is right (lib/scans/judge.ts). */
const usualAhead = "interval '10 seconds'";

/** The data sets with anything dated in the future, beyond the seconds that are usual; in the order of their keys. */
export async function listOwnersAhead(tx: Transaction): Promise<Owner[]> {
  await setStatementTimeout(tx, timeoutMs);
  const withRows = Object.entries(instants).map(
    ([table, at]) => `UNION SELECT account_id, is_sandbox FROM ${table} WHERE ${at} > now() + ${usualAhead}`,
  );
  const { rows } = await tx.query<Owner>({
    text: `SELECT account_id AS "accountId", is_sandbox AS "isSandbox" FROM (
        SELECT account_id, is_sandbox FROM scan_counter
        WHERE greatest(last_stamp, rolled_to, raw_from) > now() + ${usualAhead}
        ${withRows.join("\n")}) AS ahead
      ORDER BY account_id, is_sandbox`,
    ...patiently,
  });
  return rows;
}

/**
 * Keeps all others from writing these data sets' documents, then from stamping scans, until the commit. Returns the clock
 * once it does.
 */
export async function lockScans(tx: Transaction, owners: readonly Owner[]): Promise<Date> {
  for (const { accountId, isSandbox } of owners) {
    const values = [documentLock, `${accountId} ${isSandbox}`];
    await tx.query({ text: "SELECT pg_advisory_xact_lock($1, hashtext($2))", values, ...patiently });
  }
  await tx.query({ text: "SELECT pg_advisory_xact_lock($1)", values: [stampLock], ...patiently });
  const { rows } = await tx.query<{ now: Date }>(
    "SELECT date_trunc('milliseconds', clock_timestamp()) AS now",
  );
  return (rows[0] as { now: Date }).now;
}

/** Dates codes' last scans now, and their ends where the last scan that they allow was ahead. It locks those codes. */
export async function redateCodes(tx: Transaction, owner: Owner, now: Date): Promise<void> {
  await tx.query({
    text: `UPDATE qr_code SET last_scanned_at = $3,
        ends_at = CASE WHEN ends_at > $3 AND scan_count >= (rules ->> 'maxScans')::float8 THEN $3 ELSE ends_at END
      WHERE account_id = $1 AND (environment = 'sandbox') = $2 AND last_scanned_at > $3`,
    values: [...keyOf(owner), now],
    ...patiently,
  });
}

/** Dates rows of the future now: scans, calls of bots, scans with goals, goals. Returns how many scans that was. */
export async function redateRows(tx: Transaction, owner: Owner, now: Date): Promise<number> {
  let scans = 0;
  const { over_limit_scan: _, ...redated } = instants;
  for (const [table, at] of Object.entries(redated)) {
    const { rowCount } = await tx.query({
      text: `UPDATE ${table} SET ${at} = $3 WHERE account_id = $1 AND is_sandbox = $2 AND ${at} > $3`,
      values: [...keyOf(owner), now],
      ...patiently,
    });
    if (table === "scan") scans = rowCount ?? 0;
  }
  return scans;
}

/** The same of scans beyond the plan's detailed ones, which are counts of minutes: how many scans. */
export async function redateOverLimit(tx: Transaction, owner: Owner, now: Date): Promise<number> {
  const { rows } = await tx.query<{ scans: number }>({
    text: `WITH ahead AS (
        DELETE FROM over_limit_scan WHERE account_id = $1 AND is_sandbox = $2 AND minute > $3 RETURNING qr_code_id, count
      ), added AS (
        INSERT INTO over_limit_scan AS o (account_id, is_sandbox, minute, qr_code_id, count)
        SELECT $1, $2, date_trunc('minute', $3::timestamptz), qr_code_id, sum(count)::int FROM ahead GROUP BY qr_code_id
        ON CONFLICT (account_id, is_sandbox, minute, qr_code_id) DO UPDATE SET count = o.count + excluded.count)
      SELECT coalesce(sum(count), 0)::int AS scans FROM ahead`,
    values: [...keyOf(owner), now],
    ...patiently,
  });
  return rows[0]?.scans ?? 0;
}

/** Deletes the documents and marks of a day and all later ones. */
export async function deleteDocumentsFrom(tx: Transaction, owner: Owner, day: Date): Promise<void> {
  for (const table of ["scan_day", "stale_scan_day"]) {
    await tx.query({
      text: `DELETE FROM ${table} WHERE account_id = $1 AND is_sandbox = $2 AND day >= ($3::timestamptz AT TIME ZONE 'UTC')::date`,
      values: [...keyOf(owner), day],
      ...patiently,
    });
  }
}

/**
 * Puts a data set's counter back to now, without documents from `midnight` on. A month that was ahead gives way to the present
 * one, with as many detailed scans as it has.
 */
export async function putCounterBack(
  tx: Transaction,
  owner: Owner,
  { now, midnight }: { now: Date; midnight: Date },
): Promise<void> {
  const scansFrom = (from: string) =>
    `(SELECT count(*)::int FROM scan s WHERE s.account_id = $1 AND s.is_sandbox = $2 AND s.scanned_at >= ${from})`;
  const month = "date_trunc('month', $3::timestamptz, 'UTC')";
  const ownMonth = `(${month} AT TIME ZONE 'UTC')::date`;
  await tx.query({
    // Null stays null, which LEAST would ignore.
    text: `UPDATE scan_counter SET last_stamp = least(last_stamp, $3),
        rolled_to = CASE WHEN rolled_to > $4 THEN $4 ELSE rolled_to END,
        raw_from = CASE WHEN raw_from > $4 THEN $4 ELSE raw_from END,
        month = least(month, ${ownMonth}),
        detailed = CASE WHEN month > ${ownMonth} THEN ${scansFrom(month)} ELSE detailed END,
        unrolled = CASE WHEN rolled_to IS NULL THEN unrolled ELSE ${scansFrom("least(rolled_to, $4)")} END
      WHERE account_id = $1 AND is_sandbox = $2`,
    values: [...keyOf(owner), now, midnight],
    ...patiently,
  });
}

/** Names that the longest payload has room for. */
const mostNotified = 150;

/** Has every server look at what its live pages show, once this is committed. */
export async function notifyFollowers(tx: Transaction, owners: readonly Owner[]): Promise<void> {
  const names = owners.map(({ accountId, isSandbox }) => `${accountId}${isSandbox ? ":s" : ":p"}`);
  await tx.query("SELECT pg_notify('quietzone_scans', $1)", [
    names.length > mostNotified ? "*" : names.join(","),
  ]);
}
