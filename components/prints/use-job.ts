"use client";

import { useEffect, useRef, useState } from "react";
import { type Refused, sayFault } from "./problem";

export type JobState<Progress, Done> =
  | { step: "idle" }
  | { step: "running"; progress: Progress | null }
  | { step: "done"; done: Done }
  | { step: "refused"; refusal: Refused };

/** What one waits for in a dialog: it tells how far it is, can be stopped, and ends with whoever closes the page. */
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
