import "../ui/form/strict-zod";

import { supportFormSchema } from "@/lib/support/schema";
import type { Check } from "../ui/form/answer";
import { listFaults } from "../ui/form/faults";
import { readSupportForm } from "./read-support-form";
import { supportWords } from "./words";

export const checkSupport: Check = (data) =>
  listFaults(supportFormSchema, readSupportForm(data), supportWords);
