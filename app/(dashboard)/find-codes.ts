"use server";

import type { Answer } from "@/components/ui/form/answer";
import { requireDashboardCaller } from "@/lib/auth";
import { findByWords } from "@/lib/codes/read";
import type { FoundCode } from "@/lib/codes/schema";
import { findQuery } from "@/lib/codes/schema";
import { requireValid } from "@/lib/platform/require-valid";
import { answerForm } from "../answer-form";

export async function findCodes(words: string, place: string): Promise<Answer<FoundCode[]>> {
  return answerForm(
    () => ({ words, place }),
    {},
    async (query) => findByWords(await requireDashboardCaller(), requireValid(findQuery, query, "query")),
  );
}
