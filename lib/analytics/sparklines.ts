import type { Caller } from "@/lib/accounts/schema";
import { readFromReplica } from "@/lib/platform/read-replica";
import { readCounts, sumCodes } from "@/lib/rollups";
import { sum } from "./bucket";
import { chooseScope } from "./read-analytics";
import { requireZone } from "./time-zone";
import { chooseLastDays, dayMs } from "./window";

/** Days of a sparkline, today last. */
const sparkDays = 14;

/**
 * Scans of each of the last 14 days of a zone, today last, by code; UTC where none is named. A code that is not the
 * caller's has none. Throws `validation_failed` for an unknown time zone.
 */
export async function readSparklines(
  { accountId, environment }: Caller,
  codeIds: readonly string[],
  { timezone }: { timezone?: string | undefined } = {},
): Promise<Map<string, number[]>> {
  if (timezone !== undefined) await requireZone(timezone);
  if (codeIds.length === 0) return new Map();
  const owner = { accountId, isSandbox: environment === "sandbox" };
  const choose = (now: Date) => chooseLastDays(sparkDays, timezone ?? "UTC", now.getTime());
  const sums = await readFromReplica(accountId, () => sumCodes(owner, codeIds, choose));
  return new Map(codeIds.map((id) => [id, sums.get(id) ?? Array<number>(sparkDays).fill(0)]));
}

const weekMs = 7 * dayMs;
const quarterMs = 15 * 60_000;

/**
 * How often a code was scanned in the last 7 days, those beyond the plan's detailed scans among them. Throws `not_found`
 * for the code.
 */
export async function countWeek(caller: Caller, codeId: string): Promise<number> {
  const scope = await chooseScope(caller, { qrCodeId: codeId });
  const week = (now: Date) => [{ from: new Date(now.getTime() - weekMs), to: now }];
  const { counts } = await readCounts(scope, week, { withCities: false });
  return sum(counts.flatMap(({ days }) => days.map(({ scans, capped }) => scans + capped)));
}

/**
 * The same of many codes together, from the full quarter-hour on in which the week begins, and without what is beyond a
 * plan's detailed scans: plans that delete many at once keep every one. Codes that are not the caller's count nothing.
 */
export async function countWeekOf(
  { accountId, environment }: Caller,
  codeIds: readonly string[],
): Promise<number> {
  if (codeIds.length === 0) return 0;
  const owner = { accountId, isSandbox: environment === "sandbox" };
  const week = (now: Date) => [
    { from: floorQuarter(now.getTime() - weekMs), to: floorQuarter(now.getTime() + quarterMs) },
  ];
  const sums = await sumCodes(owner, codeIds, week);
  return sum([...sums.values()].flat());
}

function floorQuarter(ms: number): Date {
  return new Date(Math.floor(ms / quarterMs) * quarterMs);
}
