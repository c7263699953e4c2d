import type { Caller } from "@/lib/accounts/schema";
import { sumCodes } from "@/lib/rollups";
import { sparkDays } from "../report/shape";
import { chooseLastDays } from "../window";
import { requireZone } from "../zones/require-zone";

/**
 * Scans of each of the last 14 days of a zone, today last, by code; UTC where none is named. A code that is not the
 * caller's has none. Throws `validation_failed` for an unknown time zone.
 */
export async function readSparks(
  { accountId, environment }: Caller,
  codeIds: readonly string[],
  { timezone }: { timezone?: string | undefined } = {},
): Promise<Map<string, number[]>> {
  if (timezone !== undefined) await requireZone(timezone);
  if (codeIds.length === 0) return new Map();
  const owner = { accountId, isSandbox: environment === "sandbox" };
  const choose = (now: Date) => chooseLastDays(sparkDays, timezone ?? "UTC", now.getTime());
  const sums = await sumCodes(owner, codeIds, choose);
  return new Map(codeIds.map((id) => [id, sums.get(id) ?? Array<number>(sparkDays).fill(0)]));
}
