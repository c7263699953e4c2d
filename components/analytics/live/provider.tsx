"use client";

import { useRouter } from "next/navigation";
import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
  useTransition,
} from "react";
import type { ScanEvent } from "@/lib/scans/schema";
import { GoContext } from "../../charts/tooltip";
import { Announcer, LiveMark, LiveSource, type LiveState, useAwake, useRefresh } from "../../ui/live";
import { isInView, type View } from "../view";

interface SourceHandlers {
  onScans: (scans: readonly ScanEvent[], skipped: number) => void;
  onState: (state: LiveState) => void;
  onPlanChange: () => void;
}

/** The account's scans from a stamp on, for as long as it is open. What broke goes on where it stood, so that nothing is missed. */
class ScanSource {
  readonly #source: LiveSource;
  #since: string;

  constructor(since: string, { onScans, ...handlers }: SourceHandlers) {
    this.#since = since;
    this.#source = new LiveSource({
      ...handlers,
      address: () => `/live/scans?since=${encodeURIComponent(this.#since)}`,
      event: "scans",
      onEvent: (data, id) => {
        if (id !== "") this.#since = id;
        const { scans, skipped } = data as { scans: ScanEvent[]; skipped: number };
        onScans(scans, skipped);
      },
    });
  }

  /** The stamp of the last scan that was told. */
  get since(): string {
    return this.#since;
  }

  open(): void {
    this.#source.open();
  }

  close(): void {
    this.#source.close();
  }
}

/** Scans that are kept for the feed; filters may leave most of them out. */
const maxKept = 200;

/** Follows the account's scans while the page is in sight and nobody has paused it; figures follow by a refresh. */
export function LiveProvider({
  view,
  tagged,
  children,
}: {
  view: View;
  /** The codes of the view's tag. */
  tagged: readonly string[] | null;
  children: ReactNode;
}) {
  const [since, begin] = useFirst<string>();
  const [isPaused, setPaused] = useState(false);
  const isAwake = useAwake();
  const [reported, setReported] = useState<LiveState>("connecting");
  const [scans, setScans] = useState<readonly ScanEvent[]>([]);
  const [heard, setHeard] = useState(0);
  const refresh = useRefresh();
  const follow = useRef({ view, tagged, refresh });
  const stamp = useRef<string | undefined>(undefined);

  useEffect(() => {
    follow.current = { view, tagged, refresh };
  }, [view, tagged, refresh]);

  useEffect(() => {
    if (since === undefined || isPaused || !isAwake) return;
    // A reader who comes back sees current figures, whether or not something was scanned meanwhile.
    if (stamp.current !== undefined) follow.current.refresh();
    const source = new ScanSource(stamp.current ?? since, {
      onState: setReported,
      onPlanChange: () => follow.current.refresh(),
      onScans: (news, skipped) => {
        setScans((known) => mergeScans(known, news));
        const { view, tagged } = follow.current;
        const count = news.filter((scan) => isInView(scan, view, tagged)).length;
        if (count + skipped === 0) return;
        setHeard((before) => before + count + skipped);
        follow.current.refresh();
      },
    });
    source.open();
    return () => {
      stamp.current = source.since;
      source.close();
      setReported("connecting");
    };
  }, [since, isPaused, isAwake]);

  const state = isPaused ? "paused" : isAwake ? reported : "asleep";
  const live = useMemo(() => ({ state, scans, isPaused, setPaused, begin }), [state, scans, isPaused, begin]);
  return (
    <LiveContext value={live}>
      {children}
      <Announcer heard={heard} noun="new scan" />
    </LiveContext>
  );
}

function mergeScans(known: readonly ScanEvent[], news: readonly ScanEvent[]): readonly ScanEvent[] {
  const ids = new Set(known.map(({ id }) => id));
  return [...news.filter(({ id }) => !ids.has(id)).reverse(), ...known].slice(0, maxKept);
}

function useFirst<T>(): [T | undefined, (value: T) => void] {
  const [value, setValue] = useState<T>();
  const set = useCallback((next: T) => setValue((before) => before ?? next), []);
  return [value, set];
}

interface Live {
  state: LiveState;
  /** Scans that came since the page is open, newest first; as many as a feed may show. */
  scans: readonly ScanEvent[];
  isPaused: boolean;
  setPaused: (isPaused: boolean) => void;
  /** From which stamp on scans are new; only the first counts. */
  begin: (since: string) => void;
}

/** Null where the plan does not show scans as they come. */
const LiveContext = createContext<Live | null>(null);

export function useLive(): Live | null {
  return useContext(LiveContext);
}

/** A scan is stamped a moment before others can see it: the page goes back by more than that, and knows what it has. */
const marginMs = 2_000;

export function LiveBeginning({ endDate }: { endDate: string }) {
  const begin = useLive()?.begin;
  useEffect(() => begin?.(new Date(Date.parse(endDate) - marginMs).toISOString()), [begin, endDate]);
  return null;
}

/** Whether the page gets live scans; undefined where the plan has none. */
export function ScansMark() {
  const live = useLive();
  return live && <LiveMark state={live.state} />;
}

export function AnalyticsFrame({ children }: { children: ReactNode }) {
  const router = useRouter();
  const [isPending, startTransition] = useTransition();
  const go = useCallback(
    (href: string) => startTransition(() => router.push(href, { scroll: false })),
    [router],
  );
  return (
    <GoContext value={go}>
      <div className="figures" data-pending={isPending ? "" : undefined} aria-busy={isPending}>
        {children}
      </div>
    </GoContext>
  );
}
