import { addressParts, isSafe, readFirstCard, writeVcard } from "./card-format";
import { type ContentForms, type Members, openDocument, readEncodedPayload } from "./document";
import { readFields, splitUnescaped, unescapeFields } from "./escaped-fields";
import { Faults } from "./faults";
import type { Card, EncodedContent, ParsedContent, Phone, PostalAddress } from "./schema";
import { validateEmailAddress, validatePhone, validateUrl } from "./values";

const forms: ContentForms = {
  payloads: [
    { prefix: /^BEGIN:VCARD/i, lines: true },
    { prefix: /^MECARD:/, lines: true },
  ],
  expected:
    'a JSON object such as {"firstName":"Ada","lastName":"Lovelace"}, or begin with BEGIN:VCARD or MECARD:',
};

/** A contact card as vCard 3.0, or a vCard or MECARD as it is. Throws `invalid_content`, `invalid_url`, `validation_failed`. */
export function encodeContact(content: string): EncodedContent {
  return encodeCard(content, (members) => {
    const person = readPerson(members);
    const address = members.text("address", true);
    return { ...person, ...(address === undefined ? {} : { address }) };
  });
}

/** The way of both card types: a payload as it is, else the card that `read` makes of the JSON. */
export function encodeCard(content: string, read: (members: Members) => Card): EncodedContent {
  const payload = readEncodedPayload(content, forms);
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
  if (phone !== undefined) validatePhone(phone, members.pathOf("phone"), members.faults);
  const email = members.text("email");
  if (email !== undefined) validateEmailAddress(email, members.pathOf("email"), members.faults);
  const url = members.text("url");
  if (url !== undefined) validateUrl(url, members.pathOf("url"), members.faults);
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

interface Property {
  name: string;
  /** Values of `TYPE`, lower case. */
  types: string[];
  value: string;
}

/** The properties of the first card, as address books take one where there are several. */
function readProperties(payload: string): Property[] {
  return readFirstCard(payload)
    .filter(({ name }) => name !== "")
    .map(({ name, parameters, value }) => ({ name, types: readTypes(parameters), value }));
}

/** `;TYPE=a,b`, `;TYPE=a;TYPE=b` and the bare `;A` of vCard 2.1. */
function readTypes(parameters: string): string[] {
  return parameters
    .split(";")
    .filter((parameter) => !parameter.includes("=") || /^type=/i.test(parameter))
    .flatMap((parameter) =>
      parameter
        .replace(/^type=/i, "")
        .replaceAll('"', "")
        .split(","),
    )
    .filter((type) => type !== "")
    .map((type) => type.toLowerCase());
}

function readText(value: string): string {
  return value.replace(/\\([\s\S])/g, (_, escaped: string) => (/n/i.test(escaped) ? "\n" : escaped));
}

function readVcard(payload: string): Card | undefined {
  if (!/^BEGIN:VCARD[ \t]*[\r\n]/i.test(payload)) return undefined;
  const properties = readProperties(payload);
  const find = (name: string) => properties.find((property) => property.name === name)?.value ?? "";
  const all = (name: string) => properties.filter((property) => property.name === name);
  const names = splitUnescaped(find("N"), ";").map(readText);
  const organization = splitUnescaped(find("ORG"), ";").map(readText).filter(Boolean).join(", ");
  return present({
    displayName: readText(find("FN")),
    lastName: names[0] ?? "",
    firstName: names[1] ?? "",
    organization,
    title: readText(find("TITLE")),
    phones: all("TEL").map(readPhone),
    emails: all("EMAIL").map(({ value }) => readText(value)),
    url: find("URL"),
    address: readAddress(splitUnescaped(find("ADR"), ";").map(readText)),
    note: readText(find("NOTE")),
    birthday: readDate(find("BDAY")),
  });
}

/** Reads a `MECARD:` payload (NTT DOCOMO): `N` is `last,first`, an address is one string. */
function readMecard(payload: string): Card | undefined {
  if (!payload.startsWith("MECARD:")) return undefined;
  const fields = readFields(payload.slice(7));
  const all = (key: string) => (fields.get(key) ?? []).map(unescapeFields);
  const find = (key: string) => all(key)[0] ?? "";
  const names = splitUnescaped(fields.get("N")?.[0] ?? "", ",").map(unescapeFields);
  return present({
    displayName: names.toReversed().filter(Boolean).join(" "),
    lastName: names[0] ?? "",
    firstName: names[1] ?? "",
    organization: find("ORG"),
    title: find("TITLE"),
    phones: all("TEL").map((number) => ({ number })),
    emails: all("EMAIL"),
    url: find("URL"),
    address: find("ADR"),
    note: find("NOTE"),
    birthday: readDate(find("BDAY")),
  });
}

function present(card: Card): Card {
  const { phones, emails, ...rest } = card;
  const given = Object.entries(rest).filter(([, value]) => value !== "" && value !== undefined);
  return { ...Object.fromEntries(given), phones, emails };
}

function readPhone({ types, value }: Property): Phone {
  const type = types.find((name) => name !== "pref" && name !== "voice") ?? types[0];
  const number = readText(value).replace(/^tel:/i, "");
  return type === undefined ? { number } : { type, number };
}

/** One string if only the street is filled, as `writeVcard` does with an address in one piece. */
function readAddress(parts: string[]): string | PostalAddress {
  const [, , street = "", ...rest] = parts;
  if (rest.every((part) => part === "")) return street;
  const entries = addressParts.map((part, i) => [part, parts[i + 2] ?? ""] as const);
  return Object.fromEntries(entries.filter(([, value]) => value !== ""));
}

function readDate(value: string): string {
  return value.replace(/^(\d{4})(\d{2})(\d{2})$/, "$1-$2-$3");
}
