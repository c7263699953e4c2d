import { log } from "@/lib/platform/log";
import { followCount, followScans } from "@/lib/scans/live";
import type { ScanEvent } from "@/lib/scans/schema";

/** Why a stream is over. A browser comes back after `stopping` alone. */
export type Ending = "signed_out" | "plan_changed" | "stopping";

interface Guard {
  /** Why the stream may not go on; null while it may. */
  findEnding: () => Promise<Ending | null>;
  signal: AbortSignal;
}

/** What a stream tells, by the `EventStream` that it is given. */
interface Teller {
  resume: () => void;
  stop: () => void;
}

/** Well under the idle time of the usual proxies. */
const heartbeatMs = 15_000;
const checkMs = 5_000;
/** So long a stream goes on while nobody can say whether it may. */
const uncheckedMs = 30_000;
/** How soon a browser comes back to a stream that broke. */
const reconnectMs = 2_000;
/** Messages that wait for a browser. */
const maxWaiting = 16;

const encoder = new TextEncoder();

/** Server-sent events of one browser: those of its teller, `state` with `{state}`, and at its end `end` with `{reason}`. */
export class EventStream {
  readonly #controller: ReadableStreamDefaultController<Uint8Array>;
  readonly #guard: Guard;
  readonly #timers: NodeJS.Timeout[] = [];
  #teller: Teller = { resume() {}, stop() {} };
  #checkedAt = performance.now();
  /** The state of now, where there was no room for it. */
  #untold: string | undefined;
  #isOpen = true;

  constructor(controller: ReadableStreamDefaultController<Uint8Array>, guard: Guard) {
    this.#controller = controller;
    this.#guard = guard;
  }

  /** Throws what `begin` throws. */
  open(begin: (stream: EventStream) => Teller): void {
    const { signal } = this.#guard;
    this.#write(`retry: ${reconnectMs}\n\n`);
    this.#teller = begin(this);
    this.#timers.push(setInterval(() => this.#write(": \n\n"), heartbeatMs));
    this.#timers.push(setInterval(() => void this.#check(), checkMs));
    signal.addEventListener("abort", () => this.end(null), { once: true });
    if (signal.aborted) this.end(null);
  }

  /** There is room again: a client that was too slow is told so, with the state of the stream. */
  resume(): void {
    if (this.#untold !== undefined) this.sendState(this.#untold);
    this.#teller.resume();
  }

  close(): void {
    this.#isOpen = false;
    this.#teller.stop();
    for (const timer of this.#timers) clearInterval(timer);
  }

  /** Whether the browser keeps up: what is told while it doesn't is lost. */
  get hasRoom(): boolean {
    return this.#isOpen && (this.#controller.desiredSize ?? 0) > 0;
  }

  tell(event: string, data: object, id?: string): void {
    this.#write(messageOf(event, data, id));
  }

  sendState(state: string): void {
    this.#untold = this.hasRoom ? undefined : state;
    this.tell("state", { state });
  }

  end(reason: Ending | null): void {
    if (!this.#isOpen) return;
    // Room or not: it is the last.
    if (reason !== null) this.#controller.enqueue(encoder.encode(messageOf("end", { reason })));
    this.close();
    this.#controller.close();
  }

  #write(text: string): void {
    if (this.hasRoom) this.#controller.enqueue(encoder.encode(text));
  }

  async #check(): Promise<void> {
    try {
      const ending = await this.#guard.findEnding();
      this.#checkedAt = performance.now();
      if (ending !== null) this.end(ending);
    } catch (err) {
      log.debug({ err }, "a live stream could not be checked");
      if (performance.now() - this.#checkedAt > uncheckedMs - checkMs) this.end("stopping");
    }
  }
}

function messageOf(event: string, data: object, id?: string): string {
  return `event: ${event}\n${id ? `id: ${id}\n` : ""}data: ${JSON.stringify(data)}\n\n`;
}

/** A stream of server-sent events, watched by its guard. Throws what `begin` throws. */
export function streamEvents(
  guard: Guard,
  begin: (stream: EventStream) => Teller,
): ReadableStream<Uint8Array> {
  let stream: EventStream;
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        stream = new EventStream(controller, guard);
        stream.open(begin);
      },
      pull: () => stream.resume(),
      cancel: () => stream.close(),
    },
    new CountQueuingStrategy({ highWaterMark: maxWaiting }),
  );
}

interface StreamOptions {
  since: Date | undefined;
  findEnding: Parameters<typeof streamEvents>[0]["findEnding"];
  signal: AbortSignal;
}

/** Tells `scans` with `{scans, skipped}`, whose id is the stamp of the last scan. What comes while there is no room is counted instead of kept. */
class ScanTeller {
  readonly #stream: EventStream;
  #missed = 0;
  #lastStamp = "";

  constructor(stream: EventStream) {
    this.#stream = stream;
  }

  resume(): void {
    if (this.#missed > 0) this.tell([], 0);
  }

  tell(scans: readonly ScanEvent[], skipped: number): void {
    this.#lastStamp = scans.at(-1)?.scannedAt ?? this.#lastStamp;
    if (!this.#stream.hasRoom) {
      this.#missed += scans.length + skipped;
      return;
    }
    const body = { scans, skipped: skipped + this.#missed };
    this.#missed = 0;
    this.#stream.tell("scans", body, this.#lastStamp);
  }
}

/** An account's scans as a stream of server-sent events. Throws `rate_limited` where it has too many. */
export function streamScans(
  account: { accountId: string; isSandbox: boolean },
  { since, ...guard }: StreamOptions,
): ReadableStream<Uint8Array> {
  return streamEvents(guard, (stream) => {
    const teller = new ScanTeller(stream);
    const stop = followScans(
      account,
      {
        onScans: (events, skipped) => teller.tell(events, skipped),
        onState: (state) => (state === "ended" ? stream.end("stopping") : stream.sendState(state)),
      },
      since,
    );
    return { resume: () => teller.resume(), stop };
  });
}

/**
 * How often a code was scanned and when last, as `count` with `{scanCount, lastScanned}`: now, and after each change. Throws
 * `rate_limited` where the account has too many streams.
 */
export function streamCount(
  account: { accountId: string; isSandbox: boolean },
  codeId: string,
  guard: Guard,
): ReadableStream<Uint8Array> {
  return streamEvents(guard, (stream) => {
    let untold: object | undefined;
    const tell = (count: object) => {
      untold = stream.hasRoom ? undefined : count;
      stream.tell("count", count);
    };
    const stop = followCount(account, codeId, {
      onCount: tell,
      onState: (state) => (state === "ended" ? stream.end("stopping") : stream.sendState(state)),
    });
    return {
      resume() {
        if (untold !== undefined) tell(untold);
      },
      stop,
    };
  });
}
