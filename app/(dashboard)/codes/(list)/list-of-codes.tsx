import { headers } from "next/headers";
import { CodeList } from "@/components/codes/list/code-list";
import { ListFault } from "@/components/codes/list/list-fault";
import { isFiltered } from "@/components/codes/list/list-filters";
import { type ListState, pageCodes, queryOf } from "@/components/codes/list/list-state";
import type { Caller } from "@/lib/accounts/schema";
import { readSparklines } from "@/lib/analytics";
import { listCodes } from "@/lib/codes";
import type { CodePage } from "@/lib/codes/schema";
import { log } from "@/lib/platform/log";
import { readZone } from "../../../request";

interface ListOfCodesProps {
  found: Promise<FoundCodes>;
  state: ListState;
}

export async function ListOfCodes({ found, state }: ListOfCodesProps) {
  const result = await found;
  if ("requestId" in result) return <ListFault requestId={result.requestId} />;
  return <CodeList {...result} state={state} />;
}

export async function CountOfCodes({ found, state }: { found: Promise<FoundCodes>; state: ListState }) {
  const result = await found;
  if ("requestId" in result) return null;
  const total = result.page.pagination.total.toLocaleString("en-GB");
  return (
    <span className="text-body font-normal text-ink-3" aria-live="polite">
      {isFiltered(state) ? `${total} found` : total}
    </span>
  );
}

export type FoundCodes =
  | { page: CodePage; sparks: ReadonlyMap<string, readonly number[]>; zone: string; nowMs: number }
  | { requestId: string };

/** One page of the caller's codes with their last 14 days, by the visitor's own clocks. Never throws. */
export async function loadCodes(caller: Caller, state: ListState): Promise<FoundCodes> {
  try {
    const zone = await readZone();
    const query = queryOf(state, Date.now());
    const found = await listCodes(caller, { ...query, page: state.page, limit: pageCodes });
    const dynamic = found.data.filter((code) => code.isDynamic).map(({ id }) => id);
    const sparks = await loadSparks(caller, dynamic, zone);
    return { page: found, sparks, zone, nowMs: Date.now() };
  } catch (error) {
    const requestId = await readRequestId();
    log.error({ requestId, err: error }, "the list of codes failed");
    return { requestId };
  }
}

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

const readRequestId = async (): Promise<string> => (await headers()).get("x-request-id") ?? "";
