"use client";

import { createContext, useContext, useEffect } from "react";
import type { ScanEvent } from "@/lib/scans/schema";
import { LiveMark } from "../../live/live-mark";
import type { LiveState } from "../../live/live-source";

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
export const LiveContext = createContext<Live | null>(null);

export function useLive(): Live | null {
  return useContext(LiveContext);
}

/** A scan is stamped a moment before others can see it: the page goes back by more than that, and knows what it has. */
const marginMs = 2_000;

/** Beside the first figures: what came after them is new. */
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
