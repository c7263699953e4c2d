import "../../ui/form/strict-zod";

import { presetNameSchema } from "@/lib/presets/schema";
import { type Check, listFaults, readFields } from "../../ui/form/answer";
import { presetWords } from "../words";

export const checkPreset: Check = (data) => listFaults(presetNameSchema, readFields(data), presetWords);
