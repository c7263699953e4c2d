/** How a page gets live updates: at once; at each poll of the server; not just now; or not at all. */
export type LiveState = "connecting" | "live" | "waiting" | "reconnecting" | "asleep" | "paused" | "over";

export const stateLabels: Record<LiveState, string> = {
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
