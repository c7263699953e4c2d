import { type Transaction, transaction } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { isByHandSql } from "../deliveries/attempts";

/** Rows of one short transaction. */
const rowsTogether = 2_000;
/** Of a sweep each table gets at most so long, so that neither waits for the other; the rest is the next one's. */
const budgetMs = 5_000;

/**
 * Erases events and deliveries that are older than `EVENT_RETENTION_DAYS`, a few thousand in each transaction, and returns
 * how many rows that was. What is not over stays, however old: an event until its deliveries are made and ended, a
 * delivery until it has ended.
 *
 * @param now the instant to judge by; the database's own clock when left out.
 */
export async function sweepEvents(now?: Date): Promise<number> {
  return (await eraseOld("delivery", now)) + (await eraseOld("event", now));
}

/**
 * Of an event: each half of its deliveries by an index of its own, what goes by itself and the few that are sent by
 * hand.
 */
const isOver = {
  delivery: "due_at IS NULL",
  event: `fanned_out_at IS NOT NULL
    AND NOT EXISTS (SELECT FROM delivery d WHERE d.event_id = event.id AND d.retry_of IS NULL AND d.due_at IS NOT NULL)
    AND id NOT IN (SELECT event_id FROM delivery WHERE due_at IS NOT NULL AND ${isByHandSql})`,
};

type Table = keyof typeof isOver;

/**
 * Each goes on where the one before ended: what is deleted stays in the index for a while. It waits for nobody; what
 * somebody holds is left to the next run.
 */
const lockOld = (table: Table) => `SELECT id, created_at AS "createdAt" FROM ${table}
  WHERE created_at >= $3 AND created_at < coalesce($1::timestamptz, now()) - $2 * interval '1 day' AND ${isOver[table]}
  ORDER BY created_at LIMIT ${rowsTogether} FOR UPDATE SKIP LOCKED`;

/** A statement of its own: it sees a retry by hand that held the event until the lock. */
const eraseLocked = (table: Table) => `DELETE FROM ${table} WHERE id = ANY($1::uuid[]) AND ${isOver[table]}`;

interface Old {
  id: string;
  createdAt: Date;
}

async function eraseOld(table: Table, now: Date | undefined): Promise<number> {
  const deadline = performance.now() + budgetMs;
  let last: Date | string = "-infinity";
  let erased = 0;
  while (performance.now() < deadline) {
    const values: unknown[] = [now ?? null, env.eventRetentionDays, last];
    const some: Erased = await transaction((tx) => eraseSome(tx, table, values));
    erased += some.erased;
    if (some.last === null) break;
    last = some.last;
  }
  return erased;
}

interface Erased {
  erased: number;
  /** Where to go on; null: there is no more. */
  last: Date | null;
}

async function eraseSome(tx: Transaction, table: Table, values: unknown[]): Promise<Erased> {
  const { rows } = await tx.query<Old>(lockOld(table), values);
  const { rowCount } = await tx.query(eraseLocked(table), [rows.map(({ id }) => id)]);
  const last = rows.length < rowsTogether ? null : (rows.at(-1)?.createdAt ?? null);
  return { erased: rowCount ?? 0, last };
}
