import type { Usage } from "@/lib/accounts/schema";
import { entitlements, hasApiAccess, hasDashboard, type Plan, plansWithWebhooks } from "@/lib/plans";
import { countOf } from "../../ui/counts";

/** What a plan would mean for an account that has another one, as the operator is told before it is given. */
export function listPlanConsequences(plan: Plan, usage: Usage): string[] {
  const { name, codes } = entitlements[plan];
  const sentences: string[] = [];
  if (usage.codes.used > codes) {
    sentences.push(
      `It keeps ${countOf(usage.codes.used, "code")} and ${name} holds ${codes}: all go on working, no new ones can be made.`,
    );
  }
  if (hasDashboard(usage.plan) && !hasDashboard(plan)) {
    sentences.push("Its person no longer has the pages for codes and charts.");
  }
  if (hasApiAccess(usage.plan) && !hasApiAccess(plan) && usage.keys.used > 0) {
    sentences.push(
      `${countOf(usage.keys.used, "key")} of it ${usage.keys.used === 1 ? "is" : "are"} refused.`,
    );
  }
  if (
    plansWithWebhooks.includes(usage.plan) &&
    !plansWithWebhooks.includes(plan) &&
    usage.webhooks.used > 0
  ) {
    sentences.push(
      `${countOf(usage.webhooks.used, "webhook")} of it hear${usage.webhooks.used === 1 ? "s" : ""} of nothing.`,
    );
  }
  if (sentences.length === 0)
    sentences.push(`It has what ${name} has from its next request on. Nothing it has stops.`);
  if (usage.openRequest !== null) {
    sentences.push(`Its open request for ${entitlements[usage.openRequest.plan].name} is settled.`);
  }
  return sentences;
}
