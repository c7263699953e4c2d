import type { AccountResource, Caller } from "@/lib/accounts/schema";
import type { ApiKeyResource } from "@/lib/api-keys/schema";
import { entitlements, sandboxEntitlements } from "@/lib/plans";
import { peekRate, type RateRule, type RateUse } from "@/lib/rate-limit";
import type { LimitUse, LimitUses } from "./schema";

/** The window of a key's limit and of its account's. */
const windowSeconds = 3600;

/** The limits under which a request counts: its key's, where it came with one, and its account's environment's. */
export function limitRulesOf(caller: Caller): RateRule[] {
  const { key } = caller;
  return key === null ? [accountRuleOf(caller)] : [keyRuleOf(key, caller), accountRuleOf(caller)];
}

function keyRuleOf({ id, rateLimit }: { id: string; rateLimit: number }, { accountId }: Caller): RateRule {
  return { key: `key:${id}`, group: accountId, limit: rateLimit, windowSeconds };
}

function accountRuleOf({ accountId, environment, plan }: Caller): RateRule {
  const [key, limit] =
    environment === "sandbox"
      ? [`sandbox:${accountId}`, sandboxEntitlements.requestsPerHour]
      : [`account:${accountId}`, entitlements[plan].apiRequestsPerHour];
  return { key, group: accountId, limit, windowSeconds };
}

/**
 * What is used this hour of the limit of the caller's environment and of those of its keys, as the limiter that counts
 * requests knows it; asking counts nothing.
 */
export async function readLimits(
  caller: Caller,
  keys: readonly Pick<ApiKeyResource, "id" | "rateLimit">[] = [],
): Promise<LimitUses> {
  const [account, ...ofKeys] = await peekRate([
    accountRuleOf(caller),
    ...keys.map((key) => keyRuleOf(key, caller)),
  ]);
  if (account === undefined) throw new RangeError("the limiter told nothing");
  const uses = ofKeys.map((use, place) => [keys[place]?.id ?? "", presentLimit(use)] as const);
  return { account: presentLimit(account), keys: Object.fromEntries(uses) };
}

/** What is left of the nearer of the caller's limits; asking counts nothing. */
export async function readRateLimit(caller: Caller): Promise<AccountResource["rateLimit"]> {
  const uses = await peekRate(limitRulesOf(caller));
  const [nearest] = uses.toSorted((one, other) => one.limit - one.used - (other.limit - other.used));
  if (nearest === undefined) throw new RangeError("the limiter told nothing");
  const { limit, used, resetsAt } = nearest;
  const resetAt = resetsAt ?? new Date(Date.now() + windowSeconds * 1_000);
  return { limit, remaining: Math.max(0, limit - used), resetAt: resetAt.toISOString() };
}

function presentLimit({ limit, used, resetsAt }: RateUse): LimitUse {
  return { limit, used, resetsAt: resetsAt?.toISOString() ?? null };
}
