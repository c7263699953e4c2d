import type { Metadata } from "next";
import { Suspense } from "react";
import { LastRunStrip } from "@/components/codes/bulk-actions/last-run";
import { SelectButton, SelectionProvider } from "@/components/codes/bulk-actions/selection";
import { CodeDesk } from "@/components/codes/code-desk";
import { FirstCode } from "@/components/codes/list/empty-states";
import { FilterBar } from "@/components/codes/list/filter-bar";
import { GallerySkeleton, NewCode, TableSkeleton } from "@/components/codes/list/list-layout";
import { listParams, pageCodes, readListState } from "@/components/codes/list/list-state";
import { ListTabs } from "@/components/codes/list/list-tabs";
import { NoDashboard } from "@/components/shell/no-dashboard";
import { PageHeader } from "@/components/shell/page-header";
import { describeUsage } from "@/lib/accounts";
import { callerOf, requireSession } from "@/lib/auth";
import { hasBulk, hasDashboard } from "@/lib/plans";
import { readZone, type SearchParams } from "../../../request";
import { Views } from "../../views";
import { countCodeWeek, deleteCode, duplicateCode, listFilterTags, restore, switchCode } from "../actions";
import { readPreset } from "../editor-actions";
import * as many from "../many-actions";
import { CountOfCodes, ListOfCodes, loadCodes } from "./list-of-codes";

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
