import { useEffect, useState } from "react";
import type { FoundCode } from "@/lib/codes/schema";
import { type FindCodes, holdsWords, type SearchPlace } from "./found";

/** How long the keys rest before the server is asked. */
const restMs = 120;

export interface Findings {
  codes: readonly FoundCode[];
  /** What is shown is what was found for these very words. */
  isWhole: boolean;
  /** Why nothing could be looked up. */
  fault: string | null;
}

interface Found {
  words: string;
  place: SearchPlace;
  codes: readonly FoundCode[];
  fault: string | null;
}

const unheard = "The codes didn't load. Look at your connection and type again.";

/** Codes for what is typed. While the server is asked, those found before stay as far as they hold the words. */
export function useFoundCodes(findCodes: FindCodes | null, words: string, place: SearchPlace): Findings {
  const [found, setFound] = useState<Found | null>(null);
  useEffect(() => {
    if (findCodes === null) return;
    let isStale = false;
    const settle = (codes: readonly FoundCode[], fault: string | null) => {
      if (!isStale) setFound({ words, place, codes, fault });
    };
    const ask = async () => {
      try {
        const answer = await findCodes(words, place);
        if (answer !== null && "done" in answer) settle(answer.done, null);
        else settle([], answer?.refusal.sentence ?? unheard);
      } catch {
        settle([], unheard);
      }
    };
    const timer = setTimeout(ask, words === "" ? 0 : restMs);
    return () => {
      isStale = true;
      clearTimeout(timer);
    };
  }, [findCodes, words, place]);
  if (findCodes === null) return { codes: [], isWhole: true, fault: null };
  if (found === null) return { codes: [], isWhole: false, fault: null };
  const isWhole = found.words === words && found.place === place;
  const codes = isWhole ? found.codes : found.codes.filter(({ name }) => holdsWords(name, words));
  return { codes, isWhole, fault: found.fault };
}
