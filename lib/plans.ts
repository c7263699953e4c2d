/** What each plan holds: the one table of entitlements, told by the plans on the home page. */
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
  /** Requests an hour to the authenticated interface; 0: none. */
  apiRequestsPerHour: number;
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
  },
  starter: {
    name: "Starter",
    codes: 100,
    dynamicCodes: null,
    detailedScansPerMonth: null,
    analytics: "full",
    dashboard: true,
    apiRequestsPerHour: 0,
  },
  developer: {
    name: "Developer",
    codes: 500,
    dynamicCodes: null,
    detailedScansPerMonth: null,
    analytics: "api",
    dashboard: false,
    apiRequestsPerHour: 5_000,
  },
  pro: {
    name: "Pro",
    codes: 500,
    dynamicCodes: null,
    detailedScansPerMonth: null,
    analytics: "live",
    dashboard: true,
    apiRequestsPerHour: 5_000,
  },
};
