import type { Tag } from "@/lib/codes/schema";
import { normaliseTag } from "@/lib/platform/tags";

/** The tags that hold what is typed, as tags are compared. */
export function findTags(tags: readonly Tag[], words: string): readonly Tag[] {
  const part = normaliseTag(words);
  return tags.filter(({ name }) => name.includes(part));
}

/** The tag that Enter means: the one that is typed whole, else the only one that holds it; null: none. */
export function findMeantTag(tags: readonly Tag[], words: string): string | null {
  const found = findTags(tags, words);
  const whole = found.find(({ name }) => name === normaliseTag(words));
  return whole?.name ?? (found.length === 1 ? (found[0]?.name ?? null) : null);
}
