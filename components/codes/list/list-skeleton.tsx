"use client";

import { useSearchParams } from "next/navigation";
import { PageHeader } from "../../shell/page-header";
import { Skeleton } from "../../ui/skeleton";
import { GallerySkeleton, NewCode, TableSkeleton } from "./list-layout";
import { readListState } from "./list-state";

/** More than a screen shows; how many there are isn't known yet. */
const count = 12;

const control = "h-9 touch:h-11";

export function ListSkeleton() {
  const state = readListState(Object.fromEntries(useSearchParams()));
  const isTable = state.view === "table";
  return (
    <>
      <PageHeader title="Codes" actions={<NewCode />} />
      <div className={`flex flex-1 flex-col ${isTable ? "" : "bench bg-canvas"}`}>
        <div className="page-x flex flex-wrap items-center gap-2 py-4 md:gap-x-3 md:py-6">
          <Skeleton className={`min-w-0 flex-1 md:w-40 md:flex-none lg:w-80 ${control}`} />
          <div className="flex min-w-0 gap-2 max-md:order-last max-md:w-full md:flex-1">
            <Skeleton className={`w-28 max-md:flex-auto ${control}`} />
            <Skeleton className={`w-28 max-md:flex-auto ${control}`} />
            <Skeleton className={`w-36 max-md:flex-auto md:ml-auto ${control}`} />
          </div>
          <Skeleton className="h-9 w-28 shrink-0 touch:h-[46px] md:w-[85px]" />
        </div>
        {isTable ? <TableSkeleton count={count} state={state} /> : <GallerySkeleton count={count} />}
      </div>
    </>
  );
}
