import type { Check } from "../../ui/form/answer";
import { checkAddressAt } from "./check-address";
import { type RuleName, readScanBound, ruleFaultWords, ruleField } from "./rules";

/** Looks at what a rule's form holds before it is sent; which instant a time means is for the server, that knows the zone. */
export function checkRule(rule: RuleName): Check {
  const field = ruleField(rule);
  if (rule === "fallbackUrl") return checkAddressAt(field);
  const isRight = (text: string) => (rule === "maxScans" ? readScanBound(text) !== null : text !== "");
  return (data) => (isRight(String(data.get(field) ?? "")) ? {} : { [field]: String(ruleFaultWords[field]) });
}
