import { findTagFault, maxTagLength, normaliseTag } from "@/lib/platform/tags";
import { formatCount } from "../ui/counts";

/** Why a text is no tag and what to change; null: it is one. */
export function describeTagFault(text: string): string | null {
  const tag = normaliseTag(text);
  switch (findTagFault(tag)) {
    case null:
      return null;
    case "too_short":
      return "Enter a tag.";
    case "too_long":
      return `A tag has at most ${maxTagLength} characters. This one has ${formatCount([...tag].length)}.`;
    case "invalid_characters":
      return describeForbidden(tag);
  }
}

function describeForbidden(tag: string): string {
  if (tag.includes(",")) return "A tag can't contain a comma. Enter one tag.";
  return tag.includes("/")
    ? "A tag can't contain a slash. Use a hyphen."
    : "A tag can't contain tabs or other control characters. Remove them.";
}
