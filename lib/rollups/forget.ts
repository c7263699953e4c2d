import type { Transaction } from "@/lib/platform/db";

/**
 * Says in the transaction that deletes codes that their scans are no longer there: no count holds them from its commit
 * on, and `purgeMarked` takes their rows away. It comes after the codes are locked, so that no scan follows. Their
 * days are marked, for nobody knows which of the account's visitors had come for them alone.
 *
 * The counter is locked, as rolling locks it at its end: either that sees this deletion, or this sees its documents.
 */
export async function markCodesForPurge(
  tx: Transaction,
  { accountId, environment }: { accountId: string; environment: "production" | "sandbox" },
  codeIds: readonly string[],
): Promise<void> {
  if (codeIds.length === 0) return;
  const isSandbox = environment === "sandbox";
  await tx.query("SELECT FROM scan_counter WHERE account_id = $1 AND is_sandbox = $2 FOR UPDATE", [
    accountId,
    isSandbox,
  ]);
  const { rowCount } = await tx.query(
    `INSERT INTO scan_purge (id, account_id, is_sandbox, is_account)
     SELECT f.id, $1, $2, false FROM unnest($3::uuid[]) AS f(id)
     WHERE EXISTS (SELECT FROM scan WHERE qr_code_id = f.id)
       OR EXISTS (SELECT FROM excluded_scan WHERE qr_code_id = f.id)
       OR EXISTS (SELECT FROM over_limit_scan WHERE qr_code_id = f.id)
       OR EXISTS (SELECT FROM scan_day WHERE qr_code_id = f.id)`,
    [accountId, isSandbox, codeIds],
  );
  if (rowCount === 0) return;
  // Days that are marked already are marked again: a process that counts one of them now counts these codes in.
  await tx.query(
    `INSERT INTO stale_scan_day AS m (account_id, is_sandbox, day, is_readable)
     SELECT $1, $2, day, true FROM (
       SELECT d.day FROM scan_day d WHERE d.qr_code_id = ANY($3::uuid[]) AND d.account_id = $1 AND d.is_sandbox = $2
         AND d.day >= coalesce((SELECT (l.raw_from AT TIME ZONE 'UTC')::date FROM scan_counter l
           WHERE l.account_id = $1 AND l.is_sandbox = $2), '-infinity')
       UNION SELECT m.day FROM stale_scan_day m WHERE m.account_id = $1 AND m.is_sandbox = $2) marked
     ORDER BY day
     ON CONFLICT (account_id, is_sandbox, day) DO UPDATE SET is_readable = m.is_readable`,
    [accountId, isSandbox, codeIds],
  );
}

/** Says in the transaction that deletes an account that its scans are to be erased, of both data sets. */
export async function markAccountScansForPurge(tx: Transaction, accountId: string): Promise<void> {
  await tx.query(
    `INSERT INTO scan_purge (id, account_id, is_sandbox, is_account) VALUES ($1, $1, false, true)
     ON CONFLICT DO NOTHING`,
    [accountId],
  );
}
