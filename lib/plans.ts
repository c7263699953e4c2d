/** What each plan holds: the one table of entitlements. Nothing else compares the names of plans. */
export const plans = ["free", "starter", "developer", "pro"] as const;
export type Plan = (typeof plans)[number];

export interface Entitlements {
  name: string;
  /** Codes that an account keeps. */
  codes: number;
  /** Codes whose target can be changed after printing; null: every one of them. */
  dynamicCodes: number | null;
  /** Scans of a calendar month (UTC) that are kept in detail; null: every one. More are counted, never refused. */
  detailedScansPerMonth: number | null;
  analytics: "daily" | "full" | "api" | "live";
  dashboard: boolean;
  /** Requests an hour to the authenticated interface, and with a key to MCP; 0: none, keys are kept and refused. */
  apiRequestsPerHour: number;
  /** Frames on stored codes; without them they are left out with a warning. */
  frames: boolean;
}

export const entitlements: Record<Plan, Entitlements> = {
  free: {
    name: "Free",
    codes: 10,
    dynamicCodes: 1,
    detailedScansPerMonth: 1_000,
    analytics: "daily",
    dashboard: true,
    apiRequestsPerHour: 0,
    frames: false,
  },
  starter: {
    name: "Starter",
    codes: 100,
    dynamicCodes: null,
    detailedScansPerMonth: null,
    analytics: "full",
    dashboard: true,
    apiRequestsPerHour: 0,
    frames: false,
  },
  developer: {
    name: "Developer",
    codes: 500,
    dynamicCodes: null,
    detailedScansPerMonth: null,
    analytics: "api",
    dashboard: false,
    apiRequestsPerHour: 5_000,
    frames: false,
  },
  pro: {
    name: "Pro",
    codes: 500,
    dynamicCodes: null,
    detailedScansPerMonth: null,
    analytics: "live",
    dashboard: true,
    apiRequestsPerHour: 5_000,
    frames: true,
  },
};

/** What the sandbox of any account holds, whatever its plan. */
export const sandboxEntitlements = { codes: 100, requestsPerHour: 1_000, keptDays: 30 };

/** Whether keys of an account on this plan are served. */
export function hasApiAccess(plan: Plan): boolean {
  return entitlements[plan].apiRequestsPerHour > 0;
}
