import type { FoundCode } from "@/lib/codes/schema";
import type { Answer } from "../ui/form/answer";

/** Where words are looked for. */
export type SearchPlace = "names" | "targets";

/** Codes that hold the words; refused on a plan without a dashboard. */
export type FindCodes = (words: string, place: SearchPlace) => Promise<Answer<FoundCode[]>>;

/** Whether a text holds every one of the words, in any case. */
export function holdsWords(text: string, words: string): boolean {
  const lower = text.toLowerCase();
  return words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => lower.includes(word));
}
