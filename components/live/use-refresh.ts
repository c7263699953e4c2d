"use client";

import { useRouter } from "next/navigation";
import { useCallback, useEffect, useRef, useState, useTransition } from "react";

/** So far apart at least the figures are asked for again. */
const everyMs = 2_000;

/** Figures that took long are left alone for so many times as long, so that a page is not all the time being counted. */
const restTimes = 4;

export function useRefresh(): () => void {
  const router = useRouter();
  const [isPending, startTransition] = useTransition();
  return usePaced(() => startTransition(() => router.refresh()), isPending);
}

/** Asks for new figures: at most every two seconds, never twice at once, less often the longer they take. */
export function usePaced(ask: () => void, isPending: boolean): () => void {
  const [isWanted, setWanted] = useState(false);
  const askedAt = useRef(Number.NEGATIVE_INFINITY);
  const nextAt = useRef(Number.NEGATIVE_INFINITY);
  const latest = useRef(ask);

  useEffect(() => {
    latest.current = ask;
  }, [ask]);

  useEffect(() => {
    if (isPending || !Number.isFinite(askedAt.current)) return;
    const now = performance.now();
    nextAt.current = Math.max(askedAt.current + everyMs, now + restTimes * (now - askedAt.current));
  }, [isPending]);

  useEffect(() => {
    if (!isWanted || isPending) return;
    const waitMs = Math.max(0, nextAt.current - performance.now());
    const timer = setTimeout(() => {
      askedAt.current = performance.now();
      setWanted(false);
      latest.current();
    }, waitMs);
    return () => clearTimeout(timer);
  }, [isWanted, isPending]);

  return useCallback(() => setWanted(true), []);
}

export function useAwake(): boolean {
  const [isAwake, setAwake] = useState(true);
  useEffect(() => {
    const look = () => setAwake(document.visibilityState === "visible");
    look();
    document.addEventListener("visibilitychange", look);
    return () => document.removeEventListener("visibilitychange", look);
  }, []);
  return isAwake;
}

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
