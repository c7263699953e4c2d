import { type Environment, environments } from "@/lib/accounts/schema";
import {
  type LimitUse,
  type UseCounts,
  type UsePoint,
  type UseRange,
  useRanges,
} from "@/lib/api-uses/schema";
import { sayCount, sayDayMonth, sayTime, sayZone } from "../ui/format";

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

type Query = Record<string, string | string[] | undefined>;

export interface AddressFault {
  name: "range" | "environment" | "key";
  value: string;
}

const idPattern = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

/** The view of an address; what it leaves out is the last 24 hours of production, all keys together. */
export function readUsageView(query: Query): { view: UsageView } | { fault: AddressFault } {
  const { range = "24h", environment = "production", key } = query;
  if (!isOneOf(useRanges, range)) return { fault: { name: "range", value: String(range) } };
  if (!isOneOf(environments, environment))
    return { fault: { name: "environment", value: String(environment) } };
  if (key !== undefined && (typeof key !== "string" || !idPattern.test(key)))
    return { fault: { name: "key", value: String(key) } };
  return { view: { range, environment, keyId: key } };
}

function isOneOf<T extends string>(values: readonly T[], value: unknown): value is T {
  return values.includes(value as T);
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
