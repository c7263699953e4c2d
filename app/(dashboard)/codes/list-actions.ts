"use server";

import type { Answer } from "@/components/ui/form/answer";
import type { FieldMessages } from "@/components/ui/form/fields";
import type { Caller } from "@/lib/accounts/schema";
import { requireDashboardCaller } from "@/lib/auth";
import type { Tag } from "@/lib/codes/schema";
import { listTags } from "@/lib/codes/tags";
import { requireValid } from "@/lib/platform/validation";
import { changeView, createView, deleteView, listViews } from "@/lib/saved-views";
import { newViewSchema, type SavedView, viewNameSchema, viewQuerySchema } from "@/lib/saved-views/schema";
import { answerAction, answerForm, asId } from "../../answer-form";

export async function listFilterTags(): Promise<Answer<Tag[]>> {
  return answerAction({}, async () => listTags(await requireDashboardCaller()));
}

export async function listSavedViews(): Promise<Answer<SavedView[]>> {
  return answerAction({}, async () => listViews(await requireDashboardCaller(), "codes"));
}

export async function saveView(name: string, query: string): Promise<Answer<SavedView[]>> {
  return changeViews({ name, query }, (caller, fields) =>
    createView(caller, requireValid(newViewSchema, { page: "codes", ...fields }, "form")),
  );
}

export async function renameView(id: string, name: string): Promise<Answer<SavedView[]>> {
  return changeViews({ name }, (caller, fields) =>
    changeView(caller, asId(id), requireValid(viewNameSchema, fields, "form")),
  );
}

export async function replaceView(id: string, query: string): Promise<Answer<SavedView[]>> {
  return changeViews({ query }, (caller, fields) =>
    changeView(caller, asId(id), requireValid(viewQuerySchema, fields, "form")),
  );
}

export async function removeView(id: string): Promise<Answer<SavedView[]>> {
  return changeViews({}, (caller) => deleteView(caller, asId(id)));
}

const viewMessages: FieldMessages = {
  not_found: "This view no longer exists. Another tab may have deleted it.",
  "name:too_short": "Enter a name.",
  "name:too_long": (name) => `A name has at most 60 characters. This one has ${[...name].length}.`,
  "name:invalid_characters": "A name can't contain control characters.",
  "query:too_long": "These filters are too long to save. Remove some tags.",
};

/** Changes the user's views of the list and answers with all of them. */
function changeViews<F extends Record<string, unknown>>(
  fields: F,
  work: (caller: Caller, fields: F) => Promise<void>,
): Promise<Answer<SavedView[]>> {
  return answerForm(
    () => fields,
    viewMessages,
    async (entered) => {
      const caller = await requireDashboardCaller();
      await work(caller, entered);
      return listViews(caller, "codes");
    },
  );
}
