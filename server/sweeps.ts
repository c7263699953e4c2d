import { purgeSandbox } from "@/lib/codes";
import { sweepIdempotencyKeys } from "@/lib/idempotency";
import { sweepExpiredPublicCodes } from "@/lib/public-codes";
import { eraseForgotten, purgeScans, rebuildDays, rollScans } from "@/lib/rollups";
import { sweepScanBatches } from "@/lib/scans/record";
import { sweepVisitorSalts } from "@/lib/scans/visitor";
import { sweepMailTokens } from "@/lib/users/mails";

/** What is due: deleted, or counted up. By the server again and again, and by the operator's `sweep`. */
interface Sweep {
  name: string;
  everyMs: number;
  /** Member of the operator's document that tells how many it was. */
  result: string;
  run(): Promise<number>;
}

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

export const sweeps: readonly Sweep[] = [
  {
    name: "sweep-public-codes",
    everyMs: minuteMs,
    result: "publicCodesDeleted",
    run: () => sweepExpiredPublicCodes(),
  },
  {
    name: "sweep-idempotency-keys",
    everyMs: minuteMs,
    result: "idempotencyKeysDeleted",
    run: sweepIdempotencyKeys,
  },
  { name: "purge-sandbox", everyMs: hourMs, result: "sandboxCodesDeleted", run: () => purgeSandbox() },
  { name: "sweep-mail-tokens", everyMs: minuteMs, result: "mailTokensDeleted", run: sweepMailTokens },
  { name: "sweep-visitor-salts", everyMs: hourMs, result: "visitorSaltsDeleted", run: sweepVisitorSalts },
  { name: "sweep-scan-batches", everyMs: hourMs, result: "scanBatchesDeleted", run: sweepScanBatches },
  { name: "erase-scans", everyMs: minuteMs, result: "scanRowsErased", run: () => eraseForgotten() },
  { name: "roll-scans", everyMs: minuteMs, result: "scansRolled", run: () => rollScans() },
  { name: "rebuild-scan-days", everyMs: minuteMs, result: "scanDaysRebuilt", run: () => rebuildDays() },
  { name: "purge-scans", everyMs: hourMs, result: "scanRowsPurged", run: () => purgeScans() },
];
