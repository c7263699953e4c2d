import type { Card, PostalAddress } from "./schema";

/** A line of a vCard, folded or not, with what it says. */
export interface CardLine {
  /** As it was written: its first line and those that continue it. */
  written: string[];
  /** Upper case, without its group; empty where the line is no property. */
  name: string;
  /** With the semicolon before each. */
  parameters: string;
  value: string;
}

/** `group.NAME;PARAM=x:value`; the colon is the first that no quotation marks enclose. */
const contentLine = /^(?:[A-Za-z0-9-]+\.)?([A-Za-z0-9-]+)((?:;(?:"[^"]*"|[^":])*)?):([\s\S]*)$/;

function readLine(written: string[]): CardLine {
  const unfolded = written.map((line, place) => (place === 0 ? line : line.slice(1))).join("");
  const [, name = "", parameters = "", value = ""] = contentLine.exec(unfolded) ?? [];
  return { written, name: name.toUpperCase(), parameters, value };
}

/** The lines of the first card of a payload, of which there may be several; of one within it no frame is left. */
export function readFirstCard(payload: string): CardLine[] {
  const groups: string[][] = [];
  for (const line of payload.split(/\r\n|\r|\n/)) {
    const last = groups.at(-1);
    if (last !== undefined && /^[ \t]/.test(line)) last.push(line);
    else groups.push([line]);
  }
  const lines = groups.map(readLine);
  const end = lines.findIndex((line) => isFrame(line, "END"));
  const card = end === -1 ? lines : lines.slice(0, end + 1);
  return card.filter((line, place) => place === 0 || !isFrame(line, "BEGIN"));
}

function isFrame({ name, value }: CardLine, frame: "BEGIN" | "END"): boolean {
  return name === frame && /^vcard\s*$/i.test(value);
}

/** Properties that hold an address; any other may, too, and says so. */
const addresses = new Set(
  "CALADRURI CALURI CONTACT-URI FBURL IMPP KEY LOGO MEMBER PHOTO RELATED SOUND SOURCE TEL URL X-SOCIALPROFILE".split(
    " ",
  ),
);
/** Of these the value may be the picture, the sound or the key itself. */
const held = new Set(["KEY", "LOGO", "PHOTO", "SOUND"]);

/** Whether an address book may be given the line: an address in it is one that opens nothing but a site, a mail or a call. */
export function isSafe({ name, parameters, value }: CardLine): boolean {
  if (!addresses.has(name) && !/;VALUE="?(?:uri|url)\b/i.test(parameters)) return true;
  if (/;(?:ENCODING=)?"?(?:b|base64)"?(?:;|$)/i.test(parameters)) return held.has(name);
  const plain = /QUOTED-PRINTABLE/i.test(parameters) ? decodePrintable(value) : value;
  // Escapes, and what browsers overlook, are no part of a scheme.
  const address = plain.replace(/[\s\\\p{Cc}]/gu, "");
  const scheme = /^[a-z][a-z0-9+-]*:/i.exec(address)?.[0].toLowerCase();
  if (scheme === "data:") return /^data:image\//i.test(address);
  return scheme === undefined || ["http:", "https:", "mailto:", "tel:"].includes(scheme);
}

function decodePrintable(text: string): string {
  return text.replace(/=([0-9a-f]{2})/gi, (_, digits: string) =>
    String.fromCharCode(Number.parseInt(digits, 16)),
  );
}

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
