import { type Caller, holdsPermission, insufficientPermission, type Permission } from "@/lib/accounts/schema";
import { authenticateKey } from "@/lib/api-keys/authenticate";
import { entitlements, hasApiAccess, plans } from "@/lib/plans";
import { ServiceError } from "@/lib/platform/errors";
import { rateKeyOf } from "@/lib/platform/ip-address";
import { consumeRate } from "@/lib/rate-limit";
import type { ApiRequest } from "./exchange";
import { limits, rateLimited, setRateHeaders } from "./rate-limits";

/**
 * Finds the caller by the key of the request; sets `X-Environment` for a sandbox key. Throws as `authenticateKey` does.
 * Only failures are counted: beyond their limit they are `rate_limited`, while a valid key from the same address works.
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
  setRateHeaders(rate, headers);
  const words = `More than ${limit} calls in a minute from this address had no valid API key`;
  throw rateLimited(rate, words, "Check the key; a call with a valid one is served at once.");
}

/** Throws `plan_required` unless the account's plan, as of this request, includes the authenticated interface. */
export function requirePlan({ plan }: Caller): void {
  if (hasApiAccess(plan)) return;
  const names = plans.filter(hasApiAccess).map((one) => entitlements[one].name);
  throw new ServiceError(
    "plan_required",
    `The authenticated interface is part of ${names.join(" and ")}; this account is on ${entitlements[plan].name}`,
  );
}

/** Throws `insufficient_permission` unless the key holds all of them; details name each that it lacks. */
export function requirePermissions({ key }: Caller, wanted: readonly Permission[]): void {
  if (key === null) return;
  const missing = wanted.filter((permission) => !holdsPermission(key.permissions, permission));
  if (missing.length === 0) return;
  throw insufficientPermission(missing);
}

/** Throws `sandbox_required` unless the caller works on the sandbox. */
export function requireSandbox({ environment }: Caller): void {
  if (environment === "sandbox") return;
  throw new ServiceError("sandbox_required", "This works with a sandbox key only");
}

/** Throws `sandbox_forbidden` for a sandbox key. */
export function requireProduction({ environment }: Caller): void {
  if (environment === "production") return;
  throw new ServiceError("sandbox_forbidden", "This works with a production key only");
}
