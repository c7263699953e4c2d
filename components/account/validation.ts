import "../ui/form/strict-zod";
import {
  deletionSchema,
  emailChangeRequestSchema,
  nameChangeSchema,
  passwordChangeSchema,
  twoFactorChangeSchema,
} from "@/lib/users/schema";
import { codeWords } from "../auth/code-words";
import { emailWords, nameWords, newPasswordWords } from "../auth/validation";
import type { Check } from "../ui/form/answer";
import { type FieldWords, listFaults } from "../ui/form/faults";
import { readFields } from "../ui/form/read";

const wrongPassword = "That's not your password.";

export const accountWords = {
  name: nameWords,
  email: {
    ...emailWords,
    ...codeWords,
    "email:unchanged": "This is your address already.",
    password: "Enter your password.",
    "password:wrong_password": wrongPassword,
  },
  password: {
    ...codeWords,
    ...newPasswordWords("next"),
    "next:unchanged": "This is your password already.",
    current: "Enter your current password.",
    "current:wrong_password": wrongPassword,
  },
  twoFactor: { ...codeWords, password: "Enter your password.", "password:wrong_password": wrongPassword },
  sessions: { not_found: "This session has already ended." },
  deletion: {
    ...codeWords,
    ...emailWords,
    "email:wrong_address": "Enter your address exactly as shown above.",
    password: "Enter your password.",
    "password:wrong_password": wrongPassword,
  },
} satisfies Record<string, FieldWords>;

export const checkName: Check = (data) => listFaults(nameChangeSchema, readFields(data), accountWords.name);

export const checkEmailChange: Check = (data) =>
  listFaults(emailChangeRequestSchema, readFields(data), accountWords.email);

export const checkPasswordChange: Check = (data) =>
  listFaults(passwordChangeSchema, readFields(data), accountWords.password);

export const checkDeletion: Check = (data) =>
  listFaults(deletionSchema, readFields(data), accountWords.deletion);

export const checkTwoFactor: Check = (data) =>
  listFaults(twoFactorChangeSchema, readFields(data), accountWords.twoFactor);
