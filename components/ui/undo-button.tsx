"use client";

import { useEffect, useRef, useState } from "react";
import type { Undo } from "./toast";

interface UndoButtonProps {
  undo: Undo;
  onGone: () => void;
  onOver: () => void;
}

/** Takes back what was done, and counts the seconds that are left for it. */
export function UndoButton({ undo: { run, untilMs }, onGone, onOver }: UndoButtonProps) {
  const [left, setLeft] = useState(() => secondsUntil(untilMs));
  const [isBusy, setBusy] = useState(false);
  const [hasFailed, setFailed] = useState(false);
  const leave = useRef(onOver);
  leave.current = onOver;
  useEffect(() => {
    if (isBusy) return;
    const timer = setInterval(() => {
      const seconds = secondsUntil(untilMs);
      setLeft(seconds);
      if (seconds <= 0) leave.current();
    }, 250);
    return () => clearInterval(timer);
  }, [untilMs, isBusy]);
  const undo = async () => {
    if (isBusy) return;
    setBusy(true);
    try {
      await run();
      onGone();
    } catch {
      setFailed(true);
      setBusy(false);
    }
  };
  return (
    <button
      type="button"
      aria-disabled={isBusy}
      onClick={undo}
      className="flex min-h-9 shrink-0 items-center gap-2 rounded-control px-2 font-medium text-accent hover:bg-canvas touch:min-h-11"
    >
      {hasFailed ? <span role="alert">Try again</span> : "Undo"}
      {/* Not counted aloud: a reader would hear nothing else. */}
      <span className="min-w-7 text-right text-small font-normal text-ink-3" aria-hidden>
        {left} s
      </span>
    </button>
  );
}

const secondsUntil = (untilMs: number): number => Math.max(0, Math.ceil((untilMs - Date.now()) / 1_000));

/** The button that ends a sentence, drawn by Base UI or plainly. */
export const toastCloseClasses =
  "flex size-9 shrink-0 items-center justify-center rounded-control text-ink-2 hover:bg-canvas hover:text-ink touch:size-11";
