import { oncePerProcess } from "@/lib/platform/process-state";
import { Slots, SlotsByKey } from "@/lib/platform/slots";

/** Nobody waits longer than this for a turn, and no reading takes longer: who looks at a page is answered by then. */
export const boundMs = 15_000;

interface Turn {
  accountId: string;
  /** Of a day or two at most, so that it is over in a moment. */
  isShort: boolean;
}

const newLane = (most: number, patienceMs?: number) => ({
  all: new Slots(most, patienceMs),
  ofAccount: new SlotsByKey(1, patienceMs),
});

/** Two long readings of a process at a time, and a short one beside them; of each kind one of an account. */
const lanes = () =>
  oncePerProcess("turns of narrowed readings", () => ({ long: newLane(2, boundMs), short: newLane(1) }));

/** What `read` gives or throws once it is its turn. Throws `unavailable` when that did not come in time. */
export function takeTurn<T>({ accountId, isShort }: Turn, read: () => Promise<T>): Promise<T> {
  const { all, ofAccount } = isShort ? lanes().short : lanes().long;
  return ofAccount.run(accountId, () => all.run(read));
}
