import "../ui/form/strict-zod";
import {
  deletionSchema,
  emailChangeRequestSchema,
  nameChangeSchema,
  passwordChangeSchema,
  twoFactorChangeSchema,
} from "@/lib/users/schema";
import { codeMessages } from "../auth/code-messages";
import { emailMessages, nameMessages, newPasswordMessages } from "../auth/validation";
import { type Check, type FieldMessages, listFaults, readFields } from "../ui/form/answer";

const wrongPassword = "That's not your password.";

export const accountMessages = {
  name: nameMessages,
  email: {
    ...emailMessages,
    ...codeMessages,
    "email:unchanged": "This is your address already.",
    password: "Enter your password.",
    "password:wrong_password": wrongPassword,
  },
  password: {
    ...codeMessages,
    ...newPasswordMessages("next"),
    "next:unchanged": "This is your password already.",
    current: "Enter your current password.",
    "current:wrong_password": wrongPassword,
  },
  twoFactor: { ...codeMessages, password: "Enter your password.", "password:wrong_password": wrongPassword },
  sessions: { not_found: "This session has already ended." },
  deletion: {
    ...codeMessages,
    ...emailMessages,
    "email:wrong_address": "Enter your address exactly as shown above.",
    password: "Enter your password.",
    "password:wrong_password": wrongPassword,
  },
} satisfies Record<string, FieldMessages>;

export const checkName: Check = (data) =>
  listFaults(nameChangeSchema, readFields(data), accountMessages.name);

export const checkEmailChange: Check = (data) =>
  listFaults(emailChangeRequestSchema, readFields(data), accountMessages.email);

export const checkPasswordChange: Check = (data) =>
  listFaults(passwordChangeSchema, readFields(data), accountMessages.password);

export const checkDeletion: Check = (data) =>
  listFaults(deletionSchema, readFields(data), accountMessages.deletion);

export const checkTwoFactor: Check = (data) =>
  listFaults(twoFactorChangeSchema, readFields(data), accountMessages.twoFactor);
