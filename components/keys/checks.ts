import "../ui/form/strict-zod";

import { apiKeyChangeSchema, newApiKeySchema } from "@/lib/api-keys/schema";
import type { Check } from "../ui/form/answer";
import { listFaults } from "../ui/form/faults";
import { keyWords, readKeyChange, readNewKey } from "./read-key-form";

export const checkNewKey: Check = (data) =>
  listFaults(newApiKeySchema, readNewKey(data, Date.now()), keyWords);
export const checkKeyChange: Check = (data) => listFaults(apiKeyChangeSchema, readKeyChange(data), keyWords);
