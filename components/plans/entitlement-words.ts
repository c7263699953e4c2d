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
  say: (plan: Entitlements) => string;
}

export const entitlementRows: readonly EntitlementRow[] = [
  { name: "Codes kept", withoutAccount: "24-hour links", say: ({ codes }) => count(codes) },
  {
    name: "Change the target after printing",
    withoutAccount: "–",
    say: ({ dynamicCodes }) => (dynamicCodes === null ? "Every code" : `${count(dynamicCodes)} code`),
  },
  {
    name: "Scans",
    withoutAccount: "Not counted",
    say: ({ detailedScansPerMonth: scans }) =>
      scans === null ? "Every one in detail" : `${count(scans)} per month in detail`,
  },
  { name: "Analytics", withoutAccount: "–", say: (plan) => analytics[plan.analytics] },
  {
    name: "API requests",
    withoutAccount: publicOnly,
    say: ({ apiRequestsPerHour }) =>
      apiRequestsPerHour === 0 ? publicOnly : `${count(apiRequestsPerHour)} per hour`,
  },
  { name: "Where you work", withoutAccount: "This page", say: sayPlace },
];

export const accountRows: readonly Pick<EntitlementRow, "name" | "say">[] = [
  ...entitlementRows,
  { name: "Frames on kept codes", say: ({ frames }) => (frames ? "All of them" : "–") },
  {
    name: "Support",
    say: ({ prioritySupport }) => (prioritySupport ? "Priority" : "By form and mail"),
  },
];

function sayPlace({ dashboard, apiRequestsPerHour }: Entitlements): string {
  if (apiRequestsPerHour === 0) return "Dashboard";
  return dashboard ? "Dashboard and API" : "API and console";
}

export const count = (value: number): string => value.toLocaleString("en-GB");
