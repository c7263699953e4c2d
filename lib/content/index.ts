import { encodeContact, parseContact, writeCardFile } from "./contact";
import { encodeEmail, parseEmail } from "./email";
import { Faults, validateCharacters } from "./faults";
import { type ContentType, type EncodedContent, maxContentLength, type ParsedContent } from "./schema";
import { encodeSms, parseSms } from "./sms";
import { encodeUrl, parseUrl } from "./url";
import { encodeVcard } from "./vcard";
import { encodeWifi, parseWifi } from "./wifi";

export { writeMailto } from "./email";
export { writeSmsAddress } from "./sms";
export { listWebAddresses, readAddress, readWebAddress, splitAtAddresses } from "./url";
export { writePhoneAddress } from "./values";

const encoders: Record<ContentType, (content: string) => EncodedContent> = {
  url: encodeUrl,
  text: (content) => ({ payload: content }),
  wifi: encodeWifi,
  contact: encodeContact,
  vcard: encodeVcard,
  email: encodeEmail,
  sms: encodeSms,
};

/**
 * Turns content as a client sends it into what the symbol holds (decisions §1). A form calls it with
 * `JSON.stringify(fields)` and learns the faults of each field from the details.
 *
 * Throws ServiceError with a detail for every fault, at `content` or `content.<member>` (`content.phones[0].number`):
 * `content_too_long` over 4,096 characters, `validation_failed` for nothing at all, control characters and lone
 * surrogates, `invalid_url`, else `invalid_content`. Whether the payload fits a symbol is `encodeMatrix`'s to say.
 */
export function encodeContent(type: ContentType, content: string): EncodedContent {
  requireLength(content);
  const faults = new Faults();
  validateCharacters(content, "content", true, faults);
  faults.throwIfAny();
  return encoders[type](content);
}

function requireLength(content: string): void {
  const actual = content.length > maxContentLength ? countCodePoints(content) : content.length;
  const bounds = { min: 1, max: maxContentLength, actual };
  const faults = new Faults();
  if (content === "") {
    faults.add("content", "too_short", "must have 1 or more characters", bounds, "validation_failed");
  }
  if (actual > maxContentLength) {
    const says = `must have at most ${maxContentLength} characters; this one has ${actual}`;
    faults.add("content", "too_long", says, bounds, "content_too_long");
  }
  faults.throwIfAny();
}

function countCodePoints(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}

const parsers = [parseWifi, parseContact, parseEmail, parseSms, parseUrl];

/**
 * Reads a payload back: the fields that `encodeContent` was given, or those of a payload from elsewhere. Line breaks
 * in cards and emails come back as `\n`. Never throws; what is none of the forms is text.
 */
export function parsePayload(payload: string): ParsedContent {
  for (const parse of parsers) {
    const parsed = parse(payload);
    if (parsed !== undefined) return parsed;
  }
  return { type: "text", text: payload };
}

/** The payload of stored content; undefined where the rules of today would refuse what those of its day accepted. */
function findPayload(type: ContentType, content: string): string | undefined {
  try {
    return encodeContent(type, content).payload;
  } catch {
    return undefined;
  }
}

/**
 * What stored content means, whichever form it was sent in. Never throws: text is text whatever it looks like, and so
 * is what names no network, number or address, as payloads that are taken as they are may.
 *
 * @param payload what `encodeContent` made of it, where that is known.
 */
export function readContent(
  type: ContentType,
  content: string,
  payload = findPayload(type, content),
): ParsedContent {
  if (type === "text") return { type, text: content };
  const parsed = parsePayload(payload ?? content);
  const wanted = type === "vcard" ? "contact" : type;
  return parsed.type === wanted ? parsed : { type: "text", text: content };
}

/** The card of stored content as a vCard file; undefined where it holds none. */
export function readCardFile(type: ContentType, content: string): string | undefined {
  if (type !== "contact" && type !== "vcard") return undefined;
  return writeCardFile(findPayload(type, content) ?? content);
}
