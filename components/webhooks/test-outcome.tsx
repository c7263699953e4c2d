"use client";

import Link from "next/link";
import { useEffect, useRef, useState } from "react";
import type { Environment } from "@/lib/accounts/schema";
import type { LogDelivery } from "@/lib/webhooks/schema";
import { Spinner } from "../ui/spinner";
import { isOver, loadDelivery } from "./load-delivery";
import { StatusMark } from "./status-mark";
import { errorWords } from "./words";

/** A test is tried once, within ten seconds; it may wait for its turn before that. */
const everyMs = 500;
const patienceMs = 30_000;

interface TestOutcomeProps {
  id: string;
  environment: Environment;
  onOver?: () => void;
}

/** What came of a test, as soon as something has. */
export function TestOutcome({ id, environment, onOver }: TestOutcomeProps) {
  const delivery = useOutcome(id, environment, onOver);
  const query = environment === "sandbox" ? `environment=sandbox&delivery=${id}` : `delivery=${id}`;
  const done = delivery !== "late" && delivery !== null && isOver(delivery) ? delivery : null;
  return (
    <div
      role="status"
      className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1 border-y border-line py-2.5 text-small"
    >
      {done !== null && (
        <>
          <StatusMark status={done.status} />
          <span className="min-w-0 text-ink-2">{sayOutcome(done)}</span>
        </>
      )}
      {delivery === null && (
        <span className="inline-flex items-center gap-2 text-ink-2">
          <Spinner />
          On its way
        </span>
      )}
      {delivery === "late" && <span className="text-ink-2">It still waits for its turn.</span>}
      <Link className="link ml-auto" href={`/deliveries?${query}`} prefetch={false}>
        See request and answer
      </Link>
    </div>
  );
}

function sayOutcome({ responseStatus, error, durationMs }: LogDelivery): string {
  const took = durationMs === null ? "" : ` in ${durationMs.toLocaleString("en-GB")} ms`;
  if (error === null) return `Answered ${responseStatus ?? ""}${took}.`;
  const { what, advice } = errorWords[error];
  if (error === "http_status") return `Answered ${responseStatus ?? ""}${took}. ${advice}`;
  return `${what} ${advice}`;
}

function useOutcome(
  id: string,
  environment: Environment,
  onOver: (() => void) | undefined,
): LogDelivery | "late" | null {
  const tell = useRef(onOver);
  tell.current = onOver;
  const [delivery, setDelivery] = useState<LogDelivery | "late" | null>(null);
  useEffect(() => {
    const left = new AbortController();
    const began = performance.now();
    const look = async () => {
      const found = await loadDelivery(environment, id, left.signal).catch(() => null);
      if (left.signal.aborted) return;
      if (found !== null && isOver(found)) {
        setDelivery(found);
        tell.current?.();
      } else if (performance.now() - began > patienceMs) setDelivery("late");
      else timer = setTimeout(look, everyMs);
    };
    let timer = setTimeout(look, everyMs);
    return () => {
      left.abort();
      clearTimeout(timer);
    };
  }, [id, environment]);
  return delivery;
}
