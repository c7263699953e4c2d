import { sql } from "@/lib/platform/db";

const keptDays = 90;
/** Rows of one statement, so that none runs for long. */
const batchSize = 5_000;

/** Deletes what is older than 90 days, by the database's clock; answers with the number of rows. */
export async function sweepUses(): Promise<number> {
  for (let swept = 0; ; ) {
    const { rowCount } = await sql.query(
      `DELETE FROM api_use WHERE ctid = ANY (ARRAY(
         SELECT ctid FROM api_use WHERE hour < now() - interval '${keptDays} days'
         LIMIT ${batchSize} FOR UPDATE SKIP LOCKED))`,
    );
    swept += rowCount ?? 0;
    if ((rowCount ?? 0) < batchSize) return swept;
  }
}
