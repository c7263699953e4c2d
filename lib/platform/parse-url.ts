/**
 * An address as the WHATWG URL standard reads it, or null.
 *
 * Stands in for `URL.canParse`, which in Node 20 refuses every address with a letter such as "ü" once it has been called some
 * thousand times: V8's optimized call gives the parser Latin-1 where it expects UTF-8. `URL.parse` comes with Node 22.
 */
export function parseUrl(text: string, base?: string): URL | null {
  try {
    return new URL(text, base);
  } catch {
    return null;
  }
}
