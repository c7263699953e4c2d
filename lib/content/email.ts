import {
  type ContentForms,
  looksLikeObject,
  type Members,
  openDocument,
  readEncodedPayload,
} from "./document";
import { addTo } from "./escaped-fields";
import { Faults } from "./faults";
import type { EncodedContent, ParsedContent } from "./schema";
import { isEmailAddress, validateEmailAddress } from "./values";

const forms: ContentForms = {
  payloads: [{ prefix: /^mailto:/i, lines: false }],
  expected:
    'an email address, a JSON object such as {"to":"ada@example.com","subject":"…"}, or begin with mailto:',
};

/** A `mailto:` address (RFC 6068), with `%20` and `%0D%0A`. Throws `invalid_content` or `validation_failed` with all faults. */
export function encodeEmail(content: string): EncodedContent {
  const payload = readEncodedPayload(content, forms);
  if (payload !== undefined) return { payload };
  if (!looksLikeObject(content)) return { payload: `mailto:${readBareAddress(content)}` };

  const members = openDocument(content, forms);
  const to = readAddresses(members, "to");
  if (!members.isGiven("to")) {
    members.faults.add(members.pathOf("to"), "required", "is required: an address, or an array of them");
  }
  const subject = members.text("subject");
  const body = members.text("body", true);
  const cc = readAddresses(members, "cc");
  const bcc = readAddresses(members, "bcc");
  members.faults.throwIfAny();
  return { payload: writeMailto({ to, subject, body, cc, bcc }) };
}

interface Draft {
  to: readonly string[];
  subject?: string | undefined;
  body?: string | undefined;
  cc: readonly string[];
  bcc: readonly string[];
}

/** A message to be written as an address (RFC 6068), of these fields and no others. */
export function writeMailto({ to, subject, body, cc, bcc }: Draft): string {
  const list = (addresses: readonly string[]) => addresses.map(encodeAddress).join(",");
  const fields = [
    ["subject", encodeText(subject)],
    ["body", encodeText(body)],
    ["cc", list(cc)],
    ["bcc", list(bcc)],
  ].filter(([, value]) => value !== "");
  const query = fields.map(([name, value]) => `${name}=${value}`).join("&");
  return `mailto:${list(to)}${query === "" ? "" : `?${query}`}`;
}

function readAddresses(members: Members, key: string): string[] {
  return members.texts(key, true).map(({ text, field }) => {
    validateEmailAddress(text, field, members.faults);
    return text;
  });
}

function readBareAddress(content: string): string {
  if (!isEmailAddress(content)) {
    const faults = new Faults();
    faults.add("content", "invalid_format", `must be ${forms.expected}`);
    faults.throwIfAny();
  }
  return encodeAddress(content);
}

/** Everything but letters, digits and a few marks as `%XX` of UTF-8; the `@` stays (RFC 6068, section 2). */
function encodeAddress(address: string): string {
  const at = address.lastIndexOf("@");
  if (at === -1) return encodeURIComponent(address);
  return `${encodeURIComponent(address.slice(0, at))}@${encodeURIComponent(address.slice(at + 1))}`;
}

function encodeText(text = ""): string {
  return encodeURIComponent(text.replace(/\r\n|\r|\n/g, "\r\n"));
}

/** Reads a `mailto:` address; line breaks of the body come back as `\n`, unknown header fields are left out. */
export function parseEmail(payload: string): ParsedContent | undefined {
  const [, path, query = ""] = /^mailto:([^?]*)(?:\?([\s\S]*))?$/i.exec(payload) ?? [];
  if (path === undefined) return undefined;
  const fields = new Map<string, string[]>();
  for (const pair of query.split("&")) {
    const equals = pair.indexOf("=");
    if (equals < 1) continue;
    const name = decodePart(pair.slice(0, equals)).toLowerCase();
    addTo(fields, name, pair.slice(equals + 1));
  }
  const addresses = (parts: string[]) =>
    parts.flatMap((part) => part.split(",").map((address) => decodePart(address).trim())).filter(Boolean);
  const subject = decodePart(fields.get("subject")?.[0] ?? "");
  const body = decodePart(fields.get("body")?.[0] ?? "").replaceAll("\r\n", "\n");
  return {
    type: "email",
    to: addresses([path, ...(fields.get("to") ?? [])]),
    ...(subject === "" ? {} : { subject }),
    ...(body === "" ? {} : { body }),
    cc: addresses(fields.get("cc") ?? []),
    bcc: addresses(fields.get("bcc") ?? []),
  };
}

/** `%XX` decoded; a part that is no valid UTF-8 stays as it is. */
function decodePart(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
