import { judgeCharacters } from "./input/characters";
import { Faults } from "./input/faults";
import { judgeUrl } from "./input/values";
import type { EncodedContent, ParsedContent } from "./schema";

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
  judgeCharacters(text, field, false, faults);
  faults.throwIfAny();
  const href = judgeUrl(text, field, faults);
  faults.throwIfAny();
  return href ?? text;
}

/** The address, if that is all the payload is. */
export function parseUrl(payload: string): ParsedContent | undefined {
  const faults = new Faults();
  const isAddress =
    judgeCharacters(payload, "content", false, faults) && judgeUrl(payload, "content", faults) !== undefined;
  return isAddress ? { type: "url", url: payload } : undefined;
}
