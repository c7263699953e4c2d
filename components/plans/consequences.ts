import type { Usage } from "@/lib/accounts/schema";
import { type Entitlements, entitlements, hasApiAccess, type Plan, plansWithWebhooks } from "@/lib/plans";
import { accountRows, count } from "./entitlement-words";

/** One thing in which two plans differ. */
interface Difference {
  name: string;
  now: string;
  later: string;
}

/** In what a plan differs from the one that the account has. */
export function listDifferences(now: Plan, next: Plan): Difference[] {
  return accountRows
    .map(({ name, say }) => ({ name, now: say(entitlements[now]), later: say(entitlements[next]) }))
    .filter((row) => row.now !== row.later);
}

/** What becomes, on a plan, of what the account has; nothing of it ever stops a code that is printed. */
export function listConsequences(plan: Plan, usage: Usage): string[] {
  const wanted = entitlements[plan];
  const has = entitlements[usage.plan];
  return [
    ...sayCodes(wanted, usage),
    ...sayPlaces(wanted, has),
    ...sayScans(wanted, usage),
    ...sayInterface(plan, usage),
  ];
}

function sayCodes({ name, codes, dynamicCodes, frames }: Entitlements, usage: Usage): string[] {
  const sentences: string[] = [];
  if (usage.codes.used > codes) {
    sentences.push(
      `You have ${count(usage.codes.used)} codes and ${name} holds ${count(codes)}. All of them go on working; only making new ones stops.`,
    );
  }
  if (dynamicCodes !== null && usage.dynamicCodes.used > dynamicCodes) {
    sentences.push("Your dynamic codes stay dynamic. New ones are static.");
  }
  if (entitlements[usage.plan].frames && !frames) {
    sentences.push("Codes that have a frame keep it. New frames are left out.");
  }
  return sentences;
}

function sayPlaces({ name, dashboard }: Entitlements, has: Entitlements): string[] {
  if (!has.dashboard || dashboard) return [];
  return [`${name} has no pages for codes and charts: you would work through the API.`];
}

function sayScans({ name, detailedScansPerMonth: limit, analytics }: Entitlements, usage: Usage): string[] {
  const month = usage.scans.used + usage.scans.capped;
  const sentences: string[] = [];
  if (limit !== null && month > limit) {
    sentences.push(
      `${name} keeps ${count(limit)} scans a month in detail and you had ${count(month)} this month. More are counted, and every redirect goes on.`,
    );
  }
  if (analytics === "daily" && entitlements[usage.plan].analytics !== "daily") {
    sentences.push(
      `${name} shows counts and a daily line. Places, devices and times are not shown for as long as it lasts.`,
    );
  }
  return sentences;
}

function sayInterface(plan: Plan, usage: Usage): string[] {
  const { name } = entitlements[plan];
  const sentences: string[] = [];
  if (hasApiAccess(usage.plan) && !hasApiAccess(plan) && usage.keys.used > 0) {
    sentences.push(`${name} has no API: your keys are kept, and refused for as long as it lasts.`);
  }
  const loses = plansWithWebhooks.includes(usage.plan) && !plansWithWebhooks.includes(plan);
  if (loses && usage.webhooks.used > 0) {
    sentences.push(`${name} has no webhooks: yours are kept, and hear of nothing for as long as it lasts.`);
  }
  return sentences;
}
