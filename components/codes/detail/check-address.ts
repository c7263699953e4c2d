import { readAddress } from "@/lib/content";
import { ServiceError } from "@/lib/platform/errors";
import type { Check } from "../../ui/form/answer";
import { sayDetail } from "../../ui/form/faults";
import { addressWords } from "./target-messages";

/** Looks at the address that a form holds, before it is sent. */
export function checkAddressAt(field: string): Check {
  const words = addressWords(field);
  return (data) => {
    const value = String(data.get(field) ?? "");
    try {
      readAddress(value, field);
      return {};
    } catch (fault) {
      if (!(fault instanceof ServiceError)) throw fault;
      const [detail] = fault.details ?? [];
      return detail ? { [field]: sayDetail(detail, words, value) } : {};
    }
  };
}

export const checkTarget = checkAddressAt("content");
