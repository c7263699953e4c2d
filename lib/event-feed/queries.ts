import type { Caller } from "@/lib/accounts/schema";
import { feedLock, sql, type Transaction } from "@/lib/platform/db";
import type { EventKind } from "@/lib/webhooks/schema";

type Owner = Pick<Caller, "accountId" | "environment">;

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
export async function placeEvents(tx: Transaction, { accountId, environment }: Owner): Promise<void> {
  await tx.query("SELECT pg_advisory_xact_lock($1, hashtext($2))", [feedLock, `${accountId} ${environment}`]);
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

/** Placed events behind a place, of these kinds and the last so many days. */
export async function listCodeEvents(
  { accountId, environment }: Owner,
  { after, kinds, days, limit }: { after: number; kinds: readonly EventKind[]; days: number; limit: number },
): Promise<CodeEventRow[]> {
  const { rows } = await sql.query<Omit<CodeEventRow, "position"> & { position: string }>({
    name: "list_code_events",
    // Of each kind by its own range of the index: another kind may have a million events in between.
    text: `SELECT e.position, e.created_at AS "createdAt", e.body FROM unnest($4::text[]) AS kind(type) CROSS JOIN LATERAL (
        SELECT position, created_at, body FROM code_event
        WHERE account_id = $1 AND environment = $2 AND type = kind.type AND position > $3
          AND created_at > now() - $5 * interval '1 day'
        ORDER BY position LIMIT $6) AS e
      ORDER BY e.position LIMIT $6`,
    values: [accountId, environment, after, kinds, days, limit],
  });
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
