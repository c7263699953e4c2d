import { parseUrl as parseAddress } from "@/lib/platform/errors";
import { Faults, validateCharacters } from "./faults";
import type { EncodedContent, ParsedContent } from "./schema";
import { validateUrl } from "./values";

/**
 * An absolute http or https address of at most 2,048 characters; the symbol holds it as it is written.
 * Throws `invalid_url`, `content_too_long` for a longer one, `validation_failed` for line breaks.
 *
 * `user:password@` is allowed here, where what is printed is what opens; a redirect that must refuse it looks at the
 * `username` of `canonicalUrl`.
 */
export function encodeUrl(content: string): EncodedContent {
  return { payload: content, canonicalUrl: readAddress(content, "content") };
}

/** The WHATWG `href` of an address that stands at `field`, held to the rules of `encodeUrl`, whose errors it throws. */
export function readAddress(text: string, field: string): string {
  const faults = new Faults();
  validateCharacters(text, field, false, faults);
  faults.throwIfAny();
  const href = validateUrl(text, field, faults);
  faults.throwIfAny();
  return href ?? text;
}

/** The address, if that is all the payload is. */
export function parseUrl(payload: string): ParsedContent | undefined {
  const faults = new Faults();
  const isAddress =
    validateCharacters(payload, "content", false, faults) &&
    validateUrl(payload, "content", faults) !== undefined;
  return isAddress ? { type: "url", url: payload } : undefined;
}

/** The address that a text is, with http or https and without anything beside it; null for any other. */
export function readWebAddress(text: string): URL | null {
  return /^https?:\/\//i.test(text) ? parseAddress(text) : null;
}

interface TextPart {
  text: string;
  /** Where it leads; null for what is no address. */
  url: URL | null;
}

/** A text in parts that make it up again, each web address in it a part of its own. */
export function splitAtAddresses(text: string): TextPart[] {
  return text
    .split(/(https?:\/\/[^\s<>"]+)/i)
    .flatMap((part, place) => (place % 2 === 0 ? [{ text: part, url: null }] : splitEnd(part)));
}

const endsSentence = new Set(".,;:!?'’”»)]}");

/** What ends a sentence stands after an address, not in it. */
function splitEnd(text: string): TextPart[] {
  // From the end: an expression that looks for marks before an end goes over them again and again.
  let end = text.length;
  while (end > 0 && endsSentence.has(text.charAt(end - 1))) end -= 1;
  const address = text.slice(0, end);
  return [
    { text: address, url: readWebAddress(address) },
    { text: text.slice(end), url: null },
  ];
}

/**
 * Every web address, as its WHATWG `href`, that content leads to where a reader or our page of it makes links: the one
 * of a `url`, a card's website, and those in texts and notes.
 */
export function listWebAddresses(parsed: ParsedContent): string[] {
  return findUrls(parsed).flatMap((url) => (url === null ? [] : [url.href]));
}

function findUrls(parsed: ParsedContent): (URL | null)[] {
  const findIn = (text = "") => splitAtAddresses(text).map(({ url }) => url);
  switch (parsed.type) {
    case "url":
      return [readWebAddress(parsed.url)];
    case "text":
      return findIn(parsed.text);
    case "contact":
      return [readWebAddress(parsed.url ?? ""), ...findIn(parsed.note)];
    default:
      return [];
  }
}
