import "../ui/form/strict-zod";
import {
  confirmSignUpSchema,
  emailChangeSchema,
  maxRawPassword,
  passwordBounds,
  passwordResetRequestSchema,
  passwordResetSchema,
  shownCodeSchema,
  signInSchema,
  signUpSchema,
} from "@/lib/users/schema";
import type { Check } from "../ui/form/answer";
import { type FieldWords, listFaults } from "../ui/form/faults";
import { readFields } from "../ui/form/read";
import { codeWords } from "./code-words";

const email = (value: string) =>
  value.trim() === "" ? "Enter an e-mail address." : "An address looks like ada@example.com.";

export const nameWords: FieldWords = { name: "A name has at most 100 characters, on one line." };
export const emailWords: FieldWords = { email };
export const signInWords: FieldWords = { email, password: "Enter your password." };
export const signUpWords: FieldWords = { email, ...nameWords, ...newPasswordWords("password") };

// The server's own schemas. They load with the first focus, so that a page shows its form without a validator.
export const checkSignIn: Check = (data) => listFaults(signInSchema, readFields(data), signInWords);

export const checkSignUp: Check = (data) => listFaults(signUpSchema, readFields(data), signUpWords);

export const checkEmail: Check = (data) =>
  listFaults(passwordResetRequestSchema, readFields(data), emailWords);

export const checkConfirmation: Check = (data) =>
  listFaults(confirmSignUpSchema, readFields(data), signInWords);

export const checkEmailChange: Check = (data) => listFaults(emailChangeSchema, readFields(data), signInWords);

export const checkReset: Check = (data) =>
  listFaults(passwordResetSchema, readFields(data), newPasswordWords("password"));

export const checkCode: Check = (data) => listFaults(shownCodeSchema, readFields(data), codeWords);

/** Characters as the bounds count them: after NFKC, as code units. */
function sayNewPassword(value: string): string {
  const { min, max } = passwordBounds;
  const length = value.length > maxRawPassword ? value.length : value.normalize("NFKC").length;
  if (length === 0) return `Choose a password of ${min} characters or more.`;
  return `A password has ${min} to ${max} characters. This one has ${length.toLocaleString("en-GB")}.`;
}

export function newPasswordWords(field: string): FieldWords {
  return {
    [field]: sayNewPassword,
    [`${field}:common_password`]: "This password is too common. Try three unrelated words.",
    [`${field}:password_is_address`]: "Your address is too easy to guess. Choose another password.",
  };
}
