import { Badge } from "../../ui/badge";
import type { CodeState } from "./code-state";

const badges = {
  off: { tone: "neutral", word: "Off" },
  scheduled: { tone: "warn", word: "Scheduled" },
  ended: { tone: "neutral", word: "Ended" },
  suspended: { tone: "stop", word: "Suspended" },
} as const;

/** A word for a code that does not lead to its target now; nothing for one that does. */
export function StateBadge({ state }: { state: CodeState }) {
  if (state === "on") return null;
  const { tone, word } = badges[state];
  return <Badge tone={tone}>{word}</Badge>;
}

/** Whether a code can be changed after printing. */
export function KindBadge({ isDynamic }: { isDynamic: boolean }) {
  return isDynamic ? <Badge tone="accent">Dynamic</Badge> : <Badge>Static</Badge>;
}
