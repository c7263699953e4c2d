import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "@/lib/platform/db";
import { rebuildDays, rollScans } from "@/lib/rollups";

/** A server beside us counts the same days; whoever comes to one first keeps the other from it for so long at most. */
const retryMs = 200;

interface Watch {
  onProgress(days: number, of: number): void;
  signal?: AbortSignal | undefined;
}

/**
 * Counts the marked days of an account, of a history say, into documents, so that figures are quick from the first reading on. Without it, or when
 * it ends early, they are as right: days that are not counted yet are read from their rows.
 */
export async function buildDocuments(accountId: string, { onProgress, signal }: Watch): Promise<void> {
  const days = await countDirtyDays(accountId);
  let shown = 0;
  // Documents begin where nothing is dirty; then each dirty day takes its place.
  await rollScans({ accountId, isForced: true, budgetMs: Number.POSITIVE_INFINITY });
  for (let left = days; left > 0 && signal?.aborted !== true; left = await countDirtyDays(accountId)) {
    const before = days - left;
    const rebuilt = await rebuildDays({
      accountId,
      budgetMs: 1_000,
      onProgress: (done) => {
        shown = Math.min(before + done, days);
        onProgress(shown, days);
      },
    });
    if (rebuilt === 0) await sleep(retryMs);
  }
  // The last ones may have been counted by a server.
  if (shown < days && signal?.aborted !== true) onProgress(days, days);
}

async function countDirtyDays(accountId: string): Promise<number> {
  const { rows } = await sql.query<{ days: number }>(
    "SELECT count(*)::int AS days FROM dirty_scan_day WHERE account_id = $1",
    [accountId],
  );
  return rows[0]?.days ?? 0;
}
