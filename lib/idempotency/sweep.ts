import { sql } from "@/lib/platform/db";

/** Rows of one statement, so that none runs for long. */
const batchSize = 1_000;

/** Deletes what is past its 24 hours, by the database's clock; answers with the number of rows. */
export async function sweepIdempotencyKeys(): Promise<number> {
  for (let swept = 0; ; ) {
    const { rowCount } = await sql.query(
      `DELETE FROM idempotency_key WHERE ctid = ANY (ARRAY(
         SELECT ctid FROM idempotency_key WHERE expires_at <= now() LIMIT ${batchSize} FOR UPDATE SKIP LOCKED))`,
    );
    swept += rowCount ?? 0;
    if ((rowCount ?? 0) < batchSize) return swept;
  }
}
