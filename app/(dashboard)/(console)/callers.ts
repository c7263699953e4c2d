import type { Caller, Environment } from "@/lib/accounts/schema";
import { callerOf, requireSession } from "@/lib/auth";
import { hasApiAccess } from "@/lib/plans";
import { ServiceError } from "@/lib/platform/errors";

/** Who works with webhooks, in the environment that a page names. Throws `plan_required` on a plan without them. */
export async function requireWebhookCaller(environment: unknown): Promise<Caller> {
  const session = await requireSession();
  if (!hasApiAccess(session.plan)) {
    throw new ServiceError("plan_required", "Webhooks are part of the Developer and Pro plans");
  }
  const chosen: Environment = environment === "sandbox" ? "sandbox" : "production";
  return { ...callerOf(session), environment: chosen };
}

/** The signed-in account before its sandbox. Throws `plan_required` on a plan without the API. */
export async function requireSandboxCaller(): Promise<Caller> {
  const session = await requireSession();
  if (hasApiAccess(session.plan)) return { ...callerOf(session), environment: "sandbox" };
  throw new ServiceError("plan_required", "The sandbox is part of plans with the API");
}
