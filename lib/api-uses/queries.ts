import type { Environment } from "@/lib/accounts/schema";
import { sql } from "@/lib/platform/db";
import type { UseCounts } from "./schema";

/** One key's requests of one hour (UTC) that are not written yet. */
export interface Tally extends UseCounts {
  accountId: string;
  environment: Environment;
  keyId: string;
  hourMs: number;
}

/**
 * Adds tallies to their rows. Accounts are locked first, rows afterwards, both in order (the sort has read every account before a
 * row is touched), so neither two processes nor a deletion of an account can deadlock. Tallies of deleted accounts are dropped.
 */
export async function addToUses(tallies: readonly Tally[]): Promise<void> {
  await sql.query({
    name: "add_to_api_uses",
    text: `WITH living AS MATERIALIZED (
        SELECT id FROM account WHERE id = ANY($1::uuid[]) ORDER BY id FOR KEY SHARE)
      INSERT INTO api_use AS u (account_id, environment, key_id, hour, requests, refused, limited, failed)
      SELECT n.account_id, n.environment, n.key_id, n.hour, n.requests, n.refused, n.limited, n.failed
      FROM unnest($1::uuid[], $2::environment[], $3::uuid[], $4::timestamptz[], $5::int[], $6::int[], $7::int[], $8::int[])
        AS n (account_id, environment, key_id, hour, requests, refused, limited, failed)
      JOIN living ON living.id = n.account_id
      ORDER BY n.account_id, n.hour, n.key_id
      ON CONFLICT (account_id, hour, key_id) DO UPDATE SET requests = u.requests + excluded.requests,
        refused = u.refused + excluded.refused, limited = u.limited + excluded.limited,
        failed = u.failed + excluded.failed`,
    values: [
      tallies.map(({ accountId }) => accountId),
      tallies.map(({ environment }) => environment),
      tallies.map(({ keyId }) => keyId),
      tallies.map(({ hourMs }) => new Date(hourMs)),
      ...(["requests", "refused", "limited", "failed"] as const).map((name) =>
        tallies.map((one) => one[name]),
      ),
    ],
  });
}

/** The uses of one key in one hour or day. */
export interface UseRow extends UseCounts {
  at: string;
  keyId: string;
}

const sums = `sum(requests)::float8 AS requests, sum(refused)::float8 AS refused, sum(limited)::float8 AS limited,
  sum(failed)::float8 AS failed`;

/** Uses by hour and key, from the first hour to the last. */
export async function listUsesByHour(
  accountId: string,
  environment: Environment,
  first: string | undefined,
  last: string | undefined,
): Promise<UseRow[]> {
  const { rows } = await sql.query<Omit<UseRow, "at"> & { hour: Date }>(
    `SELECT hour, key_id AS "keyId", ${sums} FROM api_use
     WHERE account_id = $1 AND environment = $2 AND hour BETWEEN $3 AND $4 GROUP BY hour, key_id`,
    [accountId, environment, first, last],
  );
  return rows.map(({ hour, ...row }) => ({ ...row, at: hour.toISOString() }));
}

/** Uses by key and day of a time zone, from the first day on. */
export async function listUsesByDay(
  accountId: string,
  environment: Environment,
  first: string | undefined,
  zone: string,
): Promise<UseRow[]> {
  const { rows } = await sql.query<UseRow>(
    `SELECT (hour AT TIME ZONE $4)::date::text AS at, key_id AS "keyId", ${sums} FROM api_use
     WHERE account_id = $1 AND environment = $2 AND hour >= $3::timestamp AT TIME ZONE $4 GROUP BY 1, key_id`,
    [accountId, environment, first, zone],
  );
  return rows;
}

const keptDays = 90;
/** Rows per statement, so that none runs for long. */
const batchSize = 5_000;

/** Deletes up to `batchSize` rows older than 90 days; how many, and whether there may be more. */
export async function deleteOldUses(): Promise<{ count: number; isLast: boolean }> {
  const { rowCount } = await sql.query(
    `DELETE FROM api_use WHERE ctid = ANY (ARRAY(
       SELECT ctid FROM api_use WHERE hour < now() - interval '${keptDays} days'
       LIMIT ${batchSize} FOR UPDATE SKIP LOCKED))`,
  );
  const count = rowCount ?? 0;
  return { count, isLast: count < batchSize };
}
