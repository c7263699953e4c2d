import type { Environment } from "@/lib/accounts/schema";
import type { UseRange } from "@/lib/api-uses/schema";

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
