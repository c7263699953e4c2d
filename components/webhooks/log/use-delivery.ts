"use client";

import { useCallback, useEffect, useRef, useState } from "react";
import type { Environment } from "@/lib/accounts/schema";
import type { LogDelivery } from "@/lib/webhooks/schema";
import { isOver, loadDelivery } from "../load-delivery";

/** What is shown of a delivery: it, that there is none, that it could not be read, or nothing yet. */
export type Opened = LogDelivery | "gone" | "fault" | null;

/** An open one is looked at again when its next attempt should be over; live or not. */
const leastWaitMs = 3_000;
const longestWaitMs = 2 ** 31 - 1;

/** @param sign changes when the log tells that the delivery has. */
export function useDelivery(
  environment: Environment,
  id: string | null,
  { initial, sign }: { initial: LogDelivery | null; sign: string | undefined },
) {
  const [opened, setOpened] = useState<Opened>(initial);
  const [isLoading, setLoading] = useState(false);
  const known = useRef<string | null>(initial?.id ?? null);
  const first = useRef(true);

  const load = useCallback(
    async (wanted: string, signal: AbortSignal) => {
      setLoading(true);
      const found = await loadDelivery(environment, wanted, signal).catch(() => "fault" as const);
      if (signal.aborted) return;
      setLoading(false);
      // What is shown already stays over a reading that failed.
      if (found === "fault" && known.current === wanted) return;
      known.current = wanted;
      setOpened(found ?? "gone");
    },
    [environment],
  );

  useEffect(() => {
    // Read anew for a change that the log has told.
    void sign;
    const isRead = first.current && id === known.current;
    first.current = false;
    if (id === null || isRead) return;
    const left = new AbortController();
    void load(id, left.signal);
    return () => left.abort();
  }, [id, sign, load]);

  useEffect(() => {
    if (id === null || typeof opened !== "object" || opened === null || isOver(opened)) return;
    const left = new AbortController();
    const dueMs = opened.nextAttemptAt === null ? 0 : Date.parse(opened.nextAttemptAt) - Date.now();
    const waitMs = Math.min(longestWaitMs, Math.max(leastWaitMs, dueMs + leastWaitMs));
    const timer = setTimeout(() => void load(id, left.signal), waitMs);
    return () => {
      left.abort();
      clearTimeout(timer);
    };
  }, [id, opened, load]);

  const retry = () => {
    if (id !== null) void load(id, new AbortController().signal);
  };
  return { opened: id === null ? null : opened, isLoading, retry };
}
