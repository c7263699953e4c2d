"use client";

import { useRouter } from "next/navigation";
import { useCallback, useEffect, useRef, useState, useTransition } from "react";
import { countOf } from "./counts";

/** How a page gets live updates: at once; at each poll of the server; not just now; or not at all. */
export type LiveState = "connecting" | "live" | "waiting" | "reconnecting" | "asleep" | "paused" | "over";

const stateLabels: Record<LiveState, string> = {
  connecting: "Connecting",
  live: "Live",
  waiting: "Live",
  reconnecting: "Reconnecting",
  asleep: "Paused",
  paused: "Paused",
  over: "Ended",
};

interface SourceOptions {
  address: () => string;
  /** The event that tells what happened; `id` is what the stream calls it, empty where it has none. */
  event: string;
  onEvent: (data: unknown, id: string) => void;
  onState: (state: LiveState) => void;
  onPlanChange: () => void;
}

/** A broken stream has this long to reconnect before the page says so. */
const patienceMs = 5_000;

/** A stream that was refused is asked for again after this, then twice as long, up to a minute. */
const firstRetryMs = 5_000;

const lastRetryMs = 60_000;

/** What one stream of the server tells for as long as it is open. Nothing is told of a state that passes within a moment. */
export class LiveSource {
  readonly #options: SourceOptions;
  #stream: EventSource | undefined;
  #patience: ReturnType<typeof setTimeout> | undefined;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #retryMs = firstRetryMs;

  constructor(options: SourceOptions) {
    this.#options = options;
  }

  open(): void {
    this.#stream?.close();
    const stream = new EventSource(this.#options.address());
    this.#stream = stream;
    stream.onopen = () => {
      clearTimeout(this.#patience);
      this.#patience = undefined;
      this.#retryMs = firstRetryMs;
    };
    stream.addEventListener(this.#options.event, (event) => {
      this.#options.onEvent(JSON.parse(event.data), event.lastEventId);
    });
    stream.addEventListener("state", (event) => {
      this.#options.onState((JSON.parse(event.data) as { state: "live" | "waiting" }).state);
    });
    stream.addEventListener("end", (event) => {
      this.#end((JSON.parse(event.data) as { reason: string }).reason);
    });
    stream.onerror = () => this.#break(stream);
  }

  close(): void {
    clearTimeout(this.#patience);
    clearTimeout(this.#retry);
    this.#patience = undefined;
    this.#stream?.close();
  }

  /** A service that stops comes again, and the browser with it. */
  #end(reason: string): void {
    if (reason === "stopping") return;
    this.close();
    this.#options.onState("over");
    if (reason === "plan_changed") this.#options.onPlanChange();
  }

  #break(stream: EventSource): void {
    this.#patience ??= setTimeout(() => this.#options.onState("reconnecting"), patienceMs);
    if (stream.readyState !== EventSource.CLOSED || stream !== this.#stream) return;
    // Refused: the browser does not ask again by itself.
    clearTimeout(this.#retry);
    this.#retry = setTimeout(() => this.open(), this.#retryMs);
    this.#retryMs = Math.min(lastRetryMs, this.#retryMs * 2);
  }
}

/** So far apart at least the figures are asked for again. */
const askEveryMs = 2_000;

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
    nextAt.current = Math.max(askedAt.current + askEveryMs, now + restTimes * (now - askedAt.current));
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

/** So far apart at least a reader is told. */
const announceEveryMs = 30_000;

/** Tells who listens how many came, at most every 30 seconds. */
export function Announcer({ heard, noun, plural }: { heard: number; noun: string; plural?: string }) {
  const [sentence, setSentence] = useState("");
  const announced = useRef({ count: 0, at: Number.NEGATIVE_INFINITY });

  useEffect(() => {
    if (heard === announced.current.count) return;
    const waitMs = Math.max(0, announced.current.at + announceEveryMs - performance.now());
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
