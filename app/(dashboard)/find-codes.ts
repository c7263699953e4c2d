"use server";

import type { Answer } from "@/components/ui/form/answer";
import { requireDashboardCaller } from "@/lib/auth";
import { findByWords } from "@/lib/codes/read";
import { type FoundCode, findQuery } from "@/lib/codes/schema";
import { requireValid } from "@/lib/platform/validation";
import { answerForm } from "../answer-form";

export async function findCodes(words: string, place: string): Promise<Answer<FoundCode[]>> {
  return answerForm(
    () => ({ words, place }),
    {},
    async (query) => findByWords(await requireDashboardCaller(), requireValid(findQuery, query, "query")),
  );
}
