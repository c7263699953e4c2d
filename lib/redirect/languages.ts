/** Most visits meet no rule that asks for a language. */
const openParser = () => import("negotiator");

/** Browsers send some dozen; of longer headers the rest is left out, which a visitor could make the redirect wait for. */
const maxCharacters = 1_000;
const maxLanguages = 32;

/**
 * The language ranges of an `Accept-Language` header with q > 0 (RFC 9110 §12.5.4), in lower case: the 32 that are liked best
 * among those that begin within its first 1,000 characters.
 */
export async function readLanguages(header: string): Promise<string[]> {
  const { default: Negotiator } = await openParser();
  const read =
    header.length <= maxCharacters
      ? header
      : header.slice(0, Math.max(0, header.lastIndexOf(",", maxCharacters)));
  const languages = new Negotiator({ headers: { "accept-language": read } }).languages();
  return [...new Set(languages.map((language) => language.toLowerCase()))].slice(0, maxLanguages);
}
