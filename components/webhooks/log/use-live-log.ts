"use client";

import { useRouter } from "next/navigation";
import { useEffect, useState } from "react";
import type { LogCounts, LogPage, LogRow } from "@/lib/webhooks/schema";
import { LiveSource } from "../../live/live-source";
import type { LiveState } from "../../live/state";
import { useAwake } from "../../live/use-awake";
import { usePaced } from "../../live/use-refresh";
import { loadCounts } from "../load-delivery";
import { type LogView, logParams } from "./log-address";
import { addRows, isGap, listNew, type Shown, updateRows } from "./merge-rows";

/** Farther down than this new rows would push away what is read. */
const atTopPx = 160;

/** What waits above, while the list is scrolled away from its top. */
interface Log {
  shown: Shown;
  held: readonly LogRow[];
  /** Rows that have come since the page is open. */
  fresh: ReadonlySet<string>;
}

/** A page of the log and what it counts: as they were read, and as long as it is the first one, as they change. */
export function useLiveLog(view: LogView, page: LogPage, counted: LogCounts) {
  const [log, setLog] = useState<Log>({ shown: page, held: [], fresh: new Set() });
  const [told, setTold] = useState<LiveState>("connecting");
  const [isPaused, setPaused] = useState(false);
  const isAwake = useAwake();
  const isFirst = view.after === null;
  const router = useRouter();
  const query = new URLSearchParams(logParams(view)).toString();
  const address = `/live/deliveries?${query}`;
  const [counts, recount] = useCounts(counted, query);

  useEffect(() => {
    if (!isFirst || isPaused || !isAwake) return;
    const source = new LiveSource({
      address: () => address,
      event: "rows",
      onEvent: (data) => {
        const { rows, isTop } = data as { rows: LogRow[]; isTop: boolean };
        setLog((before) => take(before, rows, isTop, window.scrollY > atTopPx));
        recount();
      },
      onState: (state) => setTold(state === "waiting" ? "reconnecting" : state),
      onPlanChange: () => router.refresh(),
    });
    source.open();
    return () => {
      source.close();
      setTold("connecting");
    };
  }, [address, isFirst, isPaused, isAwake, recount, router]);

  const state: LiveState = isPaused ? "paused" : isAwake ? told : "asleep";
  const showHeld = () => setLog(release);
  useEffect(() => {
    if (log.held.length === 0) return;
    const look = () => {
      if (window.scrollY <= atTopPx) setLog(release);
    };
    window.addEventListener("scroll", look, { passive: true });
    return () => window.removeEventListener("scroll", look);
  }, [log.held.length]);

  return {
    ...log,
    counts,
    heard: log.fresh.size,
    state: isFirst ? state : null,
    isPaused,
    setPaused,
    showHeld,
  };
}

/**
 * The counts beside a log, and what asks for them anew. Not by a refresh of the router: one that is on its way while another
 * delivery is opened makes the router load the page anew.
 */
function useCounts(counted: LogCounts, query: string) {
  const [counts, setCounts] = useState(counted);
  const [isCounting, setCounting] = useState(false);
  useEffect(() => setCounts(counted), [counted]);
  const recount = usePaced(async () => {
    setCounting(true);
    const read = await loadCounts(query);
    if (read !== null) setCounts(read);
    setCounting(false);
  }, isCounting);
  return [counts, recount] as const;
}

function take(log: Log, told: readonly LogRow[], isTop: boolean, isAway: boolean): Log {
  const all = { ...log.shown, rows: [...log.held, ...log.shown.rows] };
  if (isTop && isGap(all, told)) return { ...log, shown: { rows: told, hasOlder: true }, held: [] };
  const shown = updateRows(log.shown, told);
  const waiting = updateRows({ rows: log.held, hasOlder: false }, told).rows;
  const known = new Set(waiting.map(({ id }) => id));
  const news = listNew(shown, told).filter(({ id }) => !known.has(id));
  if (news.length === 0) return { ...log, shown, held: waiting };
  const fresh = new Set([...log.fresh, ...news.map(({ id }) => id)]);
  if (isAway) return { shown, held: [...news, ...waiting], fresh };
  return { shown: addRows(shown, [...news, ...waiting]), held: [], fresh };
}

function release(log: Log): Log {
  return { ...log, shown: addRows(log.shown, log.held), held: [] };
}
