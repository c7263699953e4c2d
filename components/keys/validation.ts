import "../ui/form/strict-zod";
import { apiKeyChangeSchema, maxKeys, maxRateLimit, newApiKeySchema } from "@/lib/api-keys/schema";
import { type Check, type FieldMessages, listFaults } from "../ui/form/answer";
import { formatLength, formatTooLong } from "../ui/form/text-length";
import { readKeyChange, readNewKey } from "./read-key-form";

const most = maxRateLimit.toLocaleString("en-GB");

export const keyMessages: FieldMessages = {
  name: (value) => formatTooLong("A name", 100, value) ?? "Give it a name, on one line.",
  description: formatLength("A note", 500),
  permissions: "Choose at least one permission.",
  rateLimit: `A limit is a whole number from 1 to ${most}.`,
  expiresAt: "Choose a future day.",
  quota_exceeded: `All ${maxKeys} active keys are used. Delete one that is no longer needed, or switch it off.`,
};

export const checkNewKey: Check = (data) =>
  listFaults(newApiKeySchema, readNewKey(data, Date.now()), keyMessages);
export const checkKeyChange: Check = (data) =>
  listFaults(apiKeyChangeSchema, readKeyChange(data), keyMessages);
