import type { RouteFigures as AllFigures } from "@/lib/analytics/schema";
import { formatCount } from "../ui/counts";
import { formatShare } from "./sentence";

/** Scans and goals of a code's last 30 days. */
export type RouteFigures = Pick<AllFigures, "total" | "routes" | "variants"> & {
  goals: readonly Pick<AllFigures["goals"][number], "name" | "count" | "variants">[];
};

/** How many of the code's scans a rule led. */
export function formatRouteShare({ total, routes }: RouteFigures, id: string): string {
  // An id may be any word, `constructor` as well.
  const scans = Object.hasOwn(routes, id) ? (routes[id] ?? 0) : 0;
  if (total === 0) return "No scans in the last 30 days";
  return `${formatShare(scans / total)} of scans, ${formatCount(scans)} in the last 30 days`;
}
