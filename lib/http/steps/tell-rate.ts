import { ServiceError } from "@/lib/platform/errors";
import type { RateResult } from "@/lib/rate-limit";

/** Leaves the headers of the limit that is nearest. */
export function tellRate(rate: RateResult, headers: Record<string, string>): void {
  headers["X-RateLimit-Limit"] = String(rate.limit);
  headers["X-RateLimit-Remaining"] = String(rate.remaining);
  headers["X-RateLimit-Reset"] = String(rate.resetAtSeconds);
}

/** The refusal of what a limit had no room for; `words` say what was too much, by default an hour's requests. */
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
