"use server";

import { refresh } from "next/cache";
import { codeMessages } from "@/components/codes/delete-messages";
import type { Answer } from "@/components/ui/form/answer";
import { countWeek } from "@/lib/analytics";
import { requireDashboardCaller } from "@/lib/auth";
import { copyCode, updateCode } from "@/lib/codes";
import type { Tag } from "@/lib/codes/schema";
import { restoreCodes, softDeleteCodes } from "@/lib/codes/soft-delete";
import { listTags } from "@/lib/codes/tags";
import { answerAction, answerQuestion, asId } from "../../answer-form";

// Each asks by itself who is signed in, and the domain finds the code among that account's alone. What an id is has not
// been looked at: a stranger may send anything.

export async function deleteCode(id: string): Promise<Answer<{ until: string }>> {
  return act(id, async (caller, known) => {
    const { until } = await softDeleteCodes(caller, [known]);
    return { until };
  });
}

export async function restore(id: string): Promise<Answer<null>> {
  const messages = { not_found: "Too late: the code is permanently deleted." };
  return act(
    id,
    async (caller, known) => {
      await restoreCodes(caller, [known]);
      refresh();
      return null;
    },
    messages,
  );
}

export async function switchCode(id: string, isActive: boolean): Promise<Answer<null>> {
  return act(id, async (caller, known) => {
    await updateCode(caller, known, { settings: { isActive: isActive === true ? null : false } });
    refresh();
    return null;
  });
}

export async function archiveCode(id: string, isArchived: boolean): Promise<Answer<null>> {
  return act(id, async (caller, known) => {
    await updateCode(caller, known, { archived: isArchived === true });
    refresh();
    return null;
  });
}

export async function publishImage(id: string, isPublic: boolean): Promise<Answer<null>> {
  return act(id, async (caller, known) => {
    await updateCode(caller, known, { publicImage: isPublic === true });
    refresh();
    return null;
  });
}

export async function duplicateCode(id: string, asDynamic?: boolean): Promise<Answer<{ id: string }>> {
  return act(id, async (caller, known) => {
    const copy = await copyCode(caller, known, asDynamic === true ? { isDynamic: true } : {});
    refresh();
    return { id: copy.id };
  });
}

export async function listFilterTags(): Promise<Answer<Tag[]>> {
  return answerQuestion({}, async () => listTags(await requireDashboardCaller()));
}

export async function countCodeWeek(id: string): Promise<Answer<number>> {
  return answerQuestion(codeMessages, async () => countWeek(await requireDashboardCaller(), asId(id)));
}

function act<T>(
  id: unknown,
  work: (caller: Awaited<ReturnType<typeof requireDashboardCaller>>, id: string) => Promise<T>,
  messages = codeMessages,
): Promise<Answer<T>> {
  return answerAction(messages, async () => {
    const caller = await requireDashboardCaller();
    return work(caller, asId(id));
  });
}
