import { encodeContent } from "@/lib/content";
import type { ContentType } from "@/lib/content/schema";
import type { Settings } from "@/lib/qr/schema";
import {
  addressKeys,
  type ContentFields,
  cardKeys,
  contactKeys,
  emptyFields,
  type Look,
  type PhoneRow,
  plainLook,
  type VcardFields,
} from "./draft";
import { readContent } from "./read-content";
import { usualFrame, usualLogo, usualSize } from "./read-settings";

type Members = Record<string, unknown>;

/** Stored content in its form's controls; what these can't hold whole (encoded payloads, other members) comes as raw text. */
export function openContent(type: ContentType, content: string): ContentFields {
  const fields = openFields(type, content);
  if (fields !== null && saysSame(type, content, fields)) return fields;
  return { ...emptyFields, raw: content };
}

function saysSame(type: ContentType, content: string, fields: ContentFields): boolean {
  try {
    const again = readContent({ ...fields, tab: type });
    return encodeContent(type, again).payload === encodeContent(type, content).payload;
  } catch {
    return false;
  }
}

function openFields(type: ContentType, content: string): ContentFields | null {
  if (type === "url" || type === "text") return { ...emptyFields, [type]: content };
  const members = openMembers(content);
  if (members === null) return openBare(type, content);
  switch (type) {
    case "wifi":
      return openWifi(members);
    case "contact": {
      const contact = openTexts(members, contactKeys);
      return contact && { ...emptyFields, contact };
    }
    case "vcard": {
      const vcard = openVcard(members);
      return vcard && { ...emptyFields, vcard };
    }
    case "email":
      return openEmail(members);
    case "sms":
      return openSms(members);
  }
}

/** An address or a number alone. A payload is neither, which shows when it is read back. */
function openBare(type: ContentType, content: string): ContentFields | null {
  if (type === "email") return { ...emptyFields, email: { ...emptyFields.email, to: content } };
  if (type === "sms") return { ...emptyFields, sms: { phone: content, message: "" } };
  return null;
}

function openMembers(content: string): Members | null {
  try {
    const value: unknown = JSON.parse(content);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Members) : null;
  } catch {
    return null;
  }
}

/** The members as texts, absent ones empty; null where there is another member or one that is no text. */
function openTexts<Key extends string>(members: Members, keys: readonly Key[]): Record<Key, string> | null {
  const known = new Set<string>(keys);
  const isPlain = Object.entries(members).every(
    ([key, value]) => known.has(key) && (value === null || typeof value === "string"),
  );
  if (!isPlain) return null;
  return Object.fromEntries(keys.map((key) => [key, members[key] ?? ""])) as Record<Key, string>;
}

/** The kinds as `encodeContent` takes them, in any case. */
function readSecurity(name: string): "WPA" | "WEP" | "nopass" {
  if (/^(?:none|open|nopass|)$/i.test(name)) return "nopass";
  return /^wep$/i.test(name) ? "WEP" : "WPA";
}

function openWifi({ hidden, ...members }: Members): ContentFields | null {
  const texts = openTexts(members, ["ssid", "password", "security"]);
  if (texts === null || (hidden !== undefined && hidden !== null && typeof hidden !== "boolean")) return null;
  const { ssid, password } = texts;
  const named = typeof members.security === "string" ? members.security : password === "" ? "nopass" : "WPA";
  return { ...emptyFields, wifi: { ssid, password, security: readSecurity(named), hidden: hidden ?? false } };
}

function openVcard({ phone, email, phones, emails, address, ...members }: Members): VcardFields | null {
  const card = openTexts(members, cardKeys);
  const first = openTexts({ phone: phone ?? "", email: email ?? "" }, ["phone", "email"]);
  const rows = openPhones(phones ?? []);
  const addresses = emails ?? [];
  const place =
    typeof address === "object" && address !== null ? (address as Members) : { street: address ?? "" };
  const parts = openTexts(place, addressKeys);
  if (!card || !first || !rows || !parts || !isTexts(addresses)) return null;
  const numbers = first.phone === "" ? rows : [{ type: "", number: first.phone }, ...rows];
  const all = first.email === "" ? addresses : [first.email, ...addresses];
  return {
    ...card,
    phones: numbers.length === 0 ? emptyFields.vcard.phones : numbers,
    emails: all.length === 0 ? emptyFields.vcard.emails : all,
    address: parts,
  };
}

function openPhones(value: unknown): PhoneRow[] | null {
  if (!Array.isArray(value)) return null;
  const rows = value.map((item) =>
    typeof item === "object" && item !== null ? openTexts(item as Members, ["type", "number"]) : null,
  );
  return rows.every((row) => row !== null) ? rows.map((row) => ({ ...row, type: nameType(row.type) })) : null;
}

/** As the card will have it: phones know `mobile` only as `cell`. */
function nameType(type: string): string {
  const name = type.toLowerCase();
  return name === "mobile" ? "cell" : name;
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((item) => typeof item === "string");
}

function openEmail({ to, cc, bcc, ...members }: Members): ContentFields | null {
  const texts = openTexts(members, ["subject", "body"]);
  const [tos, ccs, bccs] = [to, cc, bcc].map(joinAddresses);
  if (!texts || tos === undefined || ccs === undefined || bccs === undefined) return null;
  return { ...emptyFields, email: { ...texts, to: tos, cc: ccs, bcc: bccs } };
}

function joinAddresses(value: unknown): string | undefined {
  if (value === undefined || value === null) return "";
  if (typeof value === "string") return value;
  return isTexts(value) ? value.join(", ") : undefined;
}

function openSms({ phoneNumber, ...members }: Members): ContentFields | null {
  const sms = openTexts(members, ["phone", "message"]);
  if (sms === null || (phoneNumber !== undefined && sms.phone !== "")) return null;
  if (phoneNumber === undefined) return { ...emptyFields, sms };
  return typeof phoneNumber === "string" ? { ...emptyFields, sms: { ...sms, phone: phoneNumber } } : null;
}

/** Settings in the controls of the style; what is as it is by default stands empty there, so that it goes on following. */
export function openLook(settings: Settings): Look {
  const { color, eyes, frame, logo } = settings;
  const size = settings.size ?? usualSize;
  const dark = color?.dark ?? plainLook.dark;
  const hasFrame = frame?.style !== undefined && frame.style !== null && frame.style !== "square";
  const hasLogo = logo?.enabled === true && typeof logo.dataUrl === "string";
  return {
    dark,
    light: color?.light ?? plainLook.light,
    modules: settings.modules?.shape ?? plainLook.modules,
    eyes: eyes?.shape ?? plainLook.eyes,
    eyeColour: unless(eyes?.color, dark),
    frame: hasFrame ? (frame.style ?? plainLook.frame) : plainLook.frame,
    frameColour: hasFrame ? unless(frame.color, dark) : "",
    frameSize: hasFrame ? unless(frame.size, usualFrame(size)) : "",
    logo: hasLogo ? { name: "Logo", dataUrl: logo.dataUrl ?? "" } : null,
    logoSize: hasLogo ? unless(logo.size, usualLogo(size)) : "",
    size: unless(settings.size, usualSize),
    // A logo asks for H by itself; what was asked for without one is not told.
    level: hasLogo ? plainLook.level : (settings.errorCorrectionLevel ?? plainLook.level),
    quietZone: unless(settings.quietZone, 4),
    transparent: settings.transparent ?? plainLook.transparent,
  };
}

function unless(value: string | number | null | undefined, usual: string | number): string {
  const isUsual = value === null || value === undefined || same(value, usual);
  return isUsual ? "" : String(value);
}

function same(one: string | number, other: string | number): boolean {
  return String(one).toLowerCase() === String(other).toLowerCase();
}
