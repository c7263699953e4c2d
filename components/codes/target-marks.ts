import type { Target } from "@/lib/codes/schema";
import { parseUrl } from "@/lib/platform/errors";
import type { ChartMark } from "../charts/series";

/** When a code's target changed, and from where to where; a change of the fallback alone is none. */
export function listTargetMarks(targets: readonly Pick<Target, "content" | "setAt">[]): ChartMark[] {
  return targets.slice(0, -1).flatMap(({ content, setAt }, place) => {
    const before = targets[place + 1]?.content ?? content;
    return setAt === null || before === content ? [] : [{ at: setAt, words: formatChange(before, content) }];
  });
}

/** `old.example → new.example`; on one host the paths tell them apart, and what is no address has neither. */
function formatChange(before: string, content: string): string {
  const [from, to] = [parseUrl(before), parseUrl(content)];
  if (!from?.host || !to?.host) return "Content changed";
  if (from.host !== to.host) return `${from.host} → ${to.host}`;
  return `${from.host}${pathOf(from)} → ${to.host}${pathOf(to)}`;
}

const longest = 24;

function pathOf({ pathname, search }: URL): string {
  const path = `${pathname}${search}`;
  return path.length > longest ? `${path.slice(0, longest - 1)}…` : path;
}
