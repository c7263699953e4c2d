"use client";

import { useEffect, useRef, useState } from "react";
import { type Refused, sayFault } from "./refusal";

interface ProgressProps {
  label: string;
  value: number;
  most: number;
  /** In words: "Reading 84 of 200". */
  children: string;
}

/** How far something is: the words, and a bar that moves with them. */
export function Progress({ label, value, most, children }: ProgressProps) {
  const share = most === 0 ? 0 : Math.min(1, value / most);
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={most}
      aria-valuenow={value}
      aria-valuetext={children}
    >
      <p className="mb-2 text-body">{children}</p>
      <div className="h-1 bg-chip forced-colors:border">
        <div
          className="h-full origin-left bg-accent transition-transform duration-240 motion-reduce:transition-none forced-colors:bg-[CanvasText]"
          style={{ transform: `scaleX(${share})` }}
        />
      </div>
    </div>
  );
}

type JobState<Progress, Done> =
  | { step: "idle" }
  | { step: "running"; progress: Progress | null }
  | { step: "done"; done: Done }
  | { step: "refused"; refusal: Refused };

/** What one waits for in a dialog: it shows its progress, can be stopped, and ends when the page is closed. */
export function useJob<Progress, Done>() {
  const [state, setState] = useState<JobState<Progress, Done>>({ step: "idle" });
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  const start = async (work: (signal: AbortSignal, tell: (progress: Progress) => void) => Promise<Done>) => {
    if (running.current !== null) return;
    const job = new AbortController();
    running.current = job;
    setState({ step: "running", progress: null });
    try {
      const done = await work(job.signal, (progress) => {
        if (!job.signal.aborted) setState({ step: "running", progress });
      });
      if (!job.signal.aborted) setState({ step: "done", done });
    } catch (fault) {
      const refusal = sayFault(fault);
      if (!job.signal.aborted) setState(refusal === null ? { step: "idle" } : { step: "refused", refusal });
    } finally {
      if (running.current === job) running.current = null;
    }
  };
  const reset = () => {
    running.current?.abort();
    running.current = null;
    setState({ step: "idle" });
  };
  return { state, start, reset };
}

/** For the button that takes the place of what had the focus and has gone. */
export function useFocus() {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus(), []);
  return button;
}
