"use client";

import { useSearchParams } from "next/navigation";
import { PageHeader } from "../../shell/page-header";
import { Skeleton } from "../../ui/skeleton";
import { GallerySkeleton, NewCode, TableSkeleton } from "./list-layout";
import { readListState } from "./list-state";
import { ListTabs } from "./list-tabs";

/** More than a screen shows; how many there are isn't known yet. */
const count = 12;

const control = "h-9 touch:h-11";

export function ListSkeleton() {
  const state = readListState(Object.fromEntries(useSearchParams()));
  const isTable = state.view === "table";
  return (
    <>
      <PageHeader title="Codes" actions={<NewCode />} />
      <ListTabs state={state}>
        <Skeleton className={`w-28 ${control}`} />
      </ListTabs>
      <div className={`flex flex-1 flex-col ${isTable ? "" : "bench bg-canvas"}`}>
        <div className="page-x flex flex-wrap items-center gap-2 py-4 md:gap-3">
          <Skeleton className={`min-w-0 flex-1 md:w-40 md:flex-none lg:w-80 ${control}`} />
          <Skeleton className="h-9 w-28 shrink-0 touch:h-[46px] md:ml-auto md:w-[85px]" />
          <div className="flex w-full gap-2 overflow-hidden max-md:py-1 md:flex-wrap md:gap-3">
            <Skeleton className={`w-28 shrink-0 ${control}`} />
            <Skeleton className={`w-28 shrink-0 ${control}`} />
            <Skeleton className={`w-28 shrink-0 ${control}`} />
            <Skeleton className={`w-20 shrink-0 ${control}`} />
            <Skeleton className={`w-44 shrink-0 ${control}`} />
            <Skeleton className={`w-36 shrink-0 md:ml-auto ${control}`} />
          </div>
        </div>
        {isTable ? <TableSkeleton count={count} state={state} /> : <GallerySkeleton count={count} />}
      </div>
    </>
  );
}
