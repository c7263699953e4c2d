"use server";

import { refresh } from "next/cache";
import { planMessages, removalMessages } from "@/components/admin/validation";
import type { Answer } from "@/components/ui/form/answer";
import { changePlan } from "@/lib/accounts";
import { planRequestSchema } from "@/lib/accounts/schema";
import { mailResetLink, removeAccount, signOutEverywhere } from "@/lib/operator";
import { requireValid } from "@/lib/platform/validation";
import { answerOperator } from "../../operator";

export async function setPlanOf(_: unknown, data: FormData): Promise<Answer<null>> {
  return answerOperator(data, ["id", "plan"], planMessages, async ({ id, plan: wanted }, byUserId) => {
    const { plan } = requireValid(planRequestSchema, { plan: wanted }, "form");
    await changePlan(id, plan, { byUserId, isTold: true });
    refresh();
    return null;
  });
}

export async function signOutPerson(_: unknown, data: FormData): Promise<Answer<null>> {
  return answerOperator(data, ["id"], {}, async ({ id }, byUserId) => {
    await signOutEverywhere(id, byUserId);
    refresh();
    return null;
  });
}

export async function sendResetLink(_: unknown, data: FormData): Promise<Answer<null>> {
  return answerOperator(data, ["id"], {}, async ({ id }, byUserId) => {
    await mailResetLink(id, byUserId);
    refresh();
    return null;
  });
}

export async function deletePersonsAccount(_: unknown, data: FormData): Promise<Answer<null>> {
  return answerOperator(data, ["id", "email"], removalMessages, async ({ id, email }, byUserId) => {
    await removeAccount(id, { email }, byUserId);
    return null;
  });
}
