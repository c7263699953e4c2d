"use server";

import { refresh } from "next/cache";
import type { SavedCode } from "@/components/editor/editor-state";
import { editorMessages, presetMessages } from "@/components/editor/validation";
import type { Answer } from "@/components/ui/form/answer";
import { readFields } from "@/components/ui/form/fields";
import { requireDashboardCaller } from "@/lib/auth";
import { createCode, updateCode } from "@/lib/codes";
import { codeChangeSchema, type DrawnCode, newCodeSchema } from "@/lib/codes/schema";
import { doOnce } from "@/lib/idempotency";
import { requireValid } from "@/lib/platform/validation";
import { createPreset, deletePreset, getPreset, renamePreset } from "@/lib/presets";
import { type ListedPreset, newPresetSchema, presetNameSchema } from "@/lib/presets/schema";
import type { Settings } from "@/lib/qr/schema";
import { answerAction, answerForm, asId } from "../../answer-form";

// Each asks by itself who is signed in, and the domain finds what it is about among that account's alone. What arrives has
// not been looked at: a stranger may send anything.

export async function saveNewCode(key: unknown, code: unknown): Promise<Answer<SavedCode>> {
  return answerForm(
    () => asFields(code),
    editorMessages,
    async (fields) => {
      const caller = await requireDashboardCaller();
      const input = requireValid(newCodeSchema, fields, "form");
      const saved = await doOnce({ caller, name: "new code", key, fields }, presentSaved, (keep) =>
        createCode(caller, input, keep),
      );
      refresh();
      return saved;
    },
  );
}

export async function saveCode(id: unknown, change: unknown): Promise<Answer<SavedCode>> {
  return answerForm(
    () => asFields(change),
    editorMessages,
    async (fields) => {
      const caller = await requireDashboardCaller();
      const input = requireValid(codeChangeSchema, fields, "form");
      const saved = presentSaved(await updateCode(caller, asId(id), input));
      refresh();
      return saved;
    },
  );
}

export async function makePreset(
  settings: unknown,
  _: unknown,
  data: FormData,
): Promise<Answer<ListedPreset>> {
  return answerForm(
    () => ({ ...readFields(data), settings }),
    presetMessages,
    async (fields) => {
      const caller = await requireDashboardCaller();
      return createPreset(caller, requireValid(newPresetSchema, fields, "form"));
    },
  );
}

export async function readPreset(id: unknown): Promise<Answer<Settings>> {
  return answerAction(
    presetMessages,
    async () => (await getPreset(await requireDashboardCaller(), asId(id))).settings,
  );
}

export async function changePresetName(
  id: unknown,
  _: unknown,
  data: FormData,
): Promise<Answer<ListedPreset>> {
  return answerForm(
    () => readFields(data),
    presetMessages,
    async (fields) => {
      const caller = await requireDashboardCaller();
      return renamePreset(caller, asId(id), requireValid(presetNameSchema, fields, "form"));
    },
  );
}

export async function removePreset(id: unknown): Promise<Answer<null>> {
  return answerAction(presetMessages, async () => {
    await deletePreset(await requireDashboardCaller(), asId(id));
    return null;
  });
}

function presentSaved({ id, warnings = [] }: Pick<DrawnCode, "id" | "warnings">): SavedCode {
  return { id, warnings };
}

/** What is no object has no fields, which its schema then misses. */
function asFields(input: unknown): Record<string, unknown> {
  return typeof input === "object" && input !== null ? { ...input } : {};
}
