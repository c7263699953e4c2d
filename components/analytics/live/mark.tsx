"use client";

import { LiveMark } from "../../live/live-mark";
import { useLive } from "./context";

/** Whether the page hears of scans; nothing where the plan does not show them as they come. */
export function ScansMark() {
  const live = useLive();
  return live && <LiveMark state={live.state} />;
}
