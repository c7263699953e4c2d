import "../ui/form/strict-zod";
import { planRequestSchema } from "@/lib/accounts/schema";
import { type Check, type FieldMessages, listFaults, readFields } from "../ui/form/answer";
import { formatLength } from "../ui/form/text-length";

export const planRequestMessages: FieldMessages = {
  not_found: "There is no open request.",
  note: formatLength("A note", 500),
};

export const checkPlanRequest: Check = (data) =>
  listFaults(planRequestSchema, readFields(data), planRequestMessages);
