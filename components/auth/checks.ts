import "../ui/form/strict-zod";

import {
  confirmSignUpSchema,
  emailChangeSchema,
  passwordResetRequestSchema,
  passwordResetSchema,
  shownCodeSchema,
  signInSchema,
  signUpSchema,
} from "@/lib/users/schema";
import type { Check } from "../ui/form/answer";
import { listFaults } from "../ui/form/faults";
import { readFields } from "../ui/form/read";
import { codeWords } from "./code-words";
import { emailWords, newPasswordWords, signInWords, signUpWords } from "./words";

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
