import { countOf } from "../ui/counts";

/** How a part is, told by a word and a sign. Unknown is what this process cannot know. */
export type HealthSign = "well" | "watch" | "fault" | "unknown";

export interface HealthPart {
  id: string;
  name: string;
  sign: HealthSign;
  says: string;
  facts: [name: string, value: string][];
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

const sizes = ["bytes", "kB", "MB", "GB", "TB"];

/** `1.4 GB`: three figures at most, in steps of a thousand. */
export function saySize(bytes: number): string {
  let value = bytes;
  let step = 0;
  while (value >= 999.5 && step < sizes.length - 1) {
    value /= 1_000;
    step += 1;
  }
  const digits = step === 0 || value >= 99.5 ? 0 : 1;
  return `${value.toFixed(digits)} ${sizes[step]}`;
}

/** `8 seconds`, `12 minutes`, `3 hours`, `5 days`: the largest unit that says something. */
export function saySpan(seconds: number): string {
  if (seconds < 1) return "less than a second";
  if (seconds < 90) return countOf(Math.round(seconds), "second");
  if (seconds < 90 * 60) return countOf(Math.round(seconds / 60), "minute");
  if (seconds < 36 * 3_600) return countOf(Math.round(seconds / 3_600), "hour");
  return countOf(Math.round(seconds / 86_400), "day");
}
