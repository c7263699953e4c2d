import { followScans } from "@/lib/scans/live";
import type { ScanEvent } from "@/lib/scans/schema";
import { type EventStream, streamEvents } from "../event-stream";

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
        onState: (state) => (state === "ended" ? stream.end("stopping") : stream.tellState(state)),
      },
      since,
    );
    return { resume: () => teller.resume(), stop };
  });
}
