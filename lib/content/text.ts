import type { EncodedContent } from "./schema";

/** Text goes into the symbol as it is, in UTF-8. */
export function encodeText(content: string): EncodedContent {
  return { payload: content };
}
