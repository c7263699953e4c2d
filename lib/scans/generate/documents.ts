import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "@/lib/platform/db";
import { rebuildDays, rollScans } from "@/lib/rollups";

/** A server on the same database counts the same days; the first at one keeps the other waiting for so long at most. */
const retryMs = 200;

interface Watch {
  onProgress(days: number, of: number): void;
  signal?: AbortSignal | undefined;
}

/**
 * Counts an account's scans into documents, so that figures are quick from the first reading on: rolls what no document
 * holds, then counts the marked days. Where it ends early, a server does the rest.
 */
export async function buildDocuments(accountId: string, { onProgress, signal }: Watch): Promise<void> {
  const days = (await readLeft(accountId)).stale;
  let shown = 0;
  while (signal?.aborted !== true) {
    const left = await readLeft(accountId);
    if (left.stale === 0 && !left.isBehind) break;
    const before = Math.max(0, days - left.stale);
    // Documents begin where nothing is stale; then each stale day takes its place.
    const rolled = await rollScans({ accountId, isForced: true, budgetMs: Number.POSITIVE_INFINITY });
    const rebuilt = await rebuildDays({
      accountId,
      budgetMs: 1_000,
      onProgress: (done) => {
        shown = Math.min(before + done, days);
        onProgress(shown, days);
      },
    });
    if (rolled + rebuilt === 0) await sleep(retryMs);
  }
  // The last ones may have been counted by a server.
  if (shown < days && signal?.aborted !== true) onProgress(days, days);
}

/** What is left to do; behind: there are scans before today that no roll has come to. */
async function readLeft(accountId: string): Promise<{ stale: number; isBehind: boolean }> {
  const { rows } = await sql.query<{ stale: number; isBehind: boolean }>(
    `SELECT (SELECT count(*)::int FROM stale_scan_day WHERE account_id = $1) AS stale, EXISTS (
       SELECT FROM scan_counter l JOIN scan s USING (account_id, is_sandbox) WHERE account_id = $1
         AND s.scanned_at >= coalesce(l.rolled_to, '-infinity') AND s.scanned_at < date_trunc('day', now(), 'UTC')
     ) AS "isBehind"`,
    [accountId],
  );
  return rows[0] ?? { stale: 0, isBehind: false };
}
