import type { Caller } from "@/lib/accounts/schema";
import { entitlements, sandboxEntitlements } from "@/lib/plans";
import type { RateRule } from "@/lib/rate-limit";

/** The window of a key's limit and of its account's. */
const windowSeconds = 3600;

/** The limits under which a request counts: its key's, where it came with one, and its account's environment's. */
export function limitRulesOf(caller: Caller): RateRule[] {
  const { key } = caller;
  return key === null ? [accountRuleOf(caller)] : [keyRuleOf(key), accountRuleOf(caller)];
}

export function keyRuleOf({ id, rateLimit }: { id: string; rateLimit: number }): RateRule {
  return { key: `key:${id}`, limit: rateLimit, windowSeconds };
}

export function accountRuleOf({ accountId, environment, plan }: Caller): RateRule {
  return environment === "sandbox"
    ? { key: `sandbox:${accountId}`, limit: sandboxEntitlements.requestsPerHour, windowSeconds }
    : { key: `account:${accountId}`, limit: entitlements[plan].apiRequestsPerHour, windowSeconds };
}
