import { maxRawPassword, passwordBounds } from "@/lib/users/schema";
import type { FieldWords } from "../ui/form/faults";

/** Characters as the bounds count them: after NFKC, as code units. */
function sayNewPassword(value: string): string {
  const { min, max } = passwordBounds;
  const length = value.length > maxRawPassword ? value.length : value.normalize("NFKC").length;
  if (length === 0) return `Choose a password of ${min} characters or more.`;
  return `A password has ${min} to ${max} characters. This one has ${length.toLocaleString("en-GB")}.`;
}

/** Of a new password, under the name of its field. */
export function newPasswordWords(field: string): FieldWords {
  return {
    [field]: sayNewPassword,
    [`${field}:common_password`]: "Everybody tries this one first. Three words of your own are better.",
    [`${field}:password_is_address`]: "Your address is the first thing one tries. Choose another.",
  };
}

const email = (value: string) =>
  value.trim() === "" ? "Enter an e-mail address." : "An address looks like ada@example.com.";

export const nameWords: FieldWords = { name: "A name has at most 100 characters, all in one line." };
export const emailWords: FieldWords = { email };
export const signInWords: FieldWords = { email, password: "Enter your password." };
export const signUpWords: FieldWords = { email, ...nameWords, ...newPasswordWords("password") };

/** What was typed for a code, as it is judged. */
const plainCode = (value: string) => value.normalize("NFKC").replace(/[\s\p{Pd}]/gu, "");

function sayCode(value: string): string {
  const length = plainCode(value).length;
  if (length === 0) return "Enter the code.";
  return `A code has 6 digits, a recovery code 10 letters and digits. This has ${length}.`;
}

export const codeWords: FieldWords = {
  code: sayCode,
  "code:wrong_code": (value) =>
    plainCode(value).length === 6
      ? "This isn't the code of this moment. Look at the app again."
      : "This is none of your recovery codes, or it was used.",
  "code:used_code": "This code was used already. Wait for the next one.",
};
