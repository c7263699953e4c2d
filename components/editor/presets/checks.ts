import "../../ui/form/strict-zod";

import { presetNameSchema } from "@/lib/presets/schema";
import type { Check } from "../../ui/form/answer";
import { listFaults } from "../../ui/form/faults";
import { readFields } from "../../ui/form/read";
import { presetWords } from "../words";

export const checkPreset: Check = (data) => listFaults(presetNameSchema, readFields(data), presetWords);
