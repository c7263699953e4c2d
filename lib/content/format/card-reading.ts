import type { Card, Phone, PostalAddress } from "../schema";
import { readFirstCard } from "./card-lines";
import { readFields, splitUnescaped, unescapeFields } from "./escaped-fields";
import { addressParts } from "./vcard-text";

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

/** Reads a vCard of any version; properties that no `Card` holds are left out. */
export function readVcard(payload: string): Card | undefined {
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
export function readMecard(payload: string): Card | undefined {
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

/** Leaves out what is empty. */
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
