import "../ui/form/strict-zod";
import { apiKeyChangeSchema, maxKeys, maxRateLimit, newApiKeySchema } from "@/lib/api-keys/schema";
import { type Check, type FieldMessages, listFaults } from "../ui/form/answer";
import { readKeyChange, readNewKey } from "./read-key-form";

const most = maxRateLimit.toLocaleString("en-GB");

export const keyMessages: FieldMessages = {
  name: (value) =>
    value.length > 100
      ? `A name has at most 100 characters. This one has ${value.length.toLocaleString("en-GB")}.`
      : "Give it a name, on one line.",
  description: (value) =>
    value.length > 500
      ? `A note has at most 500 characters. This one has ${value.length.toLocaleString("en-GB")}.`
      : "A note can't have control characters.",
  permissions: "Choose at least one permission.",
  rateLimit: `A limit is a whole number from 1 to ${most}.`,
  expiresAt: "Choose a future day.",
  quota_exceeded: `All ${maxKeys} active keys are used. Delete one that is no longer needed, or switch it off.`,
};

export const checkNewKey: Check = (data) =>
  listFaults(newApiKeySchema, readNewKey(data, Date.now()), keyMessages);
export const checkKeyChange: Check = (data) =>
  listFaults(apiKeyChangeSchema, readKeyChange(data), keyMessages);
