import "../ui/form/strict-zod";

import { planRequestSchema } from "@/lib/accounts/schema";
import type { Check } from "../ui/form/answer";
import { listFaults } from "../ui/form/faults";
import { readFields } from "../ui/form/read";
import { planRequestWords } from "./words";

export const checkPlanRequest: Check = (data) =>
  listFaults(planRequestSchema, readFields(data), planRequestWords);
