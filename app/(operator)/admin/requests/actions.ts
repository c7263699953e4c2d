"use server";

import { refresh } from "next/cache";
import { refusalMessages } from "@/components/admin/validation";
import type { Answer } from "@/components/ui/form/answer";
import { declinePlanRequest, grantPlanRequest } from "@/lib/accounts";
import { markSupportAnswered } from "@/lib/support";
import { answerOperator } from "../../operator";

export async function grantRequest(_: unknown, data: FormData): Promise<Answer<null>> {
  return answerOperator(data, ["id"], refusalMessages, async ({ id }, byUserId) => {
    // Shown as it is now, also where its account was quicker.
    refresh();
    await grantPlanRequest(id, byUserId);
    return null;
  });
}

export async function declineRequest(_: unknown, data: FormData): Promise<Answer<null>> {
  return answerOperator(data, ["id", "note"], refusalMessages, async ({ id, note }, byUserId) => {
    await declinePlanRequest(id, { note: note.trim() }, byUserId);
    refresh();
    return null;
  });
}

export async function markAnswered(_: unknown, data: FormData): Promise<Answer<null>> {
  return answerOperator(data, ["id"], refusalMessages, async ({ id }, byUserId) => {
    await markSupportAnswered(id, byUserId);
    refresh();
    return null;
  });
}
