import "../ui/form/strict-zod";
import { planRequestSchema } from "@/lib/accounts/schema";
import { type Check, type FieldMessages, formatLength, listFaults, readFields } from "../ui/form/answer";

export const planRequestMessages: FieldMessages = {
  not_found: "There is no open request.",
  note: formatLength("A note", 500),
};

export const checkPlanRequest: Check = (data) =>
  listFaults(planRequestSchema, readFields(data), planRequestMessages);
