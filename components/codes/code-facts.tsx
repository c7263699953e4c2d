import type { CodeState, ListedCode } from "@/lib/codes/schema";
import { Badge } from "../ui/badge";

type Ruled = Pick<ListedCode, "suspended" | "scanCount"> & {
  settings: Pick<ListedCode["settings"], "isActive" | "startsAt" | "expiresAt" | "maxScans">;
};

/** The state of a code at a moment; of several the first of suspended, off, expired, used up, scheduled. */
export function stateOf({ suspended, settings, scanCount }: Ruled, nowMs: number): CodeState {
  const { isActive, startsAt, expiresAt, maxScans } = settings;
  if (suspended !== undefined) return "suspended";
  if (isActive === false) return "off";
  if (expiresAt !== undefined && nowMs >= Date.parse(expiresAt)) return "expired";
  if (maxScans !== undefined && scanCount >= maxScans) return "used_up";
  if (startsAt !== undefined && nowMs < Date.parse(startsAt)) return "scheduled";
  return "active";
}

const badges = {
  off: { tone: "neutral", word: "Off" },
  scheduled: { tone: "warn", word: "Scheduled" },
  expired: { tone: "neutral", word: "Expired" },
  used_up: { tone: "neutral", word: "Used up" },
  suspended: { tone: "stop", word: "Suspended" },
} as const;

export function StateBadge({ state }: { state: CodeState }) {
  if (state === "active") return null;
  const { tone, word } = badges[state];
  return <Badge tone={tone}>{word}</Badge>;
}

export function KindBadge({ isDynamic }: { isDynamic: boolean }) {
  return isDynamic ? <Badge tone="accent">Dynamic</Badge> : <Badge>Static</Badge>;
}
