import "../ui/form/strict-zod";

import { presetNameSchema } from "@/lib/presets/schema";
import type { Check } from "../ui/form/answer";
import { type FieldWords, listFaults } from "../ui/form/faults";
import { readFields } from "../ui/form/read";

/** What the editor says where the server refuses what the page could not know. */
export const editorWords: FieldWords = {
  "content:blocked": "This address is one that the service does not serve.",
  "name:too_short": "Enter a name. It is for you alone, and can be changed.",
  not_scannable: "It isn't saved: this picture doesn't scan. What to change stands below its score.",
  idempotency_key_reused:
    "The code was made when you first sent it, as it stood then: see Codes. Send it again to make this one as well.",
  idempotency_in_progress: "It is being made since you first sent it.",
  not_found: "This code is not there any more. It was deleted elsewhere.",
};

export const presetWords: FieldWords = {
  name: (value) => {
    const { length } = [...value.trim()];
    if (length === 0) return "Enter a name, such as House or Window.";
    return length > 60
      ? `A name has at most 60 characters. This one has ${length}.`
      : "A name is one line of text.";
  },
  not_found: "This preset was deleted elsewhere.",
};

export const checkPreset: Check = (data) => listFaults(presetNameSchema, readFields(data), presetWords);
