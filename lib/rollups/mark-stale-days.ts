import type { Transaction } from "@/lib/platform/db";
import type { Owner } from "./ground";

/**
 * Says in the transaction of a change that the documents of some days no longer hold: scans of the past were stored.
 * Until they are counted again such days are answered from raw rows. A mark that is there is written again, so that
 * a process that counts that day now, without the change, leaves it marked.
 *
 * @param days UTC days, `YYYY-MM-DD`.
 * @param isReadable true where the documents may be read until then: they have too many visitors at most.
 */
export async function markStaleDays(
  tx: Pick<Transaction, "query">,
  { accountId, isSandbox }: Owner,
  days: readonly string[],
  { isReadable = false } = {},
): Promise<void> {
  await tx.query(
    `INSERT INTO stale_scan_day AS d (account_id, is_sandbox, day, is_readable)
     SELECT DISTINCT $1::uuid, $2::boolean, day, $4::boolean FROM unnest($3::date[]) AS marked(day) ORDER BY day
     ON CONFLICT (account_id, is_sandbox, day)
       DO UPDATE SET is_readable = d.is_readable AND excluded.is_readable`,
    [accountId, isSandbox, days, isReadable],
  );
}
