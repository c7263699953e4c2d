import type { Caller } from "@/lib/accounts/schema";
import { limitRulesOf } from "@/lib/api-uses/limits";
import { ServiceError } from "@/lib/platform/errors";
import { rateKeyOf } from "@/lib/platform/ip-address";
import { consumeRate, type RateResult, type RateRule } from "@/lib/rate-limit";

const hourSeconds = 3600;

/** Limits by the address of a client (decisions §5). */
export const limits = {
  /** Generating calls of the public interface, GET and POST together, for one address. */
  public: { limit: 100, windowSeconds: hourSeconds },
  /** Goals that are sent without a key, for one address. */
  goals: { limit: 600, windowSeconds: hourSeconds },
  /** Public images of stored codes that are drawn, for one address. */
  images: { limit: 60, windowSeconds: 60 },
  /** Calls with a key that is not accepted, for one address. */
  failedAuthentications: { limit: 60, windowSeconds: 60 },
} as const;

export function setRateHeaders(rate: RateResult, headers: Record<string, string>): void {
  headers["X-RateLimit-Limit"] = String(rate.limit);
  headers["X-RateLimit-Remaining"] = String(rate.remaining);
  headers["X-RateLimit-Reset"] = String(rate.resetAtSeconds);
}

/** The refusal of what a limit had no room for; `words` say what was too much, by default the requests of one hour. */
export function rateLimited(
  rate: RateResult,
  words = `More than ${rate.limit} requests in an hour`,
  hint?: string,
): ServiceError {
  const seconds = Math.max(1, rate.retryAfterSeconds);
  return new ServiceError("rate_limited", `${words}; try again in ${seconds} seconds`, {
    retryAfterSeconds: seconds,
    ...(hint !== undefined && { hint }),
  });
}

/** Counts a call of the public interface for its client's address; sets the limit headers. */
export function countPublicRequest(
  limit: "public" | "goals",
  clientAddress: string,
  headers: Record<string, string>,
): Promise<void> {
  return count([{ key: `${limit}:${rateKeyOf(clientAddress)}`, ...limits[limit] }], headers);
}

/** Counts a call for its key and its account's environment in one atomic step; sets the headers of the nearer limit. */
export function countKeyedRequest(caller: Caller, headers: Record<string, string>): Promise<void> {
  return count(limitRulesOf(caller), headers);
}

/** Counts a public image that is drawn, for its client's address. */
export async function countImage(clientAddress: string): Promise<void> {
  const rate = await consumeRate([{ key: `images:${rateKeyOf(clientAddress)}`, ...limits.images }]);
  if (!rate.allowed) throw rateLimited(rate, `More than ${rate.limit} pictures in a minute`);
}

/** Throws `rate_limited` where a rule has no room, and then counts under none. */
async function count(rules: RateRule[], headers: Record<string, string>): Promise<void> {
  const rate = await consumeRate(rules);
  setRateHeaders(rate, headers);
  if (!rate.allowed) throw rateLimited(rate);
}
