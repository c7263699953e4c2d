import "../ui/form/strict-zod";

import {
  deletionSchema,
  emailChangeRequestSchema,
  nameChangeSchema,
  passwordChangeSchema,
  twoFactorChangeSchema,
} from "@/lib/users/schema";
import type { Check } from "../ui/form/answer";
import { listFaults } from "../ui/form/faults";
import { readFields } from "../ui/form/read";
import { accountWords } from "./words";

export const checkName: Check = (data) => listFaults(nameChangeSchema, readFields(data), accountWords.name);
export const checkEmailChange: Check = (data) =>
  listFaults(emailChangeRequestSchema, readFields(data), accountWords.email);
export const checkPasswordChange: Check = (data) =>
  listFaults(passwordChangeSchema, readFields(data), accountWords.password);
export const checkDeletion: Check = (data) =>
  listFaults(deletionSchema, readFields(data), accountWords.deletion);
export const checkTwoFactor: Check = (data) =>
  listFaults(twoFactorChangeSchema, readFields(data), accountWords.twoFactor);
