"use server";

import { refresh } from "next/cache";
import { readSupportForm, supportMessages } from "@/components/support/validation";
import type { Answer } from "@/components/ui/form/answer";
import { callerOf, requireSession } from "@/lib/auth";
import { doOnce } from "@/lib/idempotency";
import { requireValid } from "@/lib/platform/validation";
import { askSupport } from "@/lib/support";
import { supportFormSchema } from "@/lib/support/schema";
import { answerForm } from "../../answer-form";

export async function sendSupportRequest(_: unknown, data: FormData): Promise<Answer<null>> {
  return answerForm(
    () => readSupportForm(data),
    supportMessages,
    async (fields) => {
      const session = await requireSession();
      const form = requireValid(supportFormSchema, fields, "form");
      await doOnce(
        { caller: callerOf(session), name: "support request", key: data.get("key"), fields },
        () => null,
        (keep) => askSupport(session, form, keep),
      );
      refresh();
      return null;
    },
  );
}
