import { type ContentForms, looksLikeObject, openDocument, readEncodedPayload } from "./document";
import { Faults } from "./faults";
import type { EncodedContent, ParsedContent } from "./schema";
import { isPhone, stripPhone, validatePhone } from "./values";

const forms: ContentForms = {
  payloads: [
    { prefix: /^smsto:/i, lines: true },
    { prefix: /^sms:/i, lines: false },
  ],
  expected:
    'a phone number, a JSON object such as {"phone":"+441632960001","message":"…"}, or begin with SMSTO: or sms:',
};

/**
 * A message to be sent, as `SMSTO:<number>:<message>` (ZXing). The number goes in without spaces, dots, hyphens and
 * brackets, because a phone dials what stands there.
 * Throws `invalid_content` or `validation_failed` with all faults.
 */
export function encodeSms(content: string): EncodedContent {
  const payload = readEncodedPayload(content, forms);
  if (payload !== undefined) return { payload };
  if (!looksLikeObject(content)) return { payload: `SMSTO:${readBareNumber(content)}:` };

  const members = openDocument(content, forms);
  const key = members.isGiven("phone") ? "phone" : "phoneNumber";
  const phone = members.text(key);
  if (phone !== undefined) validatePhone(phone, members.pathOf(key), members.faults);
  else if (!members.isGiven(key)) {
    members.faults.add(members.pathOf("phone"), "required", "is required: the number to send to");
  }
  const message = members.text("message", true);
  members.faults.throwIfAny();
  return { payload: `SMSTO:${stripPhone(phone ?? "")}:${message ?? ""}` };
}

/** In brackets as a whole it is a JSON array, which is no number. */
function readBareNumber(content: string): string {
  if (!isPhone(content) || /^\[.*\]$/.test(content)) {
    const faults = new Faults();
    faults.add("content", "invalid_format", `must be ${forms.expected}`);
    faults.throwIfAny();
  }
  return stripPhone(content);
}

/** Reads `SMSTO:` (ZXing) and `sms:` (RFC 5724; of several numbers the first). */
export function parseSms(payload: string): ParsedContent | undefined {
  const [, scheme, rest] = /^(smsto|sms):([\s\S]*)$/i.exec(payload) ?? [];
  if (scheme === undefined || rest === undefined) return undefined;
  if (scheme.toLowerCase() === "smsto") {
    const colon = rest.indexOf(":");
    return present(colon === -1 ? rest : rest.slice(0, colon), colon === -1 ? "" : rest.slice(colon + 1));
  }
  const question = rest.indexOf("?");
  const query = new URLSearchParams(question === -1 ? "" : rest.slice(question + 1).replaceAll("+", "%2B"));
  const [number = ""] = (question === -1 ? rest : rest.slice(0, question)).split(/[,;:]/);
  return present(number, query.get("body") ?? "");
}

function present(phone: string, message: string): ParsedContent {
  return { type: "sms", phone, ...(message === "" ? {} : { message }) };
}

/**
 * The address that opens a message to be sent. The number stands in it as it is dialled; `?&` before the body is what
 * iOS and Android both read, where RFC 5724 has `?` and old iPhones want `&`.
 */
export function writeSmsAddress({ phone, message = "" }: { phone: string; message?: string }): string {
  const number = encodeURIComponent(stripPhone(phone)).replaceAll("%2B", "+");
  return `sms:${number}${message === "" ? "" : `?&body=${encodeURIComponent(message)}`}`;
}
