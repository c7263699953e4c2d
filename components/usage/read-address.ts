import { environments } from "@/lib/accounts/schema";
import { useRanges } from "@/lib/api-uses/schema";
import type { UsageView } from "./view";

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
