"use client";

import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { ScanEvent } from "@/lib/scans/schema";
import { Announcer } from "../../live/announcer";
import { LiveSource, type LiveState } from "../../live/live-source";
import { useAwake, useRefresh } from "../../live/use-refresh";
import type { View } from "../view";
import { LiveContext } from "./context";
import { isInView } from "./in-view";

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
export function LiveProvider({ view, children }: { view: View; children: ReactNode }) {
  const [since, begin] = useFirst<string>();
  const [isPaused, setPaused] = useState(false);
  const isAwake = useAwake();
  const [told, setTold] = useState<LiveState>("connecting");
  const [scans, setScans] = useState<readonly ScanEvent[]>([]);
  const [heard, setHeard] = useState(0);
  const refresh = useRefresh();
  const follow = useRef({ view, refresh });
  const stamp = useRef<string | undefined>(undefined);

  useEffect(() => {
    follow.current = { view, refresh };
  }, [view, refresh]);

  useEffect(() => {
    if (since === undefined || isPaused || !isAwake) return;
    // A reader who comes back sees current figures, whether or not something was scanned meanwhile.
    if (stamp.current !== undefined) follow.current.refresh();
    const source = new ScanSource(stamp.current ?? since, {
      onState: setTold,
      onPlanChange: () => follow.current.refresh(),
      onScans: (news, skipped) => {
        setScans((known) => mergeScans(known, news));
        const count = news.filter((scan) => isInView(scan, follow.current.view)).length;
        if (count + skipped === 0) return;
        setHeard((before) => before + count + skipped);
        follow.current.refresh();
      },
    });
    source.open();
    return () => {
      stamp.current = source.since;
      source.close();
      setTold("connecting");
    };
  }, [since, isPaused, isAwake]);

  const state = isPaused ? "paused" : isAwake ? told : "asleep";
  const live = useMemo(() => ({ state, scans, isPaused, setPaused, begin }), [state, scans, isPaused, begin]);
  return (
    <LiveContext value={live}>
      {children}
      <Announcer heard={heard} noun="new scan" />
    </LiveContext>
  );
}

/** Newest first, each once. */
function mergeScans(known: readonly ScanEvent[], news: readonly ScanEvent[]): readonly ScanEvent[] {
  const ids = new Set(known.map(({ id }) => id));
  return [...news.filter(({ id }) => !ids.has(id)).reverse(), ...known].slice(0, maxKept);
}

/** A value that is set once and stays. */
function useFirst<T>(): [T | undefined, (value: T) => void] {
  const [value, setValue] = useState<T>();
  const set = useCallback((next: T) => setValue((before) => before ?? next), []);
  return [value, set];
}
