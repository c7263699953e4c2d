"use client";

import { LayoutGrid, List } from "lucide-react";
import { useRouter } from "next/navigation";
import { type ReactNode, useEffect, useOptimistic, useRef, useTransition } from "react";
import { SegmentedLinks } from "../../ui/segmented-links";
import { type FilterActions, FilterStrip } from "./filter-strip";
import { type ListState, listHref } from "./list-state";
import { SearchField } from "./search-field";

const icon = { size: 16, strokeWidth: 1.6, "aria-hidden": true };

interface FilterBarProps {
  state: ListState;
  actions: FilterActions;
  children: ReactNode;
}

export function FilterBar({ state, actions, children }: FilterBarProps) {
  const { shown, isPending, go, keep } = useListAddress(state);
  return (
    <div data-pending={isPending || undefined} className="group/list flex flex-1 flex-col">
      <search className="page-x flex flex-wrap items-center gap-2 py-4 md:gap-3">
        <SearchField state={state} isPending={isPending} onSearch={(q) => go({ q })} />
        <div className="shrink-0 max-md:w-28 md:ml-auto">
          <SegmentedLinks
            label="View"
            hidesNames
            links={[
              {
                href: listHref(shown, { view: "gallery" }),
                name: "Gallery",
                icon: <LayoutGrid {...icon} />,
                isCurrent: state.view === "gallery",
                onFollow: () => keep({ view: "gallery" }),
              },
              {
                href: listHref(shown, { view: "table" }),
                name: "Table",
                icon: <List {...icon} />,
                isCurrent: state.view === "table",
                onFollow: () => keep({ view: "table" }),
              },
            ]}
          />
        </div>
        <FilterStrip shown={shown} go={go} actions={actions} />
      </search>
      <div className="flex flex-1 flex-col transition-opacity group-data-pending/list:opacity-60 motion-reduce:transition-none">
        {children}
      </div>
    </div>
  );
}

function useListAddress(state: ListState) {
  const router = useRouter();
  const [isPending, startTransition] = useTransition();
  const [shown, show] = useOptimistic(state);
  const latest = useRef(shown);
  useEffect(() => {
    latest.current = shown;
  }, [shown]);
  const keep = (changes: Partial<ListState>) => {
    latest.current = { ...latest.current, ...changes };
    return latest.current;
  };
  const go = (changes: Partial<ListState>) =>
    startTransition(() => {
      const next = keep(changes);
      show(next);
      router.replace(listHref(next, changes), { scroll: false });
    });
  return {
    shown,
    isPending,
    go,
    /** A link that leads elsewhere by itself is followed. */
    keep,
  };
}
