import type { Entitlements } from "@/lib/plans";

const analytics: Record<Entitlements["analytics"], string> = {
  daily: "Daily line",
  full: "Places, devices, times",
  api: "By API",
  live: "Live",
};

/** What is there with and without an account, and has its own limit. */
const publicOnly = "Public interface only";

interface EntitlementRow {
  name: string;
  withoutAccount: string;
  format: (plan: Entitlements) => string;
}

export const entitlementRows: readonly EntitlementRow[] = [
  { name: "Codes kept", withoutAccount: "24-hour links", format: ({ codes }) => count(codes) },
  {
    name: "Change the target after printing",
    withoutAccount: "–",
    format: ({ dynamicCodes }) => (dynamicCodes === null ? "Every code" : `${count(dynamicCodes)} code`),
  },
  {
    name: "Custom short links",
    withoutAccount: "–",
    format: ({ slugs }) => (slugs ? "Every dynamic code" : "–"),
  },
  {
    name: "Own domains",
    withoutAccount: "–",
    format: ({ domains }) => (domains === 0 ? "–" : count(domains)),
  },
  {
    name: "Scans",
    withoutAccount: "Not counted",
    format: ({ detailedScansPerMonth: scans }) =>
      scans === null ? "Every one in detail" : `${count(scans)} per month in detail`,
  },
  { name: "Analytics", withoutAccount: "–", format: (plan) => analytics[plan.analytics] },
  {
    name: "API requests",
    withoutAccount: publicOnly,
    format: ({ apiRequestsPerHour }) =>
      apiRequestsPerHour === 0 ? publicOnly : `${count(apiRequestsPerHour)} per hour`,
  },
  { name: "Where you work", withoutAccount: "This page", format: formatPlace },
];

export const accountRows: readonly Pick<EntitlementRow, "name" | "format">[] = [
  ...entitlementRows,
  { name: "Frames on kept codes", format: ({ frames }) => (frames ? "All of them" : "–") },
  {
    name: "Support",
    format: ({ prioritySupport }) => (prioritySupport ? "Priority" : "By form and mail"),
  },
];

function formatPlace({ dashboard, apiRequestsPerHour }: Entitlements): string {
  if (apiRequestsPerHour === 0) return "Dashboard";
  return dashboard ? "Dashboard and API" : "API and console";
}

export const count = (value: number): string => value.toLocaleString("en-GB");
