import type { Caller } from "@/lib/accounts/schema";
import { readCounts } from "@/lib/rollups";
import { sum } from "../bucket";
import { requireScope } from "../read-analytics";
import { dayMs } from "../window";

const weekMs = 7 * dayMs;

/**
 * How often a code was scanned in the last 7 days, those beyond the plan's detailed scans among them. Throws `not_found`
 * for the code.
 */
export async function countWeek(caller: Caller, codeId: string): Promise<number> {
  const scope = await requireScope(caller, { qrCodeId: codeId });
  const week = (now: Date) => [{ from: new Date(now.getTime() - weekMs), to: now }];
  const { counts } = await readCounts(scope, week, { withCities: false });
  return sum(counts.flatMap(({ days }) => days.map(({ scans, capped }) => scans + capped)));
}
