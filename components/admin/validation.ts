import "../ui/form/strict-zod";
import { planRefusalSchema } from "@/lib/accounts/schema";
import { suspensionSchema } from "@/lib/codes/schema";
import { removalSchema } from "@/lib/operator/schema";
import { type Check, type FieldMessages, listFaults, readFields } from "../ui/form/answer";
import { formatLength } from "../ui/form/text-length";

export const planMessages: FieldMessages = {
  plan: "Choose a plan.",
  not_found: "This account no longer exists.",
};

export const removalMessages: FieldMessages = {
  email: "Enter the account's address exactly as shown above.",
  "email:own_account": "This is your own account. Delete it on its page “Account”.",
};

export const refusalMessages: FieldMessages = {
  note: formatLength("A note", 500, "Say why: it is mailed to the user who asked."),
};

export const suspensionMessages: FieldMessages = {
  reason: formatLength("A reason", 200, "Say why: the code's owner reads it."),
};

/** Blanks around what was written say nothing. */
const trimmed = (data: FormData) =>
  Object.fromEntries(Object.entries(readFields(data)).map(([name, value]) => [name, value.trim()]));

export const checkRemoval: Check = (data) => listFaults(removalSchema, trimmed(data), removalMessages);
export const checkRefusal: Check = (data) => listFaults(planRefusalSchema, trimmed(data), refusalMessages);
export const checkSuspension: Check = (data) =>
  listFaults(suspensionSchema, trimmed(data), suspensionMessages);
