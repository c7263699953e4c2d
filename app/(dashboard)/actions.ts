"use server";

import type { Answer, FieldMessages } from "@/components/ui/form/answer";
import type { Caller } from "@/lib/accounts/schema";
import { requireDashboardCaller } from "@/lib/auth";
import { findByWords } from "@/lib/codes/read";
import { type FoundCode, findQuery } from "@/lib/codes/schema";
import { requireValid } from "@/lib/platform/validation";
import { changeView, createView, deleteView, listViews } from "@/lib/saved-views";
import {
  newViewSchema,
  type SavedView,
  type ViewPage,
  viewNameSchema,
  viewPageSchema,
  viewQuerySchema,
} from "@/lib/saved-views/schema";
import { answerForm, answerQuestion, asId } from "../answer-form";

export async function findCodes(words: string, place: string): Promise<Answer<FoundCode[]>> {
  const query = { words, place };
  return answerQuestion(
    {},
    async () => findByWords(await requireDashboardCaller(), requireValid(findQuery, query, "query")),
    query,
  );
}

// Each asks by itself who is signed in, and the domain finds views among that user's alone. What arrives has not been looked
// at: a stranger may send anything.

const readPage = (page: unknown): ViewPage => requireValid(viewPageSchema, page, "page");

export async function listSavedViews(page: ViewPage): Promise<Answer<SavedView[]>> {
  return answerQuestion({}, async () => listViews(await requireDashboardCaller(), readPage(page)));
}

export async function saveView(page: ViewPage, name: string, query: string): Promise<Answer<SavedView[]>> {
  return changeViews(page, { name, query }, (caller, fields) =>
    createView(caller, requireValid(newViewSchema, { page, ...fields }, "form")),
  );
}

export async function renameView(page: ViewPage, id: string, name: string): Promise<Answer<SavedView[]>> {
  return changeViews(page, { name }, (caller, fields) =>
    changeView(caller, asId(id), requireValid(viewNameSchema, fields, "form")),
  );
}

export async function replaceView(page: ViewPage, id: string, query: string): Promise<Answer<SavedView[]>> {
  return changeViews(page, { query }, (caller, fields) =>
    changeView(caller, asId(id), requireValid(viewQuerySchema, fields, "form")),
  );
}

export async function removeView(page: ViewPage, id: string): Promise<Answer<SavedView[]>> {
  return changeViews(page, {}, (caller) => deleteView(caller, asId(id)));
}

const viewMessages: FieldMessages = {
  not_found: "This view no longer exists. Another tab may have deleted it.",
  "name:too_short": "Enter a name.",
  "name:too_long": (name) => `A name has at most 60 characters. This one has ${[...name].length}.`,
  "name:invalid_characters": "A name can't contain control characters.",
  "query:too_long": "These filters are too long to save. Remove some of them.",
};

/** Changes the user's views and answers with all of the page. */
function changeViews<F extends Record<string, unknown>>(
  page: ViewPage,
  fields: F,
  work: (caller: Caller, fields: F) => Promise<void>,
): Promise<Answer<SavedView[]>> {
  return answerForm(
    () => fields,
    viewMessages,
    async (entered) => {
      const caller = await requireDashboardCaller();
      const known = readPage(page);
      await work(caller, entered);
      return listViews(caller, known);
    },
  );
}
