import { sql } from "@/lib/platform/db";

/** Rows of one short transaction. */
const rowsTogether = 5_000;

/** Tables with a row for each call or minute, and the column of its instant. */
const instants = { scan: "scanned_at", excluded_scan: "seen_at", over_limit_scan: "minute" } as const;
export type RawTable = keyof typeof instants;

/** Whose rows: one code's, or those of a data set. */
type Whose = { codeId: string } | { accountId: string; isSandbox: boolean };

interface Deletion {
  deleted: number;
  /** False when the time was up. */
  isDone: boolean;
}

/**
 * Deletes rows, the oldest first, a few thousand in each statement, so that nobody waits for it. Each goes on where the
 * last one ended: what is deleted stays in the index for a while.
 *
 * @param before only older ones.
 * @param deadline by `performance.now()`.
 */
export async function deleteRawRows(
  table: RawTable,
  whose: Whose,
  deadline: number,
  before?: Date,
): Promise<Deletion> {
  const at = instants[table];
  const isCode = "codeId" in whose;
  const owner = isCode ? "qr_code_id = $3" : "account_id = $3 AND is_sandbox = $4";
  const text = `WITH oldest AS (
      SELECT ctid, ${at} AS at FROM ${table} WHERE ${owner} AND ${at} >= $1 AND ${at} < $2
      ORDER BY ${at} LIMIT ${rowsTogether}
    ), gone AS (DELETE FROM ${table} WHERE ctid = ANY(ARRAY(SELECT ctid FROM oldest)))
    SELECT count(*)::int AS deleted, max(at) AS last FROM oldest`;
  const values = isCode ? [whose.codeId] : [whose.accountId, whose.isSandbox];
  let last: Date | string = "-infinity";
  let deleted = 0;
  while (performance.now() < deadline) {
    const found = await deleteSome(text, [last, before ?? "infinity", ...values]);
    deleted += found.deleted;
    if (found.last === null || found.deleted < rowsTogether) return { deleted, isDone: true };
    last = found.last;
  }
  return { deleted, isDone: false };
}

async function deleteSome(
  text: string,
  values: readonly unknown[],
): Promise<{ deleted: number; last: Date | null }> {
  const { rows } = await sql.query<{ deleted: number; last: Date | null }>(text, [...values]);
  return rows[0] ?? { deleted: 0, last: null };
}
