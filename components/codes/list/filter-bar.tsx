"use client";

import { LayoutGrid, List, Search, X } from "lucide-react";
import { useRouter } from "next/navigation";
import { type ReactNode, useEffect, useOptimistic, useRef, useState, useTransition } from "react";
import { SegmentedLinks } from "../../ui/segmented-links";
import { Spinner } from "../../ui/spinner";
import { type FilterActions, FilterStrip } from "./filter-strip";
import { longestSearch } from "./list-filters";
import { type ListState, listHref, listParams } from "./list-state";

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

interface SearchFieldProps {
  state: ListState;
  isPending: boolean;
  onSearch: (q: string) => void;
}

const searchDelayMs = 250;

/** Looks as soon as the typing rests. Without scripts it is a form that is sent. */
function SearchField({ state, isPending, onSearch }: SearchFieldProps) {
  const { text, type, search } = useSearchText(state.q, onSearch);
  return (
    <form
      action="/codes"
      className="relative min-w-0 flex-1 md:w-40 md:flex-none lg:w-80"
      onSubmit={(event) => {
        event.preventDefault();
        search(text);
      }}
    >
      {Object.entries(listParams({ ...state, q: "", page: 1 })).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <span className="pointer-events-none absolute inset-y-0 left-3 grid place-items-center text-ink-3">
        {isPending ? <Spinner /> : <Search size={16} strokeWidth={1.6} aria-hidden />}
      </span>
      <input
        type="search"
        name="q"
        value={text}
        maxLength={longestSearch}
        aria-label="Name or target"
        placeholder="Name or target"
        autoComplete="off"
        spellCheck={false}
        enterKeyHint="search"
        onChange={(event) => type(event.target.value)}
        className={`h-9 w-full min-w-0 appearance-none rounded-control border border-line-strong bg-surface pl-9 text-lead touch:h-11 md:text-body [&::-webkit-search-cancel-button]:hidden ${text === "" ? "pr-2" : "pr-9"}`}
      />
      {text !== "" && (
        <button
          type="button"
          aria-label="Clear the search"
          onClick={() => search("")}
          className="absolute inset-y-0 right-0 grid w-9 place-items-center rounded-control text-ink-3 hover:text-ink touch:w-11"
        >
          <X size={14} strokeWidth={1.6} aria-hidden />
        </button>
      )}
    </form>
  );
}

function useSearchText(q: string, onSearch: (q: string) => void) {
  const [text, setText] = useState(q);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const sent = useRef(q);
  useEffect(() => {
    if (q !== sent.current) setText(q);
    sent.current = q;
  }, [q]);
  useEffect(() => {
    // A link of the list that is followed while the typing rests is not taken back by the search.
    const drop = ({ target }: MouseEvent) => {
      const link = target instanceof Element ? target.closest("a") : null;
      if (link === null || link.closest("search")) return;
      clearTimeout(timer.current);
      setText(sent.current);
    };
    document.addEventListener("click", drop, true);
    return () => {
      document.removeEventListener("click", drop, true);
      clearTimeout(timer.current);
    };
  }, []);
  // The timer calls the list as it is by then, not as it was at the key.
  const send = useRef(onSearch);
  send.current = onSearch;
  const search = (next: string) => {
    clearTimeout(timer.current);
    setText(next);
    sent.current = next.trim();
    send.current(next.trim());
  };
  return {
    text,
    search,
    type(next: string) {
      setText(next);
      clearTimeout(timer.current);
      timer.current = setTimeout(() => search(next), searchDelayMs);
    },
  };
}
