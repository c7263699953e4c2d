import type { ScanEvent } from "@/lib/scans/schema";
import { LiveSource } from "../../live/live-source";
import type { LiveState } from "../../live/state";

interface SourceHandlers {
  onScans: (scans: readonly ScanEvent[], skipped: number) => void;
  onState: (state: LiveState) => void;
  /** The plan no longer has this. */
  onPlanChange: () => void;
}

/** The account's scans from a stamp on, for as long as it is open. What broke goes on where it stood, so that nothing is missed. */
export class ScanSource {
  readonly #source: LiveSource;
  #since: string;

  constructor(since: string, { onScans, ...handlers }: SourceHandlers) {
    this.#since = since;
    this.#source = new LiveSource({
      ...handlers,
      address: () => `/live/scans?since=${encodeURIComponent(this.#since)}`,
      event: "scans",
      onEvent: (data, id) => {
        if (id !== "") this.#since = id;
        const { scans, skipped } = data as { scans: ScanEvent[]; skipped: number };
        onScans(scans, skipped);
      },
    });
  }

  /** The stamp of the last scan that was told. */
  get since(): string {
    return this.#since;
  }

  open(): void {
    this.#source.open();
  }

  close(): void {
    this.#source.close();
  }
}
