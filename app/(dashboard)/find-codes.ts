"use server";

import type { Answer } from "@/components/ui/form/answer";
import { requireDashboardCaller } from "@/lib/auth";
import { findByWords } from "@/lib/codes/read";
import { type FoundCode, findQuery } from "@/lib/codes/schema";
import { requireValid } from "@/lib/platform/validation";
import { answerQuestion } from "../answer-form";

export async function findCodes(words: string, place: string): Promise<Answer<FoundCode[]>> {
  const query = { words, place };
  return answerQuestion(
    {},
    async () => findByWords(await requireDashboardCaller(), requireValid(findQuery, query, "query")),
    query,
  );
}
