import { sql } from "@/lib/platform/db";

/** A machine that comes back brings its spool with it: what was committed from it must still be known then. */
const keptDays = 90;
const rowsAtOnce = 10_000;

const deleteOld = {
  name: "sweep_scan_batches",
  text: `DELETE FROM scan_batch WHERE id IN (
      SELECT id FROM scan_batch WHERE committed_at < now() - $1 * interval '1 day' ORDER BY committed_at LIMIT $2)`,
};

/** Forgets batches that no spool brings again: how many. */
export async function sweepScanBatches(): Promise<number> {
  for (let deleted = 0; ; ) {
    const { rowCount } = await sql.query({ ...deleteOld, values: [keptDays, rowsAtOnce] });
    deleted += rowCount ?? 0;
    if (rowCount !== rowsAtOnce) return deleted;
  }
}
