import { chooseWindow, dayMs, type Window, windowBefore } from "../window";
import type { ReportQuery } from "./shape";

export interface ReportWindows {
  current: Window;
  previous: Window;
  /** Of the window before its last day of UTC that begins before the time that it is now, up to that time. */
  lastDay: Pick<Window, "from" | "to">;
}

/** The window that ends now and the one before it. */
export function chooseWindows({ timeRange, timezone }: ReportQuery, now: number): ReportWindows {
  const current = chooseWindow(timeRange, timezone, now);
  const previous = windowBefore(current);
  const today = current.days.at(-1)?.from ?? current.from;
  const dayBefore = previous.days.at(-1)?.from ?? previous.from;
  const soFar = current.isCalendar ? Math.min(dayBefore + current.to - today, previous.to) : previous.to;
  const from = Math.max(previous.from, Math.floor((soFar - 1) / dayMs) * dayMs);
  return { current, previous, lastDay: { from, to: soFar } };
}
