"use server";

import { refresh } from "next/cache";
import { planRequestMessages } from "@/components/plans/validation";
import { type Answer, readFields } from "@/components/ui/form/answer";
import { requestPlan, withdrawPlanRequest } from "@/lib/accounts";
import { planRequestSchema } from "@/lib/accounts/schema";
import { callerOf, requireSession } from "@/lib/auth";
import { requireValid } from "@/lib/platform/validation";
import { answerAction, answerForm } from "../../answer-form";

export async function askForPlan(_: unknown, data: FormData): Promise<Answer<null>> {
  const read = () => {
    const { plan, note = "" } = readFields(data);
    return { plan, note };
  };
  return answerForm(read, planRequestMessages, async (fields) => {
    const session = await requireSession();
    await requestPlan(callerOf(session), requireValid(planRequestSchema, fields, "form"));
    refresh();
    return null;
  });
}

export async function withdrawRequest(): Promise<Answer<null>> {
  return answerAction(planRequestMessages, async () => {
    const session = await requireSession();
    // Shown as it is now, also where the operator was sooner.
    refresh();
    await withdrawPlanRequest(callerOf(session));
    return null;
  });
}
