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
