import type { Card, PostalAddress } from "../schema";

/** Text as a vCard value: line breaks of any kind become `\n` (RFC 2426, section 4). */
function escapeText(text = ""): string {
  return text.replace(/[\\;,]/g, "\\$&").replace(/\r\n|\r|\n/g, "\\n");
}

function structure(...parts: (string | undefined)[]): string {
  return parts.map(escapeText).join(";");
}

/** Parts of an address in the order of `ADR`, which begins with a post-office box and an extended address. */
export const addressParts = ["street", "city", "region", "postalCode", "country"] as const;

function writeAddress(address: string | PostalAddress): string {
  const { street, city, region, postalCode, country } =
    typeof address === "string" ? { street: address } : address;
  return structure("", "", street, city, region, postalCode, country);
}

/**
 * A card as vCard 3.0 (RFC 2426) with CRLF after every line; `N` and `FN` always stand there.
 *
 * Lines are not folded at 75 characters. The RFC only recommends it, folding costs modules, and readers that do not
 * unfold, or that fold within a UTF-8 character, would show a broken card. Phone numbers stay as they were written,
 * because a card is read by people first.
 */
export function writeVcard(card: Card): string {
  const fullName = [card.firstName, card.lastName].filter((part) => part !== undefined).join(" ");
  const lines: string[] = ["BEGIN:VCARD", "VERSION:3.0"];
  const add = (name: string, value: string | undefined) => {
    // A value of a card from elsewhere may have lines; each would be a property here.
    if (value !== undefined && value !== "") lines.push(`${name}:${value.replace(/[\r\n]+/g, " ")}`);
  };
  lines.push(`N:${structure(card.lastName, card.firstName, "", "", "")}`);
  lines.push(`FN:${escapeText(fullName === "" ? card.organization : fullName)}`);
  add("ORG", escapeText(card.organization));
  add("TITLE", escapeText(card.title));
  for (const { type, number } of card.phones) {
    add(type === undefined ? "TEL" : `TEL;TYPE=${type.toUpperCase()}`, number);
  }
  for (const email of card.emails) add("EMAIL", email);
  // A URI is no text value: nothing in it is escaped (RFC 2426, section 3.6.8).
  add("URL", card.url);
  if (card.address !== undefined) add("ADR", writeAddress(card.address));
  add("NOTE", escapeText(card.note));
  add("BDAY", card.birthday);
  lines.push("END:VCARD", "");
  return lines.join("\r\n");
}
