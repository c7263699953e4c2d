import { headers } from "next/headers";
import { type ListState, pageCodes, splitOrder } from "@/components/codes/list/list-state";
import type { Caller } from "@/lib/accounts/schema";
import { readSparklines } from "@/lib/analytics";
import { listCodes } from "@/lib/codes";
import type { CodePage } from "@/lib/codes/schema";
import { log } from "@/lib/platform/log";
import { readZone } from "../../../zone";

/** What a list shows; or, where it could not be read, under which request that is in the log. */
export type FoundCodes =
  | { page: CodePage; sparks: ReadonlyMap<string, readonly number[]>; zone: string; nowMs: number }
  | { requestId: string };

/** One page of the caller's codes with their last 14 days, by the visitor's own clocks. Never throws. */
export async function loadCodes(caller: Caller, state: ListState): Promise<FoundCodes> {
  const { q, type, isDynamic, order, page } = state;
  try {
    const zone = await readZone();
    const found = await listCodes(caller, {
      page,
      limit: pageCodes,
      ...splitOrder(order),
      ...(q !== "" && { search: q }),
      ...(type !== null && { type }),
      ...(isDynamic !== null && { isDynamic }),
    });
    const dynamic = found.data.filter((code) => code.isDynamic).map(({ id }) => id);
    const sparks = await loadSparks(caller, dynamic, zone);
    return { page: found, sparks, zone, nowMs: Date.now() };
  } catch (error) {
    const requestId = await readRequestId();
    log.error({ requestId, err: error }, "the list of codes failed");
    return { requestId };
  }
}

/** Without them the codes are shown all the same. */
async function loadSparks(
  caller: Caller,
  ids: readonly string[],
  timezone: string,
): Promise<ReadonlyMap<string, number[]>> {
  if (ids.length === 0) return new Map();
  try {
    return await readSparklines(caller, ids, { timezone });
  } catch (error) {
    log.error({ requestId: await readRequestId(), err: error }, "the sparks of codes failed");
    return new Map();
  }
}

async function readRequestId(): Promise<string> {
  return (await headers()).get("x-request-id") ?? "";
}
