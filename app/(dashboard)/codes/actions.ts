"use server";

import { refresh } from "next/cache";
import { codeWords } from "@/components/codes/delete-messages";
import type { Answer } from "@/components/ui/form/answer";
import { countWeek } from "@/lib/analytics";
import { requireDashboardCaller } from "@/lib/auth";
import { copyCode, updateCode } from "@/lib/codes";
import { restoreCodes, softDeleteCodes } from "@/lib/codes/soft-delete";
import { answerForm } from "../../answer-form";

// Each asks by itself who is signed in, and the domain finds the code among that account's alone. What an id is has not
// been looked at: a stranger may send anything.

/** Sets a code aside for as long as Undo is offered; then it is gone for good. The page that asked goes on by itself. */
export async function deleteCode(id: string): Promise<Answer<{ until: string }>> {
  return act(id, async (caller, known) => {
    const { until } = await softDeleteCodes(caller, [known]);
    return { until };
  });
}

/** Undo: the code is there again, whole. */
export async function bringBack(id: string): Promise<Answer<null>> {
  const words = { not_found: "Too late: the code is gone for good." };
  return act(
    id,
    async (caller, known) => {
      await restoreCodes(caller, [known]);
      refresh();
      return null;
    },
    words,
  );
}

/** Switches a dynamic code off or on: off, its short URL says that it is closed. */
export async function switchCode(id: string, isActive: boolean): Promise<Answer<null>> {
  return act(id, async (caller, known) => {
    await updateCode(caller, known, { settings: { isActive: isActive === true ? null : false } });
    refresh();
    return null;
  });
}

/** Copies a code, as a dynamic one if so asked; answers the new one's id. */
export async function duplicateCode(id: string, asDynamic?: boolean): Promise<Answer<{ id: string }>> {
  return act(id, async (caller, known) => {
    const copy = await copyCode(caller, known, asDynamic === true ? { isDynamic: true } : {});
    refresh();
    return { id: copy.id };
  });
}

/** How often a code was scanned in the last seven days, for the dialog that deletes it. */
export async function countCodeWeek(id: string): Promise<Answer<number>> {
  return act(id, countWeek);
}

function act<T>(
  id: unknown,
  work: (caller: Awaited<ReturnType<typeof requireDashboardCaller>>, id: string) => Promise<T>,
  words = codeWords,
): Promise<Answer<T>> {
  return answerForm(
    () => ({}),
    words,
    async () => {
      const caller = await requireDashboardCaller();
      return work(caller, typeof id === "string" ? id : "");
    },
  );
}
