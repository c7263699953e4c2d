import "../ui/form/strict-zod";
import { presetNameSchema } from "@/lib/presets/schema";
import { domainFieldMessages, slugMessages } from "../codes/slug-messages";
import { tagMessages } from "../codes/tags";
import { formatCount } from "../ui/counts";
import { type Check, type FieldMessages, listFaults, readFields } from "../ui/form/answer";

/** What the editor says where the server refuses what the page could not know. */
export const editorMessages: FieldMessages = {
  "content:blocked": "The operator of this service has blocked this address.",
  ...slugMessages,
  ...domainFieldMessages,
  ...tagMessages,
  "name:too_short": "Enter a name. Only you see it, and you can change it.",
  not_scannable: "Not saved: this picture doesn't scan. See what to change below its score.",
  idempotency_key_reused:
    "Your first request already created a code, listed under Codes. Send again to create another one.",
  idempotency_in_progress: "It's already being created.",
  not_found: "This code no longer exists. It was deleted elsewhere.",
};

export const presetMessages: FieldMessages = {
  name: (value) => {
    const { length } = [...value.trim()];
    if (length === 0) return "Enter a name, such as House or Window.";
    return length > 60
      ? `A name has at most 60 characters. This one has ${formatCount(length)}.`
      : "A name is one line of text.";
  },
  not_found: "This preset was deleted elsewhere.",
};

export const utmPresetMessages: FieldMessages = {
  ...presetMessages,
  "name:repeated": "Another preset has this name. Choose another one.",
};

export const checkPreset: Check = (data) => listFaults(presetNameSchema, readFields(data), presetMessages);
