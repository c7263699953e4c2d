import { log } from "@/lib/platform/log";
import { followScans } from "@/lib/scans/live";
import type { ScanEvent } from "@/lib/scans/schema";

/** Why a stream is over. A browser comes back after `stopping` alone. */
export type Ending = "signed_out" | "plan_changed" | "stopping";

interface StreamOptions {
  /** Goes on after the scan of this stamp. */
  since: Date | undefined;
  /** Why the stream may not go on; null while it may. */
  findEnding: () => Promise<Ending | null>;
  /** The browser has gone. */
  signal: AbortSignal;
}

/** Well under the idle time of the usual proxies. */
const heartbeatMs = 15_000;
const checkMs = 5_000;
/** So long a stream goes on while nobody can say whether it may. */
const uncheckedMs = 30_000;
/** How soon a browser comes back to a stream that broke. */
const reconnectMs = 2_000;
/** Messages that wait for a browser; what comes while as many do is counted instead of kept. */
const maxWaiting = 16;

const encoder = new TextEncoder();

/**
 * Events of one stream: `scans` with `{scans, skipped}`, whose id is the stamp of the last scan; `state` with
 * `{state: "live" | "waiting"}`; and at its end `end` with `{reason}`.
 */
class ScanStream {
  readonly #controller: ReadableStreamDefaultController<Uint8Array>;
  readonly #options: StreamOptions;
  readonly #timers: NodeJS.Timeout[] = [];
  #unfollow = () => {};
  #checkedAt = performance.now();
  #missed = 0;
  /** The state of now, where there was no room for it. */
  #untold: string | undefined;
  #lastStamp = "";
  #isOpen = true;

  constructor(controller: ReadableStreamDefaultController<Uint8Array>, options: StreamOptions) {
    this.#controller = controller;
    this.#options = options;
  }

  /** Throws what `followScans` throws. */
  open(account: { accountId: string; isSandbox: boolean }): void {
    const { since, signal } = this.#options;
    this.#write(`retry: ${reconnectMs}\n\n`);
    const onScans = (events: readonly ScanEvent[], skipped: number) => this.#tell(events, skipped);
    const onState = (state: string) => (state === "ended" ? this.#end("stopping") : this.#tellState(state));
    this.#unfollow = followScans(account, { onScans, onState }, since);
    this.#timers.push(setInterval(() => this.#write(": \n\n"), heartbeatMs));
    this.#timers.push(setInterval(() => void this.#check(), checkMs));
    signal.addEventListener("abort", () => this.#end(null), { once: true });
    if (signal.aborted) this.#end(null);
  }

  /** There is room again: whoever was too slow is told so, and in which state the stream is. */
  resume(): void {
    if (this.#untold !== undefined) this.#tellState(this.#untold);
    if (this.#missed > 0) this.#tell([], 0);
  }

  close(): void {
    this.#isOpen = false;
    this.#unfollow();
    for (const timer of this.#timers) clearInterval(timer);
  }

  #tell(scans: readonly ScanEvent[], skipped: number): void {
    this.#lastStamp = scans.at(-1)?.scannedAt ?? this.#lastStamp;
    if (!this.#hasRoom) {
      this.#missed += scans.length + skipped;
      return;
    }
    const body = { scans, skipped: skipped + this.#missed };
    this.#missed = 0;
    this.#write(messageOf("scans", body, this.#lastStamp));
  }

  #tellState(state: string): void {
    this.#untold = this.#hasRoom ? undefined : state;
    this.#write(messageOf("state", { state }));
  }

  get #hasRoom(): boolean {
    return this.#isOpen && (this.#controller.desiredSize ?? 0) > 0;
  }

  #write(text: string): void {
    if (this.#hasRoom) this.#controller.enqueue(encoder.encode(text));
  }

  async #check(): Promise<void> {
    try {
      const ending = await this.#options.findEnding();
      this.#checkedAt = performance.now();
      if (ending !== null) this.#end(ending);
    } catch (err) {
      log.debug({ err }, "a live stream could not be checked");
      if (performance.now() - this.#checkedAt > uncheckedMs - checkMs) this.#end("stopping");
    }
  }

  #end(reason: Ending | null): void {
    if (!this.#isOpen) return;
    // Room or not: it is the last.
    if (reason !== null) this.#controller.enqueue(encoder.encode(messageOf("end", { reason })));
    this.close();
    this.#controller.close();
  }
}

function messageOf(event: string, data: object, id?: string): string {
  return `event: ${event}\n${id ? `id: ${id}\n` : ""}data: ${JSON.stringify(data)}\n\n`;
}

/** An account's scans as a stream of server-sent events. Throws `rate_limited` where it has too many. */
export function streamScans(
  account: { accountId: string; isSandbox: boolean },
  options: StreamOptions,
): ReadableStream<Uint8Array> {
  let stream: ScanStream;
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        stream = new ScanStream(controller, options);
        stream.open(account);
      },
      pull: () => stream.resume(),
      cancel: () => stream.close(),
    },
    new CountQueuingStrategy({ highWaterMark: maxWaiting }),
  );
}
