"use server";

import type { Answer } from "@/components/ui/form/answer";
import { requireDashboardCaller } from "@/lib/auth";
import { findByWords } from "@/lib/codes/read";
import { type FoundCode, findQuery } from "@/lib/codes/schema";
import { requireValid } from "@/lib/platform/validation";
import { answerForm } from "../answer-form";

/** Codes of one's own for the palette, by their names or by where they lead. */
export async function findCodes(words: string, place: string): Promise<Answer<FoundCode[]>> {
  return answerForm(
    () => ({ words, place }),
    {},
    async (query) => findByWords(await requireDashboardCaller(), requireValid(findQuery, query, "query")),
  );
}
