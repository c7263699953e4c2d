import type { Caller } from "@/lib/accounts/schema";
import { callerOf, requireSession } from "@/lib/auth";
import { hasApiAccess } from "@/lib/plans";
import { ServiceError } from "@/lib/platform/errors";

/** The signed-in account before its sandbox. Throws `plan_required` on a plan without the API. */
export async function requireSandboxCaller(): Promise<Caller> {
  const session = await requireSession();
  if (hasApiAccess(session.plan)) return { ...callerOf(session), environment: "sandbox" };
  throw new ServiceError("plan_required", "The sandbox is part of plans with the API");
}
