import { readContent } from "@/lib/content";
import type { ContentType, ParsedContent } from "@/lib/content/schema";

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
