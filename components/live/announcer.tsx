"use client";

import { useEffect, useRef, useState } from "react";
import { countOf } from "../ui/counts";
import { type LiveState, stateLabels } from "./live-source";

/** So far apart at least a reader is told. */
const everyMs = 30_000;

/** Tells who listens how many came, at most every 30 seconds. */
export function Announcer({ heard, noun, plural }: { heard: number; noun: string; plural?: string }) {
  const [sentence, setSentence] = useState("");
  const announced = useRef({ count: 0, at: Number.NEGATIVE_INFINITY });

  useEffect(() => {
    if (heard === announced.current.count) return;
    const waitMs = Math.max(0, announced.current.at + everyMs - performance.now());
    const timer = setTimeout(() => {
      const count = heard - announced.current.count;
      announced.current = { count: heard, at: performance.now() };
      setSentence(countOf(count, noun, plural));
    }, waitMs);
    return () => clearTimeout(timer);
  }, [heard, noun, plural]);

  return (
    <p role="status" className="sr-only">
      {sentence}
    </p>
  );
}

export function LiveMark({ state }: { state: LiveState }) {
  const isLive = state === "live" || state === "waiting";
  const tone = isLive ? "text-accent" : state === "reconnecting" ? "text-warn" : "text-ink-3";
  return (
    <span className={`inline-flex items-center gap-2 text-small font-medium tracking-normal ${tone}`}>
      <span
        className={`size-2 rounded-full forced-colors:bg-[CanvasText] ${isLive ? "bg-current shadow-[0_0_0_3px_var(--accent-tint)]" : "border border-current"}`}
        aria-hidden
      />
      {/* Until it is known the word's place is kept, so that the bar doesn't break again a moment after the page has come. */}
      {state === "connecting" ? <span className="invisible">{stateLabels.live}</span> : stateLabels[state]}
    </span>
  );
}
