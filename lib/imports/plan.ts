import { hasBulk, namePlanWith, type Plan } from "@/lib/plans";
import { ServiceError } from "@/lib/platform/errors";

/** Throws `plan_required` for a plan without work on many codes. */
export function requireBulk({ plan }: { plan: Plan }): void {
  if (!hasBulk(plan)) throw bulkRequired();
}

export function bulkRequired(): ServiceError {
  const name = namePlanWith(({ bulk }) => bulk);
  return new ServiceError("plan_required", `Importing codes is part of ${name}`);
}
