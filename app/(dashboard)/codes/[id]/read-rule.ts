import { mostScans, type RuleName, readScanBound, ruleField } from "@/components/codes/detail/rules";
import { formatCount } from "@/components/ui/counts";
import { isZone } from "@/lib/analytics";
import { fieldError, ServiceError } from "@/lib/platform/errors";
import { readWallTime } from "@/lib/platform/wall-time";

/** What a rule's control holds, as the interface takes it. Throws `validation_failed` at the control. */
export async function readRule(rule: RuleName, text: string, zone: string): Promise<string | number> {
  const field = ruleField(rule);
  switch (rule) {
    case "fallbackUrl":
      return text;
    case "maxScans": {
      const bound = readScanBound(text);
      if (bound !== null) return bound;
      const message = `${field} must be a whole number from 1 to ${formatCount(mostScans)}`;
      throw fieldError("validation_failed", { field, code: "invalid_value", message });
    }
    default: {
      if (await isZone(zone)) return readWallTime(text, zone, field);
      throw new ServiceError("invalid_request", "The page uses an unknown time zone; reload it");
    }
  }
}

/** A start after the end is a fault of the end by the interface; here it stands at whichever is being changed. */
export function placeRuleFault(rule: RuleName) {
  return (fault: unknown): never => {
    const isOrder =
      fault instanceof ServiceError && fault.details?.some(({ code }) => code === "too_early") === true;
    if (rule !== "startsAt" || !isOrder) throw fault;
    const field = ruleField(rule);
    const message = `${field} must be earlier than the end`;
    throw fieldError("validation_failed", { field, code: "too_late", message });
  };
}
