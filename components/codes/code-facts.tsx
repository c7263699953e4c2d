import type { ListedCode } from "@/lib/codes/schema";
import { readContent } from "@/lib/content";
import type { ContentType, ParsedContent } from "@/lib/content/schema";
import { Badge } from "../ui/badge";

/** Why a code's short URL does not lead to its target now; `on` where it does, and for a static code. */
export type CodeState = "on" | "off" | "scheduled" | "ended" | "suspended";

type Ruled = Pick<ListedCode, "suspended" | "scanCount"> & {
  settings: Pick<ListedCode["settings"], "isActive" | "startsAt" | "expiresAt" | "maxScans">;
};

/** The state of a code at a moment, in the order in which a redirect judges it. */
export function stateOf({ suspended, settings, scanCount }: Ruled, nowMs: number): CodeState {
  const { isActive, startsAt, expiresAt, maxScans } = settings;
  if (suspended !== undefined) return "suspended";
  if (isActive === false) return "off";
  if (startsAt !== undefined && nowMs < Date.parse(startsAt)) return "scheduled";
  if (expiresAt !== undefined && nowMs >= Date.parse(expiresAt)) return "ended";
  if (maxScans !== undefined && scanCount >= maxScans) return "ended";
  return "on";
}

/** What a code opens, in one line: an address without its scheme, a network, a name, a number, the text's own first line. */
export function describeTarget({ type, content }: { type: ContentType; content: string }): string {
  const line = describe(readContent(type, content))
    .split("\n")
    .find((part) => part.trim() !== "");
  return line?.trim() ?? content;
}

function describe(read: ParsedContent): string {
  switch (read.type) {
    case "url":
      return read.url.replace(/^https?:\/\//i, "").replace(/\/$/, "");
    case "wifi":
      return read.ssid;
    case "contact":
      return nameCard(read);
    case "email":
      return read.to[0] ?? read.subject ?? "";
    case "sms":
      return read.phone;
    case "text":
      return read.text;
  }
}

function nameCard(card: Extract<ParsedContent, { type: "contact" }>): string {
  const person = [card.firstName, card.lastName].filter(Boolean).join(" ");
  const names = [card.displayName, person, card.organization, card.emails[0], card.phones[0]?.number];
  return names.find((name) => name) ?? "";
}

export const typeNames: Record<ContentType, string> = {
  url: "Web address",
  wifi: "Wi-Fi",
  contact: "Contact",
  vcard: "vCard",
  email: "Email",
  sms: "Text message",
  text: "Plain text",
};

const badges = {
  off: { tone: "neutral", word: "Off" },
  scheduled: { tone: "warn", word: "Scheduled" },
  ended: { tone: "neutral", word: "Ended" },
  suspended: { tone: "stop", word: "Suspended" },
} as const;

export function StateBadge({ state }: { state: CodeState }) {
  if (state === "on") return null;
  const { tone, word } = badges[state];
  return <Badge tone={tone}>{word}</Badge>;
}

export function KindBadge({ isDynamic }: { isDynamic: boolean }) {
  return isDynamic ? <Badge tone="accent">Dynamic</Badge> : <Badge>Static</Badge>;
}
