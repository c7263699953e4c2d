import type { Owner } from "@/lib/rollups";
import { PacedReads, type StateHandler } from "./paced-reads";
import { findScanCount, type ScanCount } from "./queries";

export interface CountHandlers extends StateHandler {
  /** The count as it is when one begins to follow, then each time it is another. */
  onCount(count: ScanCount): void;
}

/** The count and the last scan of one code for all its followers in this process, scans beyond a plan's details included. */
export class CountFeed extends PacedReads<CountHandlers> {
  readonly codeId: string;
  readonly #account: Owner;
  readonly #onBegin: () => void;
  #last: ScanCount | undefined;

  constructor(account: Owner, codeId: string, onBegin: () => void) {
    super();
    this.#account = account;
    this.codeId = codeId;
    this.#onBegin = onBegin;
  }

  get hasBegun(): boolean {
    return this.#last !== undefined;
  }

  add(follower: CountHandlers): void {
    this.followers.add(follower);
    if (this.#last === undefined) this.nudge();
    else follower.onCount(this.#last);
  }

  protected async read(): Promise<void> {
    const count = await findScanCount(this.#account, this.codeId);
    // A code that was deleted has no more scans.
    if (count === null || isSame(count, this.#last)) return;
    const isFirst = this.#last === undefined;
    this.#last = count;
    for (const follower of this.followers) follower.onCount(count);
    if (isFirst) this.#onBegin();
  }
}

function isSame(one: ScanCount, other: ScanCount | undefined): boolean {
  return one.scanCount === other?.scanCount && one.lastScanned === other.lastScanned;
}
