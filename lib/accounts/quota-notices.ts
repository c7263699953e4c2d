import { type NewEvent, writeEvents } from "@/lib/events";
import { entitlements, plansWithWebhooks } from "@/lib/plans";
import { transaction } from "@/lib/platform/db";
import { markReachedQuotas } from "./queries";
import type { QuotaData } from "./schema";

/** How much of each quota the plans with webhooks include; null is without limit. */
const limits = JSON.stringify(
  Object.fromEntries(
    plansWithWebhooks.map((plan) => {
      const { codes, dynamicCodes, detailedScansPerMonth: scans } = entitlements[plan];
      return [plan, { codes, dynamicCodes, scans }];
    }),
  ),
);

/**
 * Writes `quota.reached` for quotas of production that are used up, where a webhook is subscribed to it: at most once per
 * quota and calendar month (UTC). Returns how many were reported.
 */
export async function reportQuotas(): Promise<number> {
  return transaction(async (tx) => {
    const reached = await markReachedQuotas(tx, limits);
    const timestamp = new Date();
    await writeEvents(
      tx,
      reached.map(({ accountId, quota, limit }): NewEvent => {
        const data: QuotaData = { quota, limit, at: timestamp.toISOString() };
        return { accountId, environment: "production", type: "quota.reached", timestamp, data };
      }),
    );
    return reached.length;
  });
}
