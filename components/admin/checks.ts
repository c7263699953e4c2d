import "../ui/form/strict-zod";

import { planRefusalSchema } from "@/lib/accounts/schema";
import { suspensionSchema } from "@/lib/codes/schema";
import { removalSchema } from "@/lib/operator/schema";
import type { Check } from "../ui/form/answer";
import { listFaults } from "../ui/form/faults";
import { readFields } from "../ui/form/read";
import { refusalWords, removalWords, suspensionWords } from "./words";

/** Blanks around what was written say nothing. */
const trimmed = (data: FormData) =>
  Object.fromEntries(Object.entries(readFields(data)).map(([name, value]) => [name, value.trim()]));

export const checkRemoval: Check = (data) => listFaults(removalSchema, trimmed(data), removalWords);
export const checkRefusal: Check = (data) => listFaults(planRefusalSchema, trimmed(data), refusalWords);
export const checkSuspension: Check = (data) => listFaults(suspensionSchema, trimmed(data), suspensionWords);
