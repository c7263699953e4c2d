import { purgeSandbox } from "@/lib/codes";
import { sweepIdempotencyKeys } from "@/lib/idempotency";
import { sweepExpiredPublicCodes } from "@/lib/public-codes";
import { sweepReports } from "@/lib/reports";
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

const secondMs = 1_000;
const minuteMs = 60 * secondMs;
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
  { name: "sweep-reports", everyMs: minuteMs, result: "reportsDeleted", run: sweepReports },
  { name: "sweep-visitor-salts", everyMs: hourMs, result: "visitorSaltsDeleted", run: sweepVisitorSalts },
  { name: "sweep-scan-batches", everyMs: hourMs, result: "scanBatchesDeleted", run: sweepScanBatches },
  { name: "erase-scans", everyMs: 5 * secondMs, result: "scanRowsErased", run: () => eraseForgotten() },
  { name: "roll-scans", everyMs: 15 * secondMs, result: "scansRolled", run: () => rollScans() },
  { name: "rebuild-scan-days", everyMs: 5 * secondMs, result: "scanDaysRebuilt", run: () => rebuildDays() },
  { name: "purge-scans", everyMs: 5 * minuteMs, result: "scanRowsPurged", run: () => purgeScans() },
];
