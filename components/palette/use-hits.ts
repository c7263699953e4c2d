import { useTheme } from "next-themes";
import { startTransition } from "react";
import { hasDashboard } from "@/lib/plans";
import { leave } from "../ui/leaving";
import { type Command, listCodeDoings, listDoings, listPages } from "./commands";
import type { SearchPlace } from "./found";
import type { PaletteMeans } from "./palette-props";
import { type Findings, useFoundCodes } from "./use-found-codes";

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

interface Asked {
  words: string;
  place: SearchPlace;
  /** The id of the chosen line. */
  chosen: string;
}

/** Everything that words find. */
export function useHits(
  { standing, findCodes, signOut }: PaletteMeans,
  { words, place, chosen }: Asked,
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
    signOut: () => leave(() => startTransition(signOut)),
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
