import { findBlocked } from "@/lib/blocklist";
import { encodeContent, listWebAddresses, readContent } from "@/lib/content";
import type { ContentType } from "@/lib/content/schema";
import { fieldError } from "@/lib/platform/errors";

/** What the symbol holds. Throws the errors of `encodeContent`, and `invalid_url` for what the operator has blocked. */
export function encodePublicContent(type: ContentType, content: string): string {
  const { payload } = encodeContent(type, content);
  if (!listWebAddresses(readContent(type, content, payload)).some(findBlocked)) return payload;
  const message = "content leads to an address that this service does not serve";
  throw fieldError("invalid_url", { field: "content", code: "blocked", message });
}
