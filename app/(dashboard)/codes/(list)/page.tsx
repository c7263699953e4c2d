import type { Metadata } from "next";
import { headers } from "next/headers";
import { Suspense } from "react";
import { LastRunStrip } from "@/components/codes/bulk-actions/last-run";
import { SelectButton, SelectionProvider } from "@/components/codes/bulk-actions/selection";
import { CodeDesk } from "@/components/codes/code-desk";
import { CodeList } from "@/components/codes/list/code-list";
import { FirstCode } from "@/components/codes/list/empty-states";
import { FilterBar } from "@/components/codes/list/filter-bar";
import { ListFault } from "@/components/codes/list/list-fault";
import { isFiltered } from "@/components/codes/list/list-filters";
import { GallerySkeleton, NewCode, TableSkeleton } from "@/components/codes/list/list-layout";
import {
  type ListState,
  listParams,
  pageCodes,
  queryOf,
  readListState,
} from "@/components/codes/list/list-state";
import { ListTabs } from "@/components/codes/list/list-tabs";
import { NoDashboard } from "@/components/shell/no-dashboard";
import { PageHeader } from "@/components/shell/page-header";
import { describeUsage } from "@/lib/accounts";
import type { Caller } from "@/lib/accounts/schema";
import { readSparklines } from "@/lib/analytics";
import { callerOf, requireSession } from "@/lib/auth";
import { listCodes } from "@/lib/codes";
import type { CodePage } from "@/lib/codes/schema";
import { hasBulk, hasDashboard } from "@/lib/plans";
import { log } from "@/lib/platform/log";
import { readZone, type SearchParams } from "../../../request";
import { Views } from "../../views";
import { countCodeWeek, deleteCode, duplicateCode, listFilterTags, restore, switchCode } from "../actions";
import { readPreset } from "../editor-actions";
import * as many from "../many-actions";

export const metadata: Metadata = { title: "Codes" };

const actions = { deleteCode, restore, countCodeWeek, switchCode, duplicateCode };
const filterActions = { listFilterTags };
const manyActions = { ...many, readPreset, listFilterTags };

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
  const queryText = new URLSearchParams(listParams({ ...state, page: 1 })).toString();
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
      <ListTabs state={state}>
        <Views page="codes" query={queryText} />
      </ListTabs>
      {hasBulk(session.plan) && <LastRunStrip accountId={session.accountId} actions={manyActions} />}
      <div className={`flex flex-1 flex-col ${state.view === "gallery" ? "bench bg-canvas" : ""}`}>
        <FilterBar state={state} actions={filterActions}>
          <Suspense
            fallback={
              state.view === "table" ? (
                <TableSkeleton count={count} state={state} />
              ) : (
                <GallerySkeleton count={count} />
              )
            }
          >
            <ListOfCodes found={found} state={state} />
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

type FoundCodes =
  | { page: CodePage; sparks: ReadonlyMap<string, readonly number[]>; zone: string; nowMs: number }
  | { requestId: string };

/** One page of the caller's codes with their last 14 days, by the visitor's own clocks. Never throws. */
async function loadCodes(caller: Caller, state: ListState): Promise<FoundCodes> {
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

interface ListOfCodesProps {
  found: Promise<FoundCodes>;
  state: ListState;
}

async function ListOfCodes({ found, state }: ListOfCodesProps) {
  const result = await found;
  if ("requestId" in result) return <ListFault requestId={result.requestId} />;
  return <CodeList {...result} state={state} />;
}
