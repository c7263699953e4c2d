import "../ui/form/strict-zod";
import { planRequestSchema } from "@/lib/accounts/schema";
import { type Check, type FieldMessages, listFaults, readFields } from "../ui/form/answer";

export const planRequestMessages: FieldMessages = {
  not_found: "There is no open request.",
  note: (value) =>
    value.length > 500
      ? `A note has at most 500 characters. This one has ${value.length.toLocaleString("en-GB")}.`
      : "A note can't have control characters.",
};

export const checkPlanRequest: Check = (data) =>
  listFaults(planRequestSchema, readFields(data), planRequestMessages);
