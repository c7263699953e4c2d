import type { LimitUse, UseCounts, UsePoint } from "@/lib/api-uses/schema";
import { formatCount } from "../ui/counts";
import { formatDayMonth, formatTime, formatZone } from "../ui/dates";

/** The ways in which a request is answered, from the foot of a bar to its head. */
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
export function formatLimit({ used, limit, resetsAt }: LimitUse, zone: string): string {
  const share = `${formatCount(used)} of ${formatCount(limit)} this hour.`;
  if (resetsAt === null) return `${share} The hour starts with the next request.`;
  return `${share} Resets at ${formatTime(resetsAt, zone)}.`;
}

const hourMs = 3_600_000;

/** What a bar stands for: `13:00` below it, `13:00 to 14:00` beside its figures. */
export function namePoint({ at }: UsePoint, unit: "hour" | "day", zone: string) {
  if (unit === "day") {
    const day = formatDayMonth(`${at}T12:00:00Z`);
    return { short: day, long: day };
  }
  const [from, to] = [
    formatTime(at, zone),
    formatTime(new Date(Date.parse(at) + hourMs).toISOString(), zone),
  ];
  return { short: from, long: `${from} to ${to}` };
}

/** Which clocks a page's times are by, said once. */
export function formatClocks(zone: string): string {
  return zone === "UTC" ? "Times in UTC." : `Times in ${formatZone(zone)}.`;
}
