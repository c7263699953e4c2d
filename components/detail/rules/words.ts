import { sayCount } from "../../ui/counts";
import type { FieldWords } from "../../ui/form/faults";
import { addressWords } from "../target/words";
import { mostScans, type RuleName, ruleField } from "./rules";

/** What a line is called, and what its control asks for. */
export const ruleWords: Record<RuleName, { name: string; label: string; hint: string }> = {
  startsAt: {
    name: "Starts",
    label: "Starts at",
    hint: "Before, scans lead to the address under Afterwards.",
  },
  expiresAt: {
    name: "Ends",
    label: "Ends at",
    hint: "From then on scans lead to the address under Afterwards.",
  },
  maxScans: { name: "Scan limit", label: "Scans at most", hint: "Counted since the code was made." },
  fallbackUrl: {
    name: "Afterwards",
    label: "Address",
    hint: "For whoever comes too early, too late or beyond the limit. Visits of it are not scans.",
  },
};

const time = "Choose a day and a time.";
const twice = "Clocks go back then, and this time comes twice. Choose another one.";
const passedOver = "Clocks go forward then, and this time does not exist. Choose another one.";

function timeWords(rule: RuleName): FieldWords {
  const field = ruleField(rule);
  return {
    [field]: time,
    [`${field}:time_comes_twice`]: twice,
    [`${field}:time_passed_over`]: passedOver,
    [`${field}:too_early`]: "It ends before it starts. Choose a later time.",
    [`${field}:too_late`]: "It starts after it ends. Choose an earlier time.",
  };
}

/** What is said at the fields of rules. */
export const ruleFaultWords: FieldWords = {
  ...addressWords(ruleField("fallbackUrl")),
  ...timeWords("startsAt"),
  ...timeWords("expiresAt"),
  [ruleField("maxScans")]: `A whole number from 1 to ${sayCount(mostScans)}.`,
};
