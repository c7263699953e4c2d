import { useTheme } from "next-themes";
import { useEffect, useState } from "react";
import type { FoundCode } from "@/lib/codes/schema";
import { hasDashboard } from "@/lib/plans";
import { leaveAccount } from "../ui/navigation-guard";
import {
  type Command,
  type FindCodes,
  holdsWords,
  listCodeDoings,
  listDoings,
  listPages,
  type PaletteMeans,
  type SearchPlace,
} from "./commands";

/** How long the keys rest before the server is asked. */
const restMs = 120;

const unheard = "The codes didn't load. Check your connection and type again.";

export interface Hits extends Findings {
  pages: readonly Command[];
  actions: readonly Command[];
  /** For the chosen code, else for the first. */
  codeDoings: readonly Command[];
  /** The id of the first line. */
  first: string;
  isEmpty: boolean;
}

/** Codes that were changed last, before anything is typed: pages and actions stay in sight. */
const mostUnasked = 4;

export function useHits(
  { standing, findCodes, signOut }: PaletteMeans,
  { words, place, chosen }: { words: string; place: SearchPlace; chosen: string },
): Hits {
  const isShown = hasDashboard(standing.plan);
  const { resolvedTheme, setTheme } = useTheme();
  const { isWhole, fault, codes: found } = useFoundCodes(isShown ? findCodes : null, words, place);
  const codes = words === "" ? found.slice(0, mostUnasked) : found;
  const isNamed = place === "names";
  const doings = {
    plan: standing.plan,
    isDark: resolvedTheme === "dark",
    setTheme,
    signOut: () => leaveAccount(signOut),
  };
  const pages = isNamed ? listPages(standing, words) : [];
  const actions = isNamed ? listDoings(doings, words) : [];
  const subject = codes.find(({ id }) => id === chosen) ?? codes[0];
  return {
    codes,
    isWhole,
    fault,
    pages,
    actions,
    codeDoings: words !== "" && subject !== undefined ? listCodeDoings(subject) : [],
    first: codes[0]?.id ?? (words === "" ? pages[0]?.id : actions[0]?.id) ?? pages[0]?.id ?? "targets",
    isEmpty: isWhole && codes.length + pages.length + actions.length === 0,
  };
}

interface Findings {
  codes: readonly FoundCode[];
  isWhole: boolean;
  fault: string | null;
}

/** Codes for what is typed. While the server is asked, those found before stay as far as they hold the words. */
function useFoundCodes(findCodes: FindCodes | null, words: string, place: SearchPlace): Findings {
  const [found, setFound] = useState<{
    words: string;
    place: SearchPlace;
    codes: readonly FoundCode[];
    fault: string | null;
  } | null>(null);
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
  const codes = isWhole
    ? found.codes
    : found.codes.filter(({ name, shortUrl }) => holdsWords(`${name} ${shortUrl ?? ""}`, words));
  return { codes, isWhole, fault: found.fault };
}
