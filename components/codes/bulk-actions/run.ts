import type { ManyOutcome } from "@/lib/codes/schema";
import { maxTags, maxTagsOfCode } from "@/lib/platform/tags";
import { countOf, formatCount, nounOf } from "../../ui/counts";
import { type Answer, asSentence } from "../../ui/form/answer";
import { lostCode } from "../../ui/form/call-safely";

/** Codes of one call, within what the domain takes: a bar that moves each second or two. */
const lotSize = 20;

interface LotsOptions<I> {
  send: (lot: I[]) => Promise<Answer<ManyOutcome[]>>;
  /** @param outcomes of the codes so far. */
  onProgress: (done: number, outcomes: readonly ManyOutcome[]) => void;
  isStopped: () => boolean;
}

interface LotsEnd<I> {
  outcomes: ManyOutcome[];
  rest: I[];
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
      return { outcomes, rest: items.slice(at), unsure, fault: formatFault(answer) };
    }
    outcomes.push(...answer.done);
    onProgress(Math.min(items.length, at + lotSize), outcomes);
  }
  return { outcomes, rest: [], unsure: [], fault: null };
}

function formatFault(answer: Exclude<Answer<unknown>, { done: unknown }>): string {
  const { sentence, fields = {} } = answer?.refusal ?? {};
  return sentence ?? Object.values(fields)[0] ?? "The server did not answer.";
}

export interface LeftOut {
  static: number;
  otherType: number;
  same: number;
}

export const nothingLeftOut: LeftOut = { static: 0, otherType: 0, same: 0 };

/** "12 codes changed, 2 left as they were: static." */
export function formatEnd(outcomes: readonly ManyOutcome[], left: LeftOut = nothingLeftOut): string {
  const count = (result: ManyOutcome["result"]) => outcomes.filter((one) => one.result === result).length;
  const changed = `${countOf(count("changed"), "code")} changed`;
  const others = [
    count("unchanged") > 0 && `${formatCount(count("unchanged"))} already up to date`,
    formatLeft(left),
    count("refused") > 0 && `${formatCount(count("refused"))} refused`,
  ].filter((part) => part !== false && part !== "");
  return `${[changed, ...others].join(", ")}.`;
}

function formatLeft({ static: statics, otherType, same }: LeftOut): string {
  const all = statics + otherType + same;
  if (all === 0) return "";
  const kinds = [
    [statics, "static"],
    [otherType, "of another type"],
    [same, "without a change"],
  ] as const;
  const counted = kinds.filter(([count]) => count > 0);
  const [only] = counted;
  const why =
    counted.length === 1 && only !== undefined
      ? only[1]
      : counted.map(([count, kind]) => `${formatCount(count)} ${kind}`).join(", ");
  return `${formatCount(all)} left as ${nounOf(all, "it was", "they were")}: ${why}`;
}

/** What an Undo leaves: codes of a call whose answer was lost, as nobody knows whether this run changed them. */
export function formatUnsure(count: number): string {
  if (count === 0) return "";
  return `We don't know whether ${countOf(count, "code")} changed. Undo leaves ${nounOf(count, "it as it is", "them as they are")}.`;
}

/** Of codes whose answer was lost, those of which no later answer says what became of them. */
export function listUnsure(lost: readonly string[], outcomes: readonly ManyOutcome[]): string[] {
  const known = new Set(outcomes.flatMap(({ id, result }) => (result === "unchanged" ? [] : id)));
  return [...new Set(lost)].filter((id) => !known.has(id));
}

/** Whether an Undo of the code would end in the same way again. */
export const isFinal = ({ result, reason = "" }: ManyOutcome) =>
  result !== "refused" || reason === "changed_since" || reason === "not_found";

/** "12 codes are as they were before." after an Undo. */
export function formatUndone(outcomes: readonly ManyOutcome[]): string {
  const back = outcomes.filter(({ result }) => result !== "refused").length;
  const failed = outcomes.filter((outcome) => !isFinal(outcome)).length;
  const kept = outcomes.length - back - failed;
  const parts = [
    `${countOf(back, "code")} ${nounOf(back, "is as it was", "are as they were")} before.`,
    kept > 0 &&
      `${formatCount(kept)} ${nounOf(kept, "was", "were")} changed or deleted since and left as ${nounOf(kept, "it was", "they were")}.`,
    failed > 0 && `${formatCount(failed)} couldn't be restored. Try again.`,
  ];
  return parts.filter(Boolean).join(" ");
}

const reasons: Record<string, string> = {
  static: "Static: printed copies can't change.",
  other_type: "Not a web address: change it separately.",
  changed_since: "Someone else changed it meanwhile; left as is.",
  not_found: "Already deleted.",
  not_scannable: "It would not scan with this style.",
  contrast_too_low: "Its colours would be too similar to scan.",
  size_too_small: "Its picture is too small for this style: make it larger first.",
  blocked: "The operator has blocked this address.",
  not_allowed: "A code can't open this address.",
  too_many_tags: `It already has ${maxTagsOfCode} tags. Remove one first.`,
  quota_exceeded: `The account already has ${maxTags} different tags. Use one of them.`,
  too_early: "It would end before it starts.",
  too_long: "The address would be too long.",
  invalid_url: "This isn't a full web address.",
  unavailable: "The service couldn't answer in time. Try again.",
};

export function formatReason({ reason = "", message = "" }: Pick<ManyOutcome, "reason" | "message">): string {
  return reasons[reason] ?? asSentence(message.replace(/^settings\./, ""));
}
