"use client";

import { useRouter } from "next/navigation";
import { useEffect, useState } from "react";
import type { LogCounts, LogPage, LogRow } from "@/lib/webhooks/schema";
import { LiveSource, type LiveState, useAwake, usePaced } from "../../ui/live";
import { loadCounts } from "../actions";
import { type LogQuery, logParams } from "./log-address";

/** Rows that a page keeps at most, however long it is open. */
export const mostRows = 200;

/** A message of so many rows that names none that is known leaves out what came between. */
const wholeTop = 100;

/** Farther down than this new rows would push away what is read. */
const atTopPx = 160;

interface Log {
  shown: Shown;
  held: readonly LogRow[];
  fresh: ReadonlySet<string>;
}

/** A page of the log and what it counts: as they were read, and as long as it is the first one, as they change. */
export function useLiveLog(view: LogQuery, page: LogPage, counted: LogCounts) {
  const [log, setLog] = useState<Log>({ shown: page, held: [], fresh: new Set() });
  const [reported, setReported] = useState<LiveState>("connecting");
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
      onState: (state) => setReported(state === "waiting" ? "reconnecting" : state),
      onPlanChange: () => router.refresh(),
    });
    source.open();
    return () => {
      source.close();
      setReported("connecting");
    };
  }, [address, isFirst, isPaused, isAwake, recount, router]);

  const state: LiveState = isPaused ? "paused" : isAwake ? reported : "asleep";
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

/** The log's counts. Not refreshed by the router: a refresh under way while a delivery opens would reload the page. */
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

function take(log: Log, arrived: readonly LogRow[], isTop: boolean, isAway: boolean): Log {
  const all = { ...log.shown, rows: [...log.held, ...log.shown.rows] };
  if (isTop && isGap(all, arrived)) return { ...log, shown: { rows: arrived, hasOlder: true }, held: [] };
  const shown = updateRows(log.shown, arrived);
  const waiting = updateRows({ rows: log.held, hasOlder: false }, arrived).rows;
  const known = new Set(waiting.map(({ id }) => id));
  const news = listNew(shown, arrived).filter(({ id }) => !known.has(id));
  if (news.length === 0) return { ...log, shown, held: waiting };
  const fresh = new Set([...log.fresh, ...news.map(({ id }) => id)]);
  if (isAway) return { shown, held: [...news, ...waiting], fresh };
  return { shown: addRows(shown, [...news, ...waiting]), held: [], fresh };
}

const release = (log: Log): Log => ({ ...log, shown: addRows(log.shown, log.held), held: [] });

export interface Shown {
  /** The newest first. */
  rows: readonly LogRow[];
  hasOlder: boolean;
}

function compare(one: LogRow, other: LogRow): number {
  if (one.createdAt !== other.createdAt) return one.createdAt < other.createdAt ? 1 : -1;
  return one.id < other.id ? 1 : -1;
}

/** What of a message is new to a page: what is older than its last row is on the pages after it. */
export function listNew({ rows, hasOlder }: Shown, arrived: readonly LogRow[]): LogRow[] {
  const known = new Set(rows.map(({ id }) => id));
  const last = rows.at(-1);
  return arrived.filter((row) => {
    if (known.has(row.id)) return false;
    return last === undefined || !hasOlder || compare(row, last) < 0;
  });
}

export function updateRows(shown: Shown, arrived: readonly LogRow[]): Shown {
  const news = new Map(arrived.map((row) => [row.id, row]));
  if (!shown.rows.some(({ id }) => news.has(id))) return shown;
  return { ...shown, rows: shown.rows.map((row) => news.get(row.id) ?? row) };
}

export function addRows(shown: Shown, added: readonly LogRow[]): Shown {
  if (added.length === 0) return shown;
  const rows = [...added, ...shown.rows].sort(compare);
  return { rows: rows.slice(0, mostRows), hasOlder: shown.hasOlder || rows.length > mostRows };
}

/** Whether between what is shown and the newest there is more than was told. */
export function isGap({ rows }: Shown, arrived: readonly LogRow[]): boolean {
  const known = new Set(rows.map(({ id }) => id));
  return rows.length > 0 && arrived.length >= wholeTop && !arrived.some(({ id }) => known.has(id));
}
