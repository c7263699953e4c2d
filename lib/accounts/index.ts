import { maxKeys } from "@/lib/api-keys/schema";
import { entitlements, type Plan, sandboxEntitlements } from "@/lib/plans";
import { db, type PrismaTransaction } from "@/lib/platform/db";
import { ServiceError } from "@/lib/platform/errors";
import { newId } from "@/lib/platform/ids";
import { maxWebhooks } from "@/lib/webhooks/schema";
import { findUsage, recordAudit } from "./queries";
import { readCodeQuota } from "./quota";
import type { AccountResource, Caller, Usage } from "./schema";

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
  return account && { accountId: id, ...account };
}

/** What the account uses of its plan. Throws `not_found` for a deleted account. */
export async function describeUsage({ accountId }: Caller): Promise<Usage> {
  const row = await findUsage(accountId);
  if (row === null) throw new ServiceError("not_found", "There is no such account");
  const { codes, dynamicCodes, detailedScansPerMonth, domains } = entitlements[row.plan];
  const { requestedPlan: plan, requestedAt: at } = row;
  return {
    plan: row.plan,
    codes: { used: row.codes, limit: codes },
    dynamicCodes: { used: row.dynamicCodes, limit: dynamicCodes },
    keys: { used: row.keys, limit: maxKeys },
    webhooks: { used: row.webhooks, limit: maxWebhooks },
    sandboxCodes: { used: row.sandboxCodes, limit: sandboxEntitlements.codes },
    scans: { used: row.scans, limit: detailedScansPerMonth, capped: row.cappedScans },
    domains: { used: row.domains, limit: domains },
    sandboxScans: row.sandboxScans,
    openRequest: plan === null || at === null ? null : { plan, createdAt: at.toISOString() },
  };
}

/** Plan, limits and what is used of them in the caller's environment. Throws `invalid_api_key` for a deleted account. */
export async function describeAccount(caller: Caller): Promise<Omit<AccountResource, "rateLimit">> {
  const { plan, environment } = caller;
  const { codes, dynamicCodes } = await readCodeQuota(caller);
  const { keys, webhooks, domains, scans, sandboxScans } = await describeUsage(caller);
  const isSandbox = environment === "sandbox";
  const ofEnvironment = isSandbox
    ? { domains: { used: 0, limit: 0 }, scansThisMonth: { used: sandboxScans, limit: null } }
    : { domains, scansThisMonth: { used: scans.used + scans.capped, limit: scans.limit } };
  const held = { codes, dynamicCodes, keys, webhooks, ...ofEnvironment };
  const pick = (member: "used" | "limit") =>
    Object.fromEntries(Object.entries(held).map(([name, amount]) => [name, amount[member]]));
  return {
    plan,
    environment,
    limits: pick("limit") as AccountResource["limits"],
    usage: pick("used") as AccountResource["usage"],
  };
}
