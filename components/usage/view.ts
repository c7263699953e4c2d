import { type Environment, environments } from "@/lib/accounts/schema";
import { type UseRange, useRanges } from "@/lib/api-uses/schema";

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

/** Why an address says nothing. */
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
