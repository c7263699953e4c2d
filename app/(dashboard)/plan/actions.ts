"use server";

import { refresh } from "next/cache";
import { planRequestWords } from "@/components/plans/words";
import type { Answer } from "@/components/ui/form/answer";
import { readFields } from "@/components/ui/form/read";
import { requestPlan } from "@/lib/accounts";
import { planRequestSchema } from "@/lib/accounts/schema";
import { callerOf, requireSession } from "@/lib/auth";
import { answerForm, parseFields } from "../../answer-form";

export async function askForPlan(_: unknown, data: FormData): Promise<Answer<null>> {
  const session = await requireSession();
  const { plan, note = "" } = readFields(data);
  return answerForm({ plan, note }, planRequestWords, async () => {
    await requestPlan(callerOf(session), parseFields(planRequestSchema, { plan, note }));
    refresh();
    return null;
  });
}
