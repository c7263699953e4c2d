import type { Metadata } from "next";
import { headers } from "next/headers";
import { Suspense } from "react";
import { CodeDesk } from "@/components/codes/desk/code-desk";
import { FirstCode } from "@/components/codes/first/first-code";
import { GallerySkeleton } from "@/components/codes/gallery/gallery-skeleton";
import { CodeList } from "@/components/codes/list/code-list";
import { FilterBar } from "@/components/codes/list/filter-bar";
import { ListFault } from "@/components/codes/list/list-fault";
import {
  isFiltered,
  type ListState,
  pageCodes,
  readListState,
  splitOrder,
} from "@/components/codes/list/list-state";
import { NewCode } from "@/components/codes/list/new-code";
import { SelectButton } from "@/components/codes/selection/select-button";
import { SelectionProvider } from "@/components/codes/selection/selection-provider";
import { TableSkeleton } from "@/components/codes/table/table-skeleton";
import { NoDashboard } from "@/components/shell/no-dashboard";
import { PageHeader } from "@/components/shell/page-header";
import { describeUsage } from "@/lib/accounts";
import type { Caller } from "@/lib/accounts/schema";
import { readSparks } from "@/lib/analytics";
import { callerOf, requireSession } from "@/lib/auth";
import { listCodes } from "@/lib/codes";
import type { CodePage } from "@/lib/codes/schema";
import { hasBulk, hasDashboard, type Plan } from "@/lib/plans";
import { log } from "@/lib/platform/log";
import type { SearchParams } from "../../../search-params";
import { readZone } from "../../../zone";
import { bringBack, countCodeWeek, deleteCode, duplicateCode, switchCode } from "../actions";
import { readPreset } from "../editor-actions";
import * as many from "../many-actions";

export const metadata: Metadata = { title: "Codes" };

const actions = { deleteCode, bringBack, countCodeWeek, switchCode, duplicateCode };
const manyActions = { ...many, readPreset };

/** The codes of the account. The frame is there at once; the list comes when it is found, and fails alone. */
export default async function CodesPage({ searchParams }: { searchParams: SearchParams }) {
  const session = await requireSession();
  if (!hasDashboard(session.plan)) return <NoDashboard plan={session.plan} />;
  const caller = callerOf(session);
  const [state, { codes }] = await Promise.all([searchParams.then(readListState), describeUsage(caller)]);
  if (codes.used === 0) {
    return (
      <>
        <PageHeader title="Codes" actions={<NewCode />} />
        <FirstCode plan={session.plan} />
      </>
    );
  }
  const found = loadCodes(caller, state);
  const count = Math.min(codes.used, pageCodes);
  const desk = (
    <CodeDesk actions={actions}>
      <PageHeader
        title="Codes"
        mark={
          <Suspense>
            <CountOfCodes found={found} state={state} />
          </Suspense>
        }
        actions={
          <>
            <SelectButton />
            <NewCode />
          </>
        }
      />
      <div className={`flex flex-1 flex-col ${state.view === "gallery" ? "bench bg-canvas" : ""}`}>
        <FilterBar state={state}>
          <Suspense
            fallback={
              state.view === "table" ? (
                <TableSkeleton count={count} state={state} />
              ) : (
                <GallerySkeleton count={count} />
              )
            }
          >
            <ListOfCodes found={found} state={state} plan={session.plan} />
          </Suspense>
        </FilterBar>
      </div>
    </CodeDesk>
  );
  if (!hasBulk(session.plan)) return desk;
  return (
    <SelectionProvider actions={manyActions} zone={await readZone()}>
      {desk}
    </SelectionProvider>
  );
}

interface ListOfCodesProps {
  found: Promise<FoundCodes>;
  state: ListState;
  plan: Plan;
}

/** The list once it is found. */
async function ListOfCodes({ found, state, plan }: ListOfCodesProps) {
  const result = await found;
  if ("requestId" in result) return <ListFault requestId={result.requestId} />;
  return <CodeList {...result} state={state} plan={plan} />;
}

/** Beside the title: how many there are, or how many were found. */
async function CountOfCodes({ found, state }: { found: Promise<FoundCodes>; state: ListState }) {
  const result = await found;
  if ("requestId" in result) return null;
  const total = result.page.pagination.total.toLocaleString("en-GB");
  return (
    <span className="text-body font-normal text-ink-3" aria-live="polite">
      {isFiltered(state) ? `${total} found` : total}
    </span>
  );
}

/** What a list shows; or, where it could not be read, under which request that is in the log. */
type FoundCodes =
  | { page: CodePage; sparks: ReadonlyMap<string, readonly number[]>; zone: string; nowMs: number }
  | { requestId: string };

/** One page of the caller's codes with their last 14 days, by the visitor's own clocks. Never throws. */
async function loadCodes(caller: Caller, state: ListState): Promise<FoundCodes> {
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
    return await readSparks(caller, ids, { timezone });
  } catch (error) {
    log.error({ requestId: await readRequestId(), err: error }, "the sparks of codes failed");
    return new Map();
  }
}

async function readRequestId(): Promise<string> {
  return (await headers()).get("x-request-id") ?? "";
}
