import "../ui/form/strict-zod";

import { sandboxScansSchema } from "@/lib/scans/schema";
import type { Check } from "../ui/form/answer";
import { listFaults } from "../ui/form/faults";
import { readScansForm } from "./read-scans-form";
import { sandboxWords } from "./words";

export const checkScans: Check = (data) =>
  listFaults(sandboxScansSchema, readScansForm(data, Date.now()), sandboxWords);
