import { formatCount } from "../ui/counts";
import { formatShare } from "./sentence";

/** Scans and goals of a code's last 30 days. */
export interface RouteFigures {
  /** All scans, those that no rule led included. */
  total: number;
  /** Scans by the id of their rule. */
  routes: Record<string, number>;
  /** Scans by `<rule's id>/<entry's name>`. */
  variants: Record<string, number>;
  goals: readonly { name: string; count: number; variants: Record<string, number> }[];
}

/** How many of the code's scans a rule led. */
export function formatRouteShare({ total, routes }: RouteFigures, id: string): string {
  const scans = routes[id] ?? 0;
  if (total === 0) return "No scans in the last 30 days";
  return `${formatShare(scans / total)} of scans, ${formatCount(scans)} in the last 30 days`;
}
