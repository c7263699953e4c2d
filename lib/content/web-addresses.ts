import { parseUrl } from "@/lib/platform/errors";
import type { ParsedContent } from "./schema";

/** The address that a text is, with http or https and without anything beside it; null for any other. */
export function readWebAddress(text: string): URL | null {
  return /^https?:\/\//i.test(text) ? parseUrl(text) : null;
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
