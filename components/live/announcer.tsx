"use client";

import { useEffect, useRef, useState } from "react";
import { countOf } from "../ui/counts";

/** So far apart at least a reader is told. */
const everyMs = 30_000;

/** Tells who listens how many came, at most every 30 seconds. */
export function Announcer({ heard, noun, plural }: { heard: number; noun: string; plural?: string }) {
  const [sentence, setSentence] = useState("");
  const told = useRef({ count: 0, at: Number.NEGATIVE_INFINITY });

  useEffect(() => {
    if (heard === told.current.count) return;
    const waitMs = Math.max(0, told.current.at + everyMs - performance.now());
    const timer = setTimeout(() => {
      const count = heard - told.current.count;
      told.current = { count: heard, at: performance.now() };
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
