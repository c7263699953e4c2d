import type { Caller } from "@/lib/accounts/schema";
import type { Transaction } from "@/lib/platform/db";

/** What limits a webhook to some codes, and what is sent along. */
export interface StoredOptions {
  filterCodeIds: string[];
  filterTags: string[];
  headerNames: string[];
  /** Encrypted; null: there are none. */
  headers: Buffer | null;
}

/** Which of these codes are in use, of the caller's account and environment. */
export async function listOwnCodeIds(
  tx: Transaction,
  { accountId, environment }: Caller,
  ids: readonly string[],
): Promise<string[]> {
  if (ids.length === 0) return [];
  const { rows } = await tx.query<{ id: string }>({
    name: "list_own_code_ids",
    text: `SELECT id FROM qr_code
      WHERE account_id = $1 AND environment = $2 AND id = ANY($3::uuid[]) AND purge_after IS NULL`,
    values: [accountId, environment, ids],
  });
  return rows.map(({ id }) => id);
}
