import { isSafe, readFirstCard } from "./format/card-lines";
import { readMecard, readVcard } from "./format/card-reading";
import { writeVcard } from "./format/vcard-text";
import { type ContentForms, openDocument, takePayload } from "./input/document";
import { Faults } from "./input/faults";
import type { Members } from "./input/members";
import { judgeEmailAddress, judgePhone, judgeUrl } from "./input/values";
import type { Card, EncodedContent, ParsedContent } from "./schema";

const forms: ContentForms = {
  payloads: [
    { prefix: /^BEGIN:VCARD/i, lines: true },
    { prefix: /^MECARD:/, lines: true },
  ],
  expected:
    'a JSON object such as {"firstName":"Ada","lastName":"Lovelace"}, or begin with BEGIN:VCARD or MECARD:',
};

/**
 * A contact card as vCard 3.0, or a vCard or MECARD as it is.
 * Throws `invalid_content`, `invalid_url` or `validation_failed` with all faults.
 */
export function encodeContact(content: string): EncodedContent {
  return encodeCard(content, (members) => {
    const person = readPerson(members);
    const address = members.text("address", true);
    return { ...person, ...(address === undefined ? {} : { address }) };
  });
}

/** The way of both card types: a payload as it is, else the card that `read` makes of the JSON. */
export function encodeCard(content: string, read: (members: Members) => Card): EncodedContent {
  const payload = takePayload(content, forms);
  if (payload !== undefined) {
    requireWholeVcard(payload);
    return { payload };
  }
  const members = openDocument(content, forms);
  const card = read(members);
  members.faults.throwIfAny();
  return { payload: writeVcard(card) };
}

/** A raw vCard needs its three lines; what stands between is its author's own. */
function requireWholeVcard(payload: string): void {
  if (!/^BEGIN/i.test(payload)) return;
  const faults = new Faults();
  const require = (pattern: RegExp, line: string) => {
    if (!pattern.test(payload)) faults.add("content", "invalid_format", `must ${line}`);
  };
  require(/^BEGIN:VCARD[ \t]*[\r\n]/i, "have a line break after BEGIN:VCARD");
  require(/[\r\n]VERSION:[ \t]*\d/i, "have a line such as VERSION:3.0");
  require(/[\r\n]END:VCARD\s*$/i, "end with the line END:VCARD");
  faults.throwIfAny();
}

const names = ["firstName", "lastName", "organization"] as const;

/** The members that both card types share. Line breaks are allowed wherever the value is free text. */
export function readPerson(members: Members): Card {
  const text = (key: string) => {
    const value = members.text(key, true);
    return value === undefined || value.trim() === "" ? {} : { [key]: value };
  };
  const person = Object.assign({}, ...[...names, "title", "note"].map(text));
  if (names.every((key) => person[key] === undefined && isBlank(members, key))) {
    const says = "is required, or one of lastName and organization";
    members.faults.add(members.pathOf("firstName"), "required", says);
  }
  const phone = members.text("phone");
  if (phone !== undefined) judgePhone(phone, members.pathOf("phone"), members.faults);
  const email = members.text("email");
  if (email !== undefined) judgeEmailAddress(email, members.pathOf("email"), members.faults);
  const url = members.text("url");
  if (url !== undefined) judgeUrl(url, members.pathOf("url"), members.faults);
  return {
    ...person,
    ...(url === undefined ? {} : { url }),
    phones: phone === undefined ? [] : [{ number: phone }],
    emails: email === undefined ? [] : [email],
  };
}

function isBlank(members: Members, key: string): boolean {
  const value = members.value(key);
  return value === undefined || (typeof value === "string" && value.trim() === "");
}

/** Reads a vCard of any version or a MECARD. */
export function parseContact(payload: string): ParsedContent | undefined {
  const card = readVcard(payload) ?? readMecard(payload);
  return card && { type: "contact", ...card };
}

/**
 * A payload as a file that address books take, or undefined if it is no card: a MECARD as vCard 3.0, the first card of a
 * vCard as its author wrote it, with the line ends that the format asks for and without addresses that open files or run.
 */
export function writeCardFile(payload: string): string | undefined {
  const card = readMecard(payload);
  if (card === undefined && readVcard(payload) === undefined) return undefined;
  const lines = readFirstCard(card === undefined ? payload : writeVcard(card)).filter(isSafe);
  return `${lines
    .flatMap(({ written }) => written)
    .join("\r\n")
    .trimEnd()}\r\n`;
}
