import "../ui/form/strict-zod";
import {
  confirmSignUpSchema,
  emailChangeSchema,
  firstOperatorSchema,
  maxRawPassword,
  passwordBounds,
  passwordResetRequestSchema,
  passwordResetSchema,
  shownCodeSchema,
  signInSchema,
  signUpSchema,
} from "@/lib/users/schema";
import { type Check, type FieldMessages, listFaults, readFields } from "../ui/form/answer";
import { codeMessages } from "./code-messages";

const email = (value: string) =>
  value.trim() === "" ? "Enter an email address." : "Enter a full email address, such as ada@example.com.";

export const nameMessages: FieldMessages = { name: "A name has at most 100 characters, on one line." };
export const emailMessages: FieldMessages = { email };
export const signInMessages: FieldMessages = { email, password: "Enter your password." };
export const signUpMessages: FieldMessages = { email, ...nameMessages, ...newPasswordMessages("password") };

export const firstOperatorMessages: FieldMessages = {
  ...signUpMessages,
  "email:address_taken": "This email already has an account. Enter another one.",
};

// The server's own schemas. They load with the first focus, so that a page shows its form without a validator.
export const checkSignIn: Check = (data) => listFaults(signInSchema, readFields(data), signInMessages);

export const checkSignUp: Check = (data) => listFaults(signUpSchema, readFields(data), signUpMessages);

export const checkFirstOperator: Check = (data) =>
  listFaults(firstOperatorSchema, readFields(data), firstOperatorMessages);

export const checkEmail: Check = (data) =>
  listFaults(passwordResetRequestSchema, readFields(data), emailMessages);

export const checkConfirmation: Check = (data) =>
  listFaults(confirmSignUpSchema, readFields(data), signInMessages);

export const checkEmailChange: Check = (data) =>
  listFaults(emailChangeSchema, readFields(data), signInMessages);

export const checkReset: Check = (data) =>
  listFaults(passwordResetSchema, readFields(data), newPasswordMessages("password"));

export const checkCode: Check = (data) => listFaults(shownCodeSchema, readFields(data), codeMessages);

/** Characters as the bounds count them: after NFKC, as code units. */
function formatNewPassword(value: string): string {
  const { min, max } = passwordBounds;
  const length = value.length > maxRawPassword ? value.length : value.normalize("NFKC").length;
  if (length === 0) return `Choose a password of ${min} characters or more.`;
  return `A password has ${min} to ${max} characters. This one has ${length.toLocaleString("en-GB")}.`;
}

export function newPasswordMessages(field: string): FieldMessages {
  return {
    [field]: formatNewPassword,
    [`${field}:common_password`]: "This password is too common. Try three unrelated words.",
    [`${field}:password_is_address`]:
      "Your password can't be your email address or its first part. Choose another one.",
  };
}
