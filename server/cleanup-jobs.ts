import { reportQuotas } from "@/lib/accounts/quota-notices";
import { sweepUses } from "@/lib/api-uses";
import { deleteEarlierStyles } from "@/lib/codes/bulk-update-styles";
import { deleteExpiredSandbox, deleteReleasedSlugs } from "@/lib/codes/delete";
import { reportEnded } from "@/lib/codes/expire";
import { deleteSoftDeleted } from "@/lib/codes/soft-delete";
import { checkDueDomains, deleteUnprovedDomains } from "@/lib/domains/verify";
import { sweepGoalScans } from "@/lib/goals";
import { sweepIdempotencyKeys } from "@/lib/idempotency";
import { deleteOldImports, sweepImports } from "@/lib/imports";
import { sweepExpiredPublicCodes } from "@/lib/public-codes";
import { sweepReports } from "@/lib/reports";
import { purgeMarked, rebuildDays, rollUpScans } from "@/lib/rollups";
import { partitionScans } from "@/lib/rollups/partitions";
import { purgeScans } from "@/lib/rollups/retention";
import { deleteOldSalts, sweepScanBatches } from "@/lib/scans";
import { sweepSupport } from "@/lib/support";
import { sweepMailTokens } from "@/lib/users/mail-links";
import { sweepSessions } from "@/lib/users/sign-in";
import {
  cancelPastOfAll,
  deleteExpiredEvents,
  disableFailingWebhooks,
  resumeStalledQueues,
  sumDeliveryCounts,
} from "@/lib/webhooks/cleanup";
import { purgeDeleted } from "@/lib/webhooks/purge";

/** A periodic job of the server, also run by the operator's `sweep`. */
interface CleanupJob {
  name: string;
  everyMs: number;
  /** Member of the operator's document that tells how many it was. */
  result: string;
  run(): Promise<number>;
}

const secondMs = 1_000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;

/** Jobs for webhooks, which worker processes run too. */
export const webhookCleanupJobs: readonly CleanupJob[] = [
  { name: "erase-webhooks", everyMs: 5 * secondMs, result: "webhookRowsErased", run: () => purgeDeleted() },
  { name: "cancel-paused", everyMs: 5 * secondMs, result: "deliveriesCancelled", run: cancelPastOfAll },
  { name: "wake-queues", everyMs: minuteMs, result: "webhooksWoken", run: resumeStalledQueues },
  {
    name: "add-up-deliveries",
    everyMs: 15 * secondMs,
    result: "deliveryTalliesAddedUp",
    run: sumDeliveryCounts,
  },
  {
    name: "sweep-events",
    everyMs: 5 * minuteMs,
    result: "webhookRowsDeleted",
    run: () => deleteExpiredEvents(),
  },
  {
    name: "sweep-failing-webhooks",
    everyMs: minuteMs,
    result: "webhooksPaused",
    run: () => disableFailingWebhooks(),
  },
];

export const cleanupJobs: readonly CleanupJob[] = [
  { name: "delete-soft-deleted", everyMs: secondMs, result: "codesDeleted", run: deleteSoftDeleted },
  {
    name: "delete-earlier-styles",
    everyMs: minuteMs,
    result: "earlierStylesDeleted",
    run: deleteEarlierStyles,
  },
  { name: "report-expired", everyMs: 15 * secondMs, result: "codesExpired", run: reportEnded },
  { name: "report-quotas", everyMs: 15 * secondMs, result: "quotasReached", run: reportQuotas },
  { name: "advance-imports", everyMs: secondMs, result: "importRowsDone", run: () => sweepImports() },
  { name: "delete-old-imports", everyMs: hourMs, result: "importsDeleted", run: deleteOldImports },
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
  {
    name: "purge-sandbox",
    everyMs: hourMs,
    result: "sandboxCodesDeleted",
    run: () => deleteExpiredSandbox(),
  },
  { name: "free-slugs", everyMs: hourMs, result: "slugsFreed", run: deleteReleasedSlugs },
  { name: "check-domains", everyMs: minuteMs, result: "domainsChecked", run: checkDueDomains },
  {
    name: "delete-unproved-domains",
    everyMs: hourMs,
    result: "domainsDeleted",
    run: deleteUnprovedDomains,
  },
  { name: "sweep-api-uses", everyMs: hourMs, result: "apiUsesDeleted", run: sweepUses },
  { name: "sweep-mail-tokens", everyMs: minuteMs, result: "mailTokensDeleted", run: sweepMailTokens },
  { name: "sweep-sessions", everyMs: hourMs, result: "sessionsDeleted", run: sweepSessions },
  { name: "sweep-reports", everyMs: minuteMs, result: "reportsDeleted", run: sweepReports },
  { name: "sweep-support", everyMs: minuteMs, result: "supportRequestsMailed", run: sweepSupport },
  { name: "sweep-visitor-salts", everyMs: hourMs, result: "visitorSaltsDeleted", run: deleteOldSalts },
  { name: "sweep-scan-batches", everyMs: hourMs, result: "scanBatchesDeleted", run: sweepScanBatches },
  { name: "sweep-goal-scans", everyMs: hourMs, result: "goalScansDeleted", run: () => sweepGoalScans() },
  { name: "erase-scans", everyMs: 5 * secondMs, result: "scanRowsErased", run: () => purgeMarked() },
  {
    name: "partition-scans",
    everyMs: 10 * minuteMs,
    result: "scanPartitionsAdded",
    run: () => partitionScans(),
  },
  { name: "roll-scans", everyMs: 15 * secondMs, result: "scansRolled", run: () => rollUpScans() },
  { name: "rebuild-scan-days", everyMs: 5 * secondMs, result: "scanDaysRebuilt", run: () => rebuildDays() },
  { name: "purge-scans", everyMs: 5 * minuteMs, result: "scanRowsPurged", run: () => purgeScans() },
  ...webhookCleanupJobs,
];
