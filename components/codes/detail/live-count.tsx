"use client";

import { useEffect, useRef, useState } from "react";
import { Announcer, LiveMark, LiveSource, type LiveState, useAwake, useRefresh } from "../../ui/live";

interface LiveCountProps {
  codeId: string;
  scanCount: number;
  lastScanned: string | null;
}

/** Follows the count of a code and its last scan while the page is in sight; its figures follow by a refresh. Press to pause. */
export function LiveCount({ codeId, scanCount, lastScanned }: LiveCountProps) {
  const [isPaused, setPaused] = useState(false);
  const [reported, setReported] = useState<LiveState>("connecting");
  const [heard, setHeard] = useState(0);
  const isAwake = useAwake();
  const refresh = useRefresh();
  /** What the page shows, or has asked for. */
  const known = useRef({ scanCount, lastScanned });
  useEffect(() => {
    if (scanCount > known.current.scanCount) known.current = { scanCount, lastScanned };
  }, [scanCount, lastScanned]);

  useEffect(() => {
    if (isPaused || !isAwake) return;
    const source = new LiveSource({
      address: () => `/live/scans?code=${codeId}`,
      event: "count",
      onState: setReported,
      onPlanChange: refresh,
      onEvent: (data) => {
        const now = data as typeof known.current;
        const { scanCount: before, lastScanned: last } = known.current;
        if (now.scanCount === before && now.lastScanned === last) return;
        known.current = now;
        setHeard((sum) => sum + Math.max(0, now.scanCount - before));
        refresh();
      },
    });
    source.open();
    return () => {
      source.close();
      setReported("connecting");
    };
  }, [codeId, isPaused, isAwake, refresh]);

  const state = isPaused ? "paused" : isAwake ? reported : "asleep";
  return (
    <>
      <button
        type="button"
        title={isPaused ? "Resume live figures" : "Pause live figures"}
        onClick={() => setPaused(!isPaused)}
        className="inline-flex min-h-7 items-center rounded-medium touch:min-h-11 touch:min-w-11"
      >
        <LiveMark state={state} />
        <span className="sr-only">{isPaused ? ", resume live figures" : ", pause live figures"}</span>
      </button>
      <Announcer heard={heard} noun="new scan" />
    </>
  );
}
