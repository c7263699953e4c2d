"use server";

import { refresh } from "next/cache";
import type { Answer, FieldMessages } from "@/components/ui/form/answer";
import { requireDashboardCaller } from "@/lib/auth";
import { doOnce } from "@/lib/idempotency";
import {
  advanceImport,
  checkRows,
  checkSchema,
  createImport,
  newImportSchema,
  restoreImport,
  softDeleteImport,
} from "@/lib/imports";
import type { ImportProgress, RowFault } from "@/lib/imports/schema";
import { requireValid } from "@/lib/platform/validation";
import { answerAction, answerForm, answerQuestion, asId } from "../../answer-form";

// Each asks by itself who is signed in, and the domain refuses a plan without work on many codes and finds imports among
// that account's alone. What arrives has not been looked at: a stranger may send anything.

const messages: FieldMessages = {
  idempotency_key_reused: "Other rows were sent a moment ago. Open Bulk again to see them.",
};
const goneMessages: FieldMessages = {
  not_found: "This import can't be undone: it is too old, or its codes were deleted.",
};
const lateMessages: FieldMessages = { not_found: "Too late: the codes are permanently deleted." };

export async function checkImportRows(input: unknown): Promise<Answer<RowFault[]>> {
  const fields = asFields(input);
  return answerQuestion(
    { not_found: "The preset was deleted. Start over, and choose another style." },
    async () => checkRows(await requireDashboardCaller(), requireValid(checkSchema, fields, "form")),
    fields,
  );
}

/** Takes the rows in, once for each key; from then on they are made even if the page is closed. */
export async function beginImport(key: unknown, input: unknown): Promise<Answer<{ id: string }>> {
  return answerForm(
    () => asFields(input),
    messages,
    async (fields) => {
      const caller = await requireDashboardCaller();
      const known = requireValid(newImportSchema, fields, "form");
      const form = { caller, name: "new import", key, fields };
      return doOnce(
        form,
        ({ id }: { id: string }) => ({ id }),
        (keep) => createImport(caller, known, keep),
      );
    },
  );
}

export async function moveImportOn(id: unknown): Promise<Answer<ImportProgress>> {
  return answerAction({ not_found: "This import no longer exists." }, async () =>
    advanceImport(await requireDashboardCaller(), asId(id)),
  );
}

export async function undoImport(id: unknown): Promise<Answer<{ until: string; count: number }>> {
  return answerAction(goneMessages, async () => softDeleteImport(await requireDashboardCaller(), asId(id)));
}

export async function restoreImportedCodes(id: unknown): Promise<Answer<{ count: number }>> {
  return answerAction(lateMessages, async () => {
    const back = await restoreImport(await requireDashboardCaller(), asId(id));
    refresh();
    return back;
  });
}

/** What is no object has no fields, which its schema then misses. */
function asFields(input: unknown): Record<string, unknown> {
  return typeof input === "object" && input !== null ? { ...input } : {};
}
