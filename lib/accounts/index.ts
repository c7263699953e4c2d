import { maxKeys } from "@/lib/api-keys/schema";
import { entitlements, type Plan, sandboxEntitlements } from "@/lib/plans";
import { db, type PrismaTransaction } from "@/lib/platform/db";
import { ServiceError } from "@/lib/platform/errors";
import { newId } from "@/lib/platform/ids";
import { maxWebhooks } from "@/lib/webhooks/schema";
import { findUsage, recordAudit } from "./queries";
import type { Caller, Usage } from "./schema";

export {
  changePlan,
  declinePlanRequest,
  grantPlanRequest,
  listPlanRequests,
  requestPlan,
  withdrawPlanRequest,
} from "./plan-requests";
export { lockAccount, lockWholeAccount, recordAudit } from "./queries";

interface Account {
  accountId: string;
  name: string;
  plan: Plan;
  createdAt: Date;
}

/** Creates an account in the transaction that creates its user; `name` has at most 100 characters. */
export async function createAccount(
  tx: PrismaTransaction,
  { name, plan }: { name: string; plan: Plan },
): Promise<{ accountId: string }> {
  const accountId = newId();
  await tx.account.create({ data: { id: accountId, name, plan }, select: { id: true } });
  await recordAudit(tx, { accountId, action: "account.created", subjectId: accountId });
  return { accountId };
}

/** Null for an account that doesn't exist (any more). */
export async function findAccount(id: string): Promise<Account | null> {
  const account = await db.account.findUnique({
    where: { id },
    select: { name: true, plan: true, createdAt: true },
  });
  return account && { accountId: id, ...account, plan: account.plan as Plan };
}

/** What the account uses of its plan. Throws `not_found` for a deleted account. */
export async function describeUsage({ accountId }: Caller): Promise<Usage> {
  const row = await findUsage(accountId);
  if (row === null) throw new ServiceError("not_found", "There is no such account");
  const { codes, dynamicCodes, detailedScansPerMonth } = entitlements[row.plan];
  const { requestedPlan: plan, requestedAt: at } = row;
  return {
    plan: row.plan,
    codes: { used: row.codes, limit: codes },
    dynamicCodes: { used: row.dynamicCodes, limit: dynamicCodes },
    keys: { used: row.keys, limit: maxKeys },
    webhooks: { used: row.webhooks, limit: maxWebhooks },
    sandboxCodes: { used: row.sandboxCodes, limit: sandboxEntitlements.codes },
    scans: { used: row.scans, limit: detailedScansPerMonth, capped: row.cappedScans },
    openRequest: plan === null || at === null ? null : { plan, createdAt: at.toISOString() },
  };
}
