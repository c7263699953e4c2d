import { entitlements, plans, sandboxEntitlements } from "@/lib/plans";
import { fieldError, type ServiceError } from "@/lib/platform/errors";
import type { Caller } from "./schema";

/** The account or its sandbox holds as many codes as it may. */
export function codesUsedUp(caller: Caller, used: number, limit: number): ServiceError {
  if (caller.environment === "sandbox") {
    const words = `All ${limit} codes of the sandbox are used. Delete some; each is deleted by itself after ${sandboxEntitlements.keptDays} days.`;
    return quotaExceeded("codes", words, { limit, used });
  }
  const { name } = entitlements[caller.plan];
  const fact =
    used > limit
      ? `${name} holds ${limit} codes and ${used} are kept.`
      : `All ${limit} codes of ${name} are used.`;
  return quotaExceeded("codes", `${fact} They go on working. ${adviseMore(limit)}`, { limit, used });
}

/** The plans that hold the next larger number of codes. */
function adviseMore(limit: number): string {
  const larger = plans.map((plan) => entitlements[plan]).filter(({ codes }) => codes > limit);
  const next = Math.min(...larger.map(({ codes }) => codes));
  const names = larger.filter(({ codes }) => codes === next).map(({ name }) => name);
  if (names.length === 0) return "Delete one to make room.";
  return `${names.join(" and ")} ${names.length === 1 ? "holds" : "hold"} ${next}.`;
}

/** It holds as many dynamic ones as it may. */
export function dynamicCodesUsedUp(caller: Caller, used: number, limit: number): ServiceError {
  const { name } = entitlements[caller.plan];
  const one = limit === 1;
  const fact =
    used > limit
      ? `${name} holds ${limit} dynamic ${one ? "code" : "codes"} and ${used} are kept. They go on working.`
      : `${one ? `The dynamic code of ${name} is used. It goes` : `All ${limit} dynamic codes of ${name} are used. They go`} on working.`;
  const free = plans.map((plan) => entitlements[plan]).find(({ dynamicCodes }) => dynamicCodes === null);
  const advice = free === undefined ? "" : ` On ${free.name} every code may be dynamic.`;
  return quotaExceeded("isDynamic", fact + advice, { limit, used });
}

function quotaExceeded(
  field: string,
  message: string,
  bounds: { limit: number; used: number },
): ServiceError {
  return fieldError("quota_exceeded", { field, code: "quota_exceeded", message, ...bounds });
}
