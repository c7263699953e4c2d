import { validateAnalyticsQuery } from "@/lib/analytics";
import { analyticsQuery, analyticsSchema } from "@/lib/analytics/schema";
import { type Contract, contractOf } from "../contract";

export const getAnalytics = contractOf({
  id: "getAnalytics",
  method: "GET",
  path: "/api/v1/analytics",
  tag: "Analytics",
  access: { permissions: ["analytics:read"] },
  summary: "Read analytics",
  description:
    "Scans of all codes of this account and environment, or of one, in a window that ends now: totals, days, hours, weekdays, places and devices, counted in one view of the database. `dailyScans`, `hourly`, `weekly` and each of the breakdowns add up to `totalScans`. A value outside its set and a parameter sent twice are refused; unknown parameters are ignored.",
  query: analyticsQuery,
  success: { status: 200, description: "The figures.", json: analyticsSchema },
  errors: ["validation_failed", "not_found"],
  judge: validateAnalyticsQuery,
});

export const analyticsContracts: readonly Contract[] = [getAnalytics];
