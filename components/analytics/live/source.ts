import type { ScanEvent } from "@/lib/scans/schema";
import type { LiveState } from "./state";

interface SourceHandlers {
  onScans: (scans: readonly ScanEvent[], skipped: number) => void;
  onState: (state: LiveState) => void;
  /** The plan no longer has this. */
  onPlanChange: () => void;
}

/** So long a broken stream is left to mend itself before the page says so. */
const patienceMs = 5_000;
/** A stream that was refused is asked for again after this, then twice as long, up to a minute. */
const firstRetryMs = 5_000;
const lastRetryMs = 60_000;

/**
 * The account's scans from a stamp on, for as long as it is open. What broke goes on where it stood, so that nothing is
 * missed; nothing is told of a state that passes within a moment.
 */
export class ScanSource {
  readonly #handlers: SourceHandlers;
  #since: string;
  #stream: EventSource | undefined;
  #patience: ReturnType<typeof setTimeout> | undefined;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #retryMs = firstRetryMs;

  constructor(since: string, handlers: SourceHandlers) {
    this.#since = since;
    this.#handlers = handlers;
  }

  /** The stamp of the last scan that was told. */
  get since(): string {
    return this.#since;
  }

  open(): void {
    this.#stream?.close();
    const stream = new EventSource(`/live/scans?since=${encodeURIComponent(this.#since)}`);
    this.#stream = stream;
    stream.onopen = () => {
      clearTimeout(this.#patience);
      this.#patience = undefined;
      this.#retryMs = firstRetryMs;
    };
    stream.addEventListener("scans", (event) => {
      if (event.lastEventId !== "") this.#since = event.lastEventId;
      const { scans, skipped } = JSON.parse(event.data) as { scans: ScanEvent[]; skipped: number };
      this.#handlers.onScans(scans, skipped);
    });
    stream.addEventListener("state", (event) => {
      this.#handlers.onState((JSON.parse(event.data) as { state: "live" | "waiting" }).state);
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
    this.#handlers.onState("over");
    if (reason === "plan_changed") this.#handlers.onPlanChange();
  }

  #break(stream: EventSource): void {
    this.#patience ??= setTimeout(() => this.#handlers.onState("reconnecting"), patienceMs);
    if (stream.readyState !== EventSource.CLOSED || stream !== this.#stream) return;
    // Refused: the browser does not ask again by itself.
    clearTimeout(this.#retry);
    this.#retry = setTimeout(() => this.open(), this.#retryMs);
    this.#retryMs = Math.min(lastRetryMs, this.#retryMs * 2);
  }
}
