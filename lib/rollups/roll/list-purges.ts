import type { Transaction } from "@/lib/platform/db";
import type { Owner } from "../ground";

/** Deletions under way: one that is new since rows were counted may have been counted in. */
export async function listPurges(tx: Transaction, { accountId }: Owner): Promise<string> {
  const { rows } = await tx.query<{ ids: string | null }>(
    "SELECT string_agg(id::text, ',' ORDER BY id) AS ids FROM scan_purge WHERE account_id = $1",
    [accountId],
  );
  return rows[0]?.ids ?? "";
}
