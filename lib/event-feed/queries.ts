import type { Caller } from "@/lib/accounts/schema";
import { feedLock, sql, type Transaction } from "@/lib/platform/db";
import type { EventKind } from "@/lib/webhooks/schema";

type Owner = Pick<Caller, "accountId" | "environment">;

/**
 * The type of the row that a feed keeps in place of the events that were too many for it: the newest of them, without its body.
 * It has the lowest place of all.
 */
const gap = "gap";

/** An event of a code as its feed has it. */
export interface CodeEventRow {
  position: number;
  createdAt: Date;
  body: string;
}

/** Whether events were committed since places were given last. */
export async function hasUnplacedEvents({ accountId, environment }: Owner): Promise<boolean> {
  const { rows } = await sql.query<{ isUnplaced: boolean }>({
    name: "has_unplaced_events",
    // In the index's order, whose last entry says it: by "IS NULL" alone the planner may read the table instead.
    text: `SELECT position IS NULL AS "isUnplaced" FROM code_event WHERE account_id = $1 AND environment = $2
      ORDER BY position DESC LIMIT 1`,
    values: [accountId, environment],
  });
  return rows[0]?.isUnplaced === true;
}

/**
 * Gives the committed events of an account their places, in microseconds since 1970 and behind all that was given before:
 * a reader that has come to one place finds every later event behind it, however long its transaction took.
 */
export async function placeEvents(tx: Transaction, owner: Owner): Promise<void> {
  const { accountId, environment } = owner;
  await lockFeed(tx, owner);
  await tx.query({
    name: "place_code_events",
    // Materialized: the clock is read once.
    text: `WITH before AS MATERIALIZED (
        SELECT greatest((extract(epoch FROM clock_timestamp()) * 1000000)::bigint, max(position)) AS position
        FROM code_event WHERE account_id = $1 AND environment = $2
      ), placed AS MATERIALIZED (
        SELECT id, row_number() OVER (ORDER BY created_at, id) AS nth FROM code_event
        WHERE account_id = $1 AND environment = $2 AND position IS NULL
      )
      UPDATE code_event SET position = before.position + nth FROM placed, before WHERE code_event.id = placed.id`,
    values: [accountId, environment],
  });
}

/** Places are given, and events deleted for their number, by one transaction at a time. */
async function lockFeed(tx: Transaction, { accountId, environment }: Owner): Promise<void> {
  await tx.query("SELECT pg_advisory_xact_lock($1, hashtext($2))", [feedLock, `${accountId} ${environment}`]);
}

/** The place of the newest event that was deleted for their number; 0: none was. */
export async function findGap({ accountId, environment }: Owner): Promise<number> {
  const { rows } = await sql.query<{ position: string }>({
    name: "find_feed_gap",
    text: `SELECT coalesce(max(position), 0) AS position FROM code_event
      WHERE account_id = $1 AND environment = $2 AND type = '${gap}'`,
    values: [accountId, environment],
  });
  return Number(rows[0]?.position);
}

/** The place behind every event that has one, now. */
export async function findLastPlace({ accountId, environment }: Owner): Promise<number> {
  const { rows } = await sql.query<{ position: string }>({
    name: "last_code_event",
    text: `SELECT greatest((extract(epoch FROM clock_timestamp()) * 1000000)::bigint, max(position)) AS position
      FROM code_event WHERE account_id = $1 AND environment = $2`,
    values: [accountId, environment],
  });
  return Number(rows[0]?.position);
}

/** Placed events behind a place, of these kinds and the last so many days; null: some there were deleted for their number. */
export async function listCodeEvents(
  { accountId, environment }: Owner,
  { after, kinds, days, limit }: { after: number; kinds: readonly EventKind[]; days: number; limit: number },
): Promise<CodeEventRow[] | null> {
  const { rows } = await sql.query<Omit<CodeEventRow, "position"> & { position: string; isGap: boolean }>({
    name: "list_code_events",
    // Of each kind by its own range of the index: another kind may have a million events in between.
    text: `SELECT e.position, e.created_at AS "createdAt", e.body, kind.type = '${gap}' AS "isGap"
      FROM unnest($4::text[] || '${gap}'::text) AS kind(type) CROSS JOIN LATERAL (
        SELECT position, created_at, body FROM code_event
        WHERE account_id = $1 AND environment = $2 AND type = kind.type AND position > $3
          AND created_at > now() - $5 * interval '1 day'
        ORDER BY position LIMIT $6) AS e
      ORDER BY e.position LIMIT $6`,
    values: [accountId, environment, after, kinds, days, limit],
  });
  if (rows[0]?.isGap) return null;
  return rows.map((row) => ({ ...row, position: Number(row.position) }));
}

/** Deletes at most so many events of codes that are older than so many days: how many. */
export async function deleteOldRows(days: number, limit: number, now: Date | null): Promise<number> {
  const { rowCount } = await sql.query(
    `DELETE FROM code_event WHERE id IN (
       SELECT id FROM code_event WHERE created_at < coalesce($3::timestamptz, now()) - $1 * interval '1 day'
       ORDER BY created_at LIMIT $2 FOR UPDATE SKIP LOCKED)`,
    [days, limit, now],
  );
  return rowCount ?? 0;
}

/** Pages of the table that are read to find feeds that may be too large: about 16 MB, however large it is. */
const sampledPages = 2_000;

/** Feeds that may have more than so many events: those with half as many in a sample, in proportion. */
export async function findLargeFeeds(most: number): Promise<Owner[]> {
  const { rows: sizes } = await sql.query<{ pages: number }>(
    "SELECT (pg_relation_size('code_event') / current_setting('block_size')::int)::int AS pages",
  );
  const share = Math.min(1, sampledPages / Math.max(1, sizes[0]?.pages ?? 1));
  const { rows } = await sql.query<Owner>(
    `SELECT account_id AS "accountId", environment FROM code_event TABLESAMPLE SYSTEM ($1::real)
     GROUP BY account_id, environment HAVING count(*) > $2::float8`,
    [share * 100, (most * share) / 2],
  );
  return rows;
}

/** Deletes the oldest events of a feed beyond the newest so many, at most `limit` at once: how many. */
export async function deleteSurplusRows(
  tx: Transaction,
  owner: Owner,
  { most, limit }: { most: number; limit: number },
): Promise<number> {
  await lockFeed(tx, owner);
  const values = [owner.accountId, owner.environment];
  const { rows } = await tx.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM code_event WHERE account_id = $1 AND environment = $2`,
    values,
  );
  // The row in their place is one of them from the second time on.
  const surplus = (rows[0]?.count ?? 0) - most;
  if (surplus < 2) return 0;
  const { rowCount } = await tx.query(
    `WITH surplus AS MATERIALIZED (
        SELECT id, row_number() OVER (ORDER BY position, created_at, id) AS nth FROM code_event
        WHERE account_id = $1 AND environment = $2 ORDER BY position, created_at, id LIMIT $3
      ), newest AS MATERIALIZED (SELECT id FROM surplus ORDER BY nth DESC LIMIT 1),
      marked AS (
        UPDATE code_event e SET type = '${gap}', body = '', position = coalesce(e.position, (
          SELECT greatest((extract(epoch FROM clock_timestamp()) * 1000000)::bigint, max(position))
          FROM code_event WHERE account_id = $1 AND environment = $2))
        FROM newest WHERE e.id = newest.id)
      DELETE FROM code_event e USING surplus WHERE e.id = surplus.id AND e.id <> (SELECT id FROM newest)`,
    [...values, Math.min(surplus, limit)],
  );
  return rowCount ?? 0;
}
