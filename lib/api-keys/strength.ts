import { type Caller, holdsPermission, type KeyGrant, type Permission } from "@/lib/accounts/schema";
import { type ErrorDetail, ServiceError } from "@/lib/platform/errors";

/** What a key may do at most, as far as it can be more than another's. */
type Strength = Pick<KeyGrant, "permissions" | "rateLimit" | "expiresAt">;

/** A right that the caller's key does not have: what would be allowed, and the bound to show beside it. */
interface Excess {
  field: keyof Strength;
  allowed: string;
  bound: { requiredPermission: Permission } | { max: number } | { latest: string };
}

/** In what a key would be stronger than the caller's; nothing where the caller is the signed-in user. */
function listExcesses({ key }: Caller, wanted: Partial<Strength>): Excess[] {
  if (key === null) return [];
  const { permissions = [], rateLimit = 0, expiresAt } = wanted;
  const excesses: Excess[] = permissions
    .filter((permission) => !holdsPermission(key.permissions, permission))
    .map((requiredPermission) => ({
      field: "permissions",
      allowed: `held by the calling key, which lacks ${requiredPermission}`,
      bound: { requiredPermission },
    }));
  if (rateLimit > key.rateLimit) {
    const allowed = `at most the calling key's, ${key.rateLimit}`;
    excesses.push({ field: "rateLimit", allowed, bound: { max: key.rateLimit } });
  }
  if (key.expiresAt !== null && expiresAt !== undefined) {
    const latest = key.expiresAt.toISOString();
    if (expiresAt === null || expiresAt > key.expiresAt) {
      const allowed = `no later than the calling key's, ${latest}`;
      excesses.push({ field: "expiresAt", allowed, bound: { latest } });
    }
  }
  return excesses;
}

function refuse(message: string, details: ErrorDetail[], hint: string): never {
  throw new ServiceError("insufficient_permission", message, { details, hint });
}

/** Throws `insufficient_permission` where a key with these rights would exceed the caller's. */
export function requireWithin(caller: Caller, wanted: Partial<Strength>): void {
  const details = listExcesses(caller, wanted).map(({ field, allowed, bound }) => ({
    field,
    code: "exceeds_caller",
    message: `${field} must be ${allowed}`,
    ...bound,
  }));
  if (details[0] === undefined) return;
  refuse(
    details[0].message,
    details,
    "A key gives no more than it has; use a stronger one or the dashboard.",
  );
}

/** Throws `insufficient_permission` where an existing key is stronger than the caller's. */
export function requireNotStronger(caller: Caller, existing: Strength): void {
  const details = listExcesses(caller, existing).map(({ field, bound }) => ({
    field,
    code: "exceeds_caller",
    message: `${field} of this key exceeds the calling key's`,
    ...bound,
  }));
  if (details.length === 0) return;
  const hint = "Use a key that is at least as strong, or the dashboard. A weaker key may delete it.";
  refuse("This key is stronger than the calling one", details, hint);
}
