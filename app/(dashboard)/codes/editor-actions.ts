"use server";

import { refresh } from "next/cache";
import type { SavedCode } from "@/components/editor/editor-state";
import { editorMessages, presetMessages, utmPresetMessages } from "@/components/editor/validation";
import { controlOfRouting } from "@/components/routes/draft";
import { type Answer, readFields } from "@/components/ui/form/answer";
import { requireDashboardCaller } from "@/lib/auth";
import { createCode, updateCode } from "@/lib/codes";
import { codeChangeSchema, type DrawnCode, newCodeSchema } from "@/lib/codes/schema";
import { doOnce } from "@/lib/idempotency";
import { requireValid } from "@/lib/platform/validation";
import {
  createPreset,
  createUtmPreset,
  deletePreset,
  deleteUtmPreset,
  getPreset,
  listUtmPresets,
  renamePreset,
  renameUtmPreset,
} from "@/lib/presets";
import {
  type ListedPreset,
  newPresetSchema,
  newUtmPresetSchema,
  presetNameSchema,
  type UtmPreset,
} from "@/lib/presets/schema";
import type { Settings } from "@/lib/qr/schema";
import { answerAction, answerForm, answerQuestion, asId } from "../../answer-form";

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
    isRouting,
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
    isRouting,
  );
}

const isRouting = (field: string): boolean => controlOfRouting(field) !== null;

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
  return answerQuestion(
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

export async function readUtmPresets(): Promise<Answer<UtmPreset[]>> {
  return answerQuestion(presetMessages, async () => listUtmPresets(await requireDashboardCaller()));
}

export async function makeUtmPreset(preset: unknown): Promise<Answer<UtmPreset>> {
  return answerForm(
    () => asFields(preset),
    utmPresetMessages,
    async (fields) => {
      const caller = await requireDashboardCaller();
      return createUtmPreset(caller, requireValid(newUtmPresetSchema, fields, "form"));
    },
  );
}

export async function changeUtmPresetName(id: unknown, name: unknown): Promise<Answer<UtmPreset>> {
  return answerForm(
    () => ({ name }),
    utmPresetMessages,
    async (fields) => {
      const caller = await requireDashboardCaller();
      return renameUtmPreset(caller, asId(id), requireValid(presetNameSchema, fields, "form"));
    },
  );
}

export async function removeUtmPreset(id: unknown): Promise<Answer<null>> {
  return answerAction(utmPresetMessages, async () => {
    await deleteUtmPreset(await requireDashboardCaller(), asId(id));
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
