import { sql } from "@/lib/platform/db";

const batchSize = 1_000;

/**
 * Deletes what has expired, in batches short enough to hold up nobody, and returns how many were deleted.
 *
 * @param now the instant to judge by; the database's own clock when left out.
 */
export async function sweepExpiredPublicCodes(now?: Date): Promise<number> {
  let deleted = 0;
  for (;;) {
    const { rowCount } = await sql.query(
      `DELETE FROM public_code WHERE short_code IN (
         SELECT short_code FROM public_code WHERE expires_at <= coalesce($1::timestamptz, now())
         ORDER BY expires_at LIMIT ${batchSize} FOR UPDATE SKIP LOCKED)`,
      [now ?? null],
    );
    deleted += rowCount ?? 0;
    if ((rowCount ?? 0) < batchSize) return deleted;
  }
}
