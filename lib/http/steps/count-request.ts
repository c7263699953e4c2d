import type { Caller } from "@/lib/accounts/schema";
import { limitRulesOf } from "@/lib/api-uses";
import { rateKeyOf } from "@/lib/platform/client-address";
import { consumeRate, type RateRule } from "@/lib/rate-limit";
import { limits } from "../limits";
import { rateLimited, tellRate } from "./tell-rate";

/** Counts a call of the public interface for its client's address; leaves the limit headers. */
export function countPublicRequest(clientAddress: string, headers: Record<string, string>): Promise<void> {
  return count([{ key: `public:${rateKeyOf(clientAddress)}`, ...limits.public }], headers);
}

/**
 * Counts a call for its key and for its account's environment in one atomic step; leaves the headers of the limit that
 * is nearer.
 */
export function countKeyedRequest(caller: Caller, headers: Record<string, string>): Promise<void> {
  return count(limitRulesOf(caller), headers);
}

/** Throws `rate_limited` where a rule has no room, and then counts under none. */
async function count(rules: RateRule[], headers: Record<string, string>): Promise<void> {
  const rate = await consumeRate(rules);
  tellRate(rate, headers);
  if (!rate.allowed) throw rateLimited(rate);
}
