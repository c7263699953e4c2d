import { type Caller, holdsPermission, type Permission } from "@/lib/accounts/schema";
import { ServiceError } from "@/lib/platform/errors";

/** Throws `insufficient_permission` unless the key holds all of them; details name each that it lacks. */
export function requirePermissions({ key }: Caller, wanted: readonly Permission[]): void {
  if (key === null) return;
  const missing = wanted.filter((permission) => !holdsPermission(key.permissions, permission));
  if (missing.length === 0) return;
  throw new ServiceError("insufficient_permission", `This needs a key that holds ${missing.join(", ")}`, {
    details: missing.map((requiredPermission) => ({
      field: "Authorization",
      code: "insufficient_permission",
      message: `The key lacks the permission ${requiredPermission}`,
      requiredPermission,
    })),
  });
}
