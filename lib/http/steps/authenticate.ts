import type { Caller } from "@/lib/accounts/schema";
import { authenticateKey } from "@/lib/api-keys";
import { rateKeyOf } from "@/lib/platform/client-address";
import { ServiceError } from "@/lib/platform/errors";
import { consumeRate } from "@/lib/rate-limit";
import type { ApiRequest } from "../exchange";
import { limits } from "../limits";
import { rateLimited, tellRate } from "./tell-rate";

/**
 * Whose key the request carries; leaves `X-Environment` on every answer to a sandbox key. Throws as `authenticateKey`
 * does. Only failures are counted: beyond their limit an address gets `rate_limited` for them, and a good key from
 * there is served all the same.
 */
export async function authenticate(request: ApiRequest, headers: Record<string, string>): Promise<Caller> {
  try {
    const caller = await authenticateKey(request.headers.authorization);
    if (caller.environment === "sandbox") headers["X-Environment"] = "sandbox";
    return caller;
  } catch (error) {
    if (isRefusal(error)) await countFailure(request.clientAddress, headers);
    throw error;
  }
}

function isRefusal(error: unknown): boolean {
  return error instanceof ServiceError && error.code.endsWith("_api_key");
}

/** A failure has headers of its limit only where that is reached: a valid key has another one. */
async function countFailure(clientAddress: string, headers: Record<string, string>): Promise<void> {
  const { limit, windowSeconds } = limits.failedAuthentications;
  const key = `failed-authentications:${rateKeyOf(clientAddress)}`;
  const rate = await consumeRate([{ key, limit, windowSeconds }]);
  if (rate.allowed) return;
  tellRate(rate, headers);
  const words = `More than ${limit} calls in a minute from this address had no valid API key`;
  throw rateLimited(rate, words, "Check the key; a call with a valid one is served at once.");
}
