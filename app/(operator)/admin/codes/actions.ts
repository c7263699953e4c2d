"use server";

import { refresh } from "next/cache";
import { suspensionMessages } from "@/components/admin/validation";
import type { Answer } from "@/components/ui/form/answer";
import { restoreCode, stopCode } from "@/lib/operator";
import { resolveReports } from "@/lib/reports";
import { answerOperator } from "../../operator";

export async function suspendForOperator(_: unknown, data: FormData): Promise<Answer<null>> {
  return answerOperator(data, ["code", "reason"], suspensionMessages, async ({ code, reason }, byUserId) => {
    await stopCode(code, { reason: reason.trim() }, byUserId);
    refresh();
    return null;
  });
}

export async function resumeForOperator(_: unknown, data: FormData): Promise<Answer<null>> {
  return answerOperator(data, ["code"], suspensionMessages, async ({ code }, byUserId) => {
    await restoreCode(code, byUserId);
    refresh();
    return null;
  });
}

export async function resolveReportsForOperator(_: unknown, data: FormData): Promise<Answer<null>> {
  return answerOperator(data, ["code", "seen"], suspensionMessages, async ({ code, seen }, byUserId) => {
    await resolveReports(code, byUserId, new Date(seen));
    refresh();
    return null;
  });
}
