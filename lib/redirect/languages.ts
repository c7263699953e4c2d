/** Most visits meet no rule that asks for a language. */
const openParser = () => import("negotiator");

/** The language ranges of an `Accept-Language` header with q > 0 (RFC 9110 §12.5.4). */
export async function readLanguages(header: string): Promise<string[]> {
  const { default: Negotiator } = await openParser();
  return new Negotiator({ headers: { "accept-language": header } }).languages();
}
