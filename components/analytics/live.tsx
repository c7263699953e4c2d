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
import { GoContext } from "../charts/chart-parts";
import { Button } from "../ui/button";
import { formatCountry } from "../ui/country";
import { formatDayMonth, formatSeconds, formatTime } from "../ui/dates";
import { Announcer, LiveMark, LiveSource, type LiveState, useAwake, useClock, useRefresh } from "../ui/live";
import { feedRows, isInView, type View } from "./view";

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

function useLive(): Live | null {
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
  const [wasAsked, setAsked] = useState(false);
  const go = useCallback(
    (href: string) => {
      setAsked(true);
      startTransition(() => router.push(href, { scroll: false }));
    },
    [router],
  );
  return (
    <GoContext value={go}>
      <div className="figures" data-pending={isPending ? "" : undefined} aria-busy={isPending}>
        {children}
      </div>
      <p role="status" className="sr-only">
        {isPending ? "Loading figures." : wasAsked ? "Figures updated." : ""}
      </p>
    </GoContext>
  );
}

interface FeedProps {
  scans: readonly ScanEvent[];
  view: View;
  /** The codes of the view's tag. */
  tagged: readonly string[] | null;
  zone: string;
  /** The server's clock when it read them, in milliseconds. */
  nowMs: number;
  emptyNote: string;
}

/** The last scans; where the plan has them live, each as it comes. */
export function ScanFeed({ scans, view, tagged, zone, nowMs, emptyNote }: FeedProps) {
  const live = useLive();
  const clockMs = useClock(nowMs, live !== null);
  const known = new Set(scans.map(({ id }) => id));
  const news = (live?.scans ?? []).filter((scan) => !known.has(scan.id) && isInView(scan, view, tagged));
  const rows = [...scans, ...news]
    .sort((one, other) => (one.scannedAt < other.scannedAt ? 1 : -1))
    .slice(0, feedRows);
  const fresh = new Set((live?.scans ?? []).map(({ id }) => id));
  return (
    <section aria-labelledby="feed-heading">
      <div className="flex min-h-7 items-center gap-3">
        <h2 id="feed-heading" className="mr-auto text-heading">
          Last scans
        </h2>
        <ScansMark />
        {live !== null && live.state !== "over" && (
          <Button kind="ghost" shape="small" onClick={() => live.setPaused(!live.isPaused)}>
            {live.isPaused ? "Resume" : "Pause"}
          </Button>
        )}
      </div>
      <div className="mt-2 min-h-[245px]">
        {rows.length === 0 && <p className="text-small text-ink-3">{emptyNote}</p>}
        <ol>
          {rows.map((scan) => (
            <FeedRow
              key={scan.id}
              scan={scan}
              when={formatWhen(scan.scannedAt, clockMs, zone, live !== null)}
              isFresh={fresh.has(scan.id)}
            />
          ))}
        </ol>
      </div>
    </section>
  );
}

interface FeedRowProps {
  scan: ScanEvent;
  when: string;
  isFresh: boolean;
}

function FeedRow({ scan: { qrCodeName, city, country, os }, when, isFresh }: FeedRowProps) {
  const place = city === "Unknown" ? formatCountry(country) : city;
  return (
    <li
      className={`-mx-2 grid h-10 grid-cols-[3.25rem_minmax(0,1fr)_fit-content(7rem)_minmax(0,4rem)] items-center gap-x-2 border-b border-line px-2 text-small last:border-0 ${isFresh ? "feed-fresh" : ""}`}
    >
      <span className={when === "now" ? "font-medium text-accent" : "text-ink-3"}>{when}</span>
      <span className="truncate font-medium">{qrCodeName}</span>
      <span className="truncate text-right text-ink-2">{place}</span>
      <span className="truncate text-right text-ink-2">{os}</span>
    </li>
  );
}

/** Where the page counts on: `4 s`, `12 min`; where it stands still, or long ago, the time or the day. */
function formatWhen(iso: string, clockMs: number, zone: string, counts: boolean): string {
  const seconds = Math.floor((clockMs - Date.parse(iso)) / 1_000);
  if (seconds >= 86_400) return formatDayMonth(iso, zone);
  if (!counts || seconds >= 3_600) return seconds < 60 ? formatSeconds(iso, zone) : formatTime(iso, zone);
  if (seconds < 2) return "now";
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min`;
}
