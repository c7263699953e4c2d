import type { FieldWords } from "../../ui/form/faults";

/** What is said of an address that a code is to lead to. */
function sayAddress(value: string): string {
  if (value === "") return "Enter where it leads: start with https://.";
  if (value !== value.trim()) return "Take the blanks before and after the address away.";
  if (value.length > 2_048)
    return `An address has at most 2,048 characters. This one has ${value.length.toLocaleString("en-GB")}.`;
  if (!/^https?:\/\//i.test(value)) return "Start with https://.";
  return "That is no whole web address: https://, a host, and no blanks.";
}

const notServed = "This service doesn't lead there: the operator has blocked the address.";
const notAllowed =
  "A code can't lead there: leave out user names and passwords, and short links of this service.";

/** Words for an address at a field of a form. */
export function addressWords(field: string): FieldWords {
  return {
    [field]: sayAddress,
    [`${field}:blocked`]: notServed,
    [`${field}:not_allowed`]: (value) => (/^https?:\/\//i.test(value) ? notAllowed : sayAddress(value)),
    not_found: "This code is gone. Another tab or key may have deleted it.",
  };
}

export const targetWords = addressWords("content");
