import { log } from "@/lib/platform/log";
import { rebuildDays } from "../roll/rebuild-days";
import { purgeMarked } from "./erase-forgotten";

/** How long a deletion waits for the scans to be purged; half of it for the account's days without the code. */
const patienceMs = 2_000;
/** Scans of a day that is counted again in a fraction of that. */
const fewScans = 50_000;

/**
 * Counts again and erases what was forgotten a moment ago, as far as it goes quickly; the rest, and after a fault, the
 * sweep does.
 */
export async function purgeSoon(accountId: string, budgetMs = patienceMs): Promise<void> {
  try {
    const deadline = performance.now() + budgetMs;
    await rebuildDays({ accountId, budgetMs: budgetMs / 2, mostScans: fewScans });
    await purgeMarked({ accountId, budgetMs: deadline - performance.now() });
  } catch (err) {
    log.warn({ err }, "scans of a deleted code are erased later");
  }
}

/** How long the user of a deleted account waits for its scans to be gone. */
const accountPatienceMs = 5_000;

/** Erases a deleted account's scans, as far as the time goes; the rest, and after a fault, the sweep does. */
export async function purgeAccount(accountId: string, budgetMs = accountPatienceMs): Promise<void> {
  await purgeMarked({ accountId, budgetMs }).catch((err) => {
    log.warn({ err }, "scans of a deleted account are erased later");
  });
}
