import type { Environment } from "@/lib/accounts/schema";
import type { LimitUse, UseCounts, UsePoint, UseRange } from "@/lib/api-uses/schema";
import { sayCount } from "../ui/counts";
import { sayDayMonth, sayTime, sayZone } from "../ui/dates";

export interface UsageView {
  range: UseRange;
  environment: Environment;
  keyId?: string | undefined;
}

/** The address of a view; `path` may be that of its table. */
export function writeUsageView({ range, environment, keyId }: UsageView, path = "/usage"): string {
  const query = new URLSearchParams();
  if (range !== "24h") query.set("range", range);
  if (keyId !== undefined) query.set("key", keyId);
  if (environment !== "production") query.set("environment", environment);
  return query.size === 0 ? path : `${path}?${query}`;
}

export const outcomes = [
  { name: "served", title: "Served", countOf: servedOf },
  { name: "refused", title: "Refused", countOf: ({ refused }: UseCounts) => refused },
  { name: "limited", title: "Over the limit", countOf: ({ limited }: UseCounts) => limited },
  { name: "failed", title: "Failed", countOf: ({ failed }: UseCounts) => failed },
] as const;

function servedOf({ requests, refused, limited, failed }: UseCounts): number {
  return requests - refused - limited - failed;
}

/** What a limit has used, and when it starts again by the reader's clocks. */
export function sayLimit({ used, limit, resetsAt }: LimitUse, zone: string): string {
  const share = `${sayCount(used)} of ${sayCount(limit)} this hour.`;
  if (resetsAt === null) return `${share} The hour begins with the next request.`;
  return `${share} The count starts again at ${sayTime(resetsAt, zone)}.`;
}

const hourMs = 3_600_000;

/** What a bar stands for: `13:00` below it, `13:00 to 14:00` beside its figures. */
export function namePoint({ at }: UsePoint, unit: "hour" | "day", zone: string) {
  if (unit === "day") {
    const day = sayDayMonth(`${at}T12:00:00Z`);
    return { short: day, long: day };
  }
  const [from, to] = [sayTime(at, zone), sayTime(new Date(Date.parse(at) + hourMs).toISOString(), zone)];
  return { short: from, long: `${from} to ${to}` };
}

export function sayClocks(zone: string): string {
  return zone === "UTC" ? "Times are UTC." : `Times are ${sayZone(zone)}'s.`;
}
