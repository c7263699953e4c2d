"use client";

import { useEffect, useState } from "react";

/** The server's clock, going on by the browser's own seconds: whatever day that one believes it is. */
export function useClock(nowMs: number, runs: boolean): number {
  const [passedMs, setPassed] = useState(0);
  useEffect(() => {
    setPassed(0);
    if (!runs) return;
    const began = performance.now();
    const timer = setInterval(() => setPassed(performance.now() - began), 1_000);
    // `nowMs` is the beginning: a new one starts again.
    void nowMs;
    return () => clearInterval(timer);
  }, [nowMs, runs]);
  return nowMs + passedMs;
}
