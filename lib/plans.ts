import { ServiceError } from "./platform/errors";

/** What each plan holds: the one table of entitlements. Nothing else compares the names of plans. */
export const plans = ["free", "starter", "developer", "pro"] as const;
export type Plan = (typeof plans)[number];

export interface Entitlements {
  name: string;
  codes: number;
  /** Codes whose target can be changed after printing; null: every one of them. */
  dynamicCodes: number | null;
  /** Scans of a calendar month (UTC) that are kept in detail; null: every one. More are counted, never refused. */
  detailedScansPerMonth: number | null;
  analytics: "daily" | "full" | "api" | "live";
  dashboard: boolean;
  /** Many codes at once in the browser: import, files, label sheets, changes of a selection. */
  bulk: boolean;
  /** Requests per hour to the authenticated interface, and with a key to MCP; 0: none, keys are kept and refused. */
  apiRequestsPerHour: number;
  /** Paths of their own for the short URLs of dynamic codes; those that a code has stay without them. */
  slugs: boolean;
  /** Hosts of their own for short URLs; those above the number go on answering and take no new codes. */
  domains: number;
  /** Rules of a dynamic code's targets; those that a code has go on without them. */
  routes: number;
  /** Targets that are given the scan's id, for which goals are recorded. */
  goals: boolean;
  /** Frames on stored codes; without them they are left out with a warning. */
  frames: boolean;
  /** What its holders ask for is answered first. */
  prioritySupport: boolean;
}

export const entitlements: Record<Plan, Entitlements> = {
  free: {
    name: "Free",
    codes: 10,
    dynamicCodes: 1,
    detailedScansPerMonth: 1_000,
    analytics: "daily",
    dashboard: true,
    bulk: false,
    apiRequestsPerHour: 0,
    slugs: false,
    domains: 0,
    routes: 0,
    goals: false,
    frames: false,
    prioritySupport: false,
  },
  starter: {
    name: "Starter",
    codes: 100,
    dynamicCodes: null,
    detailedScansPerMonth: null,
    analytics: "full",
    dashboard: true,
    bulk: false,
    apiRequestsPerHour: 0,
    slugs: true,
    domains: 1,
    routes: 3,
    goals: true,
    frames: false,
    prioritySupport: false,
  },
  developer: {
    name: "Developer",
    codes: 500,
    dynamicCodes: null,
    detailedScansPerMonth: null,
    analytics: "api",
    dashboard: false,
    bulk: false,
    apiRequestsPerHour: 5_000,
    slugs: true,
    domains: 3,
    routes: 20,
    goals: true,
    frames: false,
    prioritySupport: false,
  },
  pro: {
    name: "Pro",
    codes: 500,
    dynamicCodes: null,
    detailedScansPerMonth: null,
    analytics: "live",
    dashboard: true,
    bulk: true,
    apiRequestsPerHour: 5_000,
    slugs: true,
    domains: 5,
    routes: 20,
    goals: true,
    frames: true,
    prioritySupport: true,
  },
};

/** What the sandbox of any account holds, whatever its plan. */
export const sandboxEntitlements = { codes: 100, requestsPerHour: 1_000, keptDays: 30 };

/** Whether a plan has pages for codes and charts. */
export function hasDashboard(plan: Plan): boolean {
  return entitlements[plan].dashboard;
}

/** Whether a plan has pages for many codes at once. */
export function hasBulk(plan: Plan): boolean {
  return entitlements[plan].bulk;
}

/** What the first plan that holds something is called. */
export function namePlanWith(holds: (held: Entitlements) => boolean): string | undefined {
  return plans.map((plan) => entitlements[plan]).find(holds)?.name;
}

/** What is refused on a plan without bulk work; `work` with its verb, as in "Importing codes is". */
export function bulkRequired(work: string): ServiceError {
  return new ServiceError("plan_required", `${work} part of ${namePlanWith(({ bulk }) => bulk)}`);
}

/** Throws `plan_required` on a plan without bulk work, which `work` is. */
export function requireBulk(plan: Plan, work: string): void {
  if (!hasBulk(plan)) throw bulkRequired(work);
}

/** Whether keys of an account on this plan are served. */
export function hasApiAccess(plan: Plan): boolean {
  return entitlements[plan].apiRequestsPerHour > 0;
}

/** Plans whose webhooks get events; those of other plans are kept and get none. */
export const plansWithWebhooks: readonly Plan[] = plans.filter((plan) => hasApiAccess(plan));
