import { readAddress } from "@/lib/content";
import { ServiceError } from "@/lib/platform/errors";
import { type Check, formatDetail } from "../../ui/form/answer";
import { addressMessages, type RuleName, readScanBound, ruleFaultMessages, ruleField } from "./rules";

function checkAddressAt(field: string): Check {
  const messages = addressMessages(field);
  return (data) => {
    const value = String(data.get(field) ?? "");
    try {
      readAddress(value, field);
      return {};
    } catch (fault) {
      if (!(fault instanceof ServiceError)) throw fault;
      const [detail] = fault.details ?? [];
      return detail ? { [field]: formatDetail(detail, messages, value) } : {};
    }
  };
}

export const checkTarget = checkAddressAt("content");

/** Looks at what a rule's form holds before it is sent; which instant a time means is for the server, that knows the zone. */
export function checkRule(rule: RuleName): Check {
  const field = ruleField(rule);
  if (rule === "fallbackUrl") return checkAddressAt(field);
  const isRight = (text: string) => (rule === "maxScans" ? readScanBound(text) !== null : text !== "");
  return (data) =>
    isRight(String(data.get(field) ?? "")) ? {} : { [field]: String(ruleFaultMessages[field]) };
}
