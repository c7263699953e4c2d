import type { Caller } from "@/lib/accounts/schema";
import { entitlements, hasApiAccess, plans } from "@/lib/plans";
import { ServiceError } from "@/lib/platform/errors";

/** Throws `plan_required` unless the account's plan, as of this request, includes the authenticated interface. */
export function requirePlan({ plan }: Caller): void {
  if (hasApiAccess(plan)) return;
  const names = plans.filter(hasApiAccess).map((one) => entitlements[one].name);
  throw new ServiceError(
    "plan_required",
    `The authenticated interface is part of ${names.join(" and ")}; this account is on ${entitlements[plan].name}`,
  );
}
