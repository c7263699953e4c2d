/** How a part is, told by a word and a sign. Unknown is what this process cannot know. */
export type HealthSign = "well" | "watch" | "fault" | "unknown";

export interface HealthPart {
  id: string;
  name: string;
  sign: HealthSign;
  /** How it is, in a sentence. */
  says: string;
  facts: [name: string, value: string][];
  /** What to do; where it is well there is nothing. */
  advice?: string;
}

/** The first judgement that holds, else that all is well. */
export function judge(
  judgements: readonly (Pick<HealthPart, "says" | "advice"> & { sign: HealthSign; if: boolean })[],
  well: string,
): Pick<HealthPart, "sign" | "says" | "advice"> {
  const found = judgements.find((judgement) => judgement.if);
  if (found === undefined) return { sign: "well", says: well };
  const { sign, says, advice } = found;
  return { sign, says, ...(advice === undefined ? {} : { advice }) };
}
