import { sql } from "@/lib/platform/db";
import { importDays } from "./schema";

/** Forgets imports that have had their time; the codes stay. Returns how many there were. */
export async function deleteOldImports(): Promise<number> {
  const { rowCount } = await sql.query(
    `DELETE FROM code_import WHERE finished_at < now() - interval '${importDays} days'`,
  );
  return rowCount ?? 0;
}
