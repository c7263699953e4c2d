import type { ManyOutcome } from "@/lib/codes/schema";
import type { Answer } from "../../../ui/form/answer";
import { lostCode } from "../../../ui/form/call-safely";

/** Codes of one call, within what the domain takes: a bar that moves each second or two. */
const lotSize = 20;

interface LotsOptions<I> {
  send: (lot: I[]) => Promise<Answer<ManyOutcome[]>>;
  /** Told after each lot: the codes that have been through. */
  onProgress: (done: number) => void;
  isStopped: () => boolean;
}

export interface LotsEnd<I> {
  outcomes: ManyOutcome[];
  /** What no call was made for, or whose call got no answer: sent again, each is changed once. */
  rest: I[];
  /** Those of the rest whose call got no answer: each is changed, or is not. */
  unsure: I[];
  /** Why it ended before its end; null where nothing was in the way. */
  fault: string | null;
}

/** Sends many in lots, one after the other. A lot that gets no answer ends it: what is left is told and can be sent again. */
export async function sendInLots<I>(
  items: readonly I[],
  { send, onProgress, isStopped }: LotsOptions<I>,
): Promise<LotsEnd<I>> {
  const outcomes: ManyOutcome[] = [];
  for (let at = 0; at < items.length; at += lotSize) {
    if (isStopped()) return { outcomes, rest: items.slice(at), unsure: [], fault: null };
    const lot = items.slice(at, at + lotSize);
    const answer = await send(lot);
    if (answer === null || "refusal" in answer) {
      const unsure = answer?.refusal.code === lostCode ? lot : [];
      return { outcomes, rest: items.slice(at), unsure, fault: sayFault(answer) };
    }
    outcomes.push(...answer.done);
    onProgress(Math.min(items.length, at + lotSize));
  }
  return { outcomes, rest: [], unsure: [], fault: null };
}

function sayFault(answer: Exclude<Answer<unknown>, { done: unknown }>): string {
  const { sentence, fields = {} } = answer?.refusal ?? {};
  return sentence ?? Object.values(fields)[0] ?? "The server did not answer.";
}
