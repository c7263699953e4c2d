import type { FieldMessages } from "../ui/form/answer";

const plainCode = (value: string) => value.normalize("NFKC").replace(/[\s\p{Pd}]/gu, "");

function formatCode(value: string): string {
  const length = plainCode(value).length;
  if (length === 0) return "Enter the code.";
  return `A code has 6 digits, a recovery code 10 letters and digits. This has ${length}.`;
}

/** Apart from the other words, which know the schemas: pages say these before a validator is there. */
export const codeMessages: FieldMessages = {
  code: formatCode,
  "code:wrong_code": (value) =>
    plainCode(value).length === 6
      ? "That code isn't current. Check the app again."
      : "That isn't one of your recovery codes, or it was used.",
  "code:used_code": "This code was already used. Wait for the next one.",
};
