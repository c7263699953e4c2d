import { isDeepStrictEqual } from "node:util";
import type { Caller } from "@/lib/accounts/schema";
import { fieldError } from "@/lib/platform/errors";
import { maxTagsOfCode, sortTags } from "@/lib/platform/tags";
import { changeEach } from "./bulk-update";
import { changedSince, isVersion } from "./bulk-update-targets";
import type { CodeRow } from "./rows";
import type { ListingChange, ListingMove, ManyOutcome } from "./schema";

/**
 * Adds a tag to codes, removes it, or moves codes into the archive or out of it. A code that has no room for another tag is
 * refused (`too_many_tags`). Each that was changed tells what takes that back. Throws as `changeEach`.
 */
export function changeListing(
  caller: Caller,
  ids: readonly string[],
  change: ListingChange,
): Promise<ManyOutcome[]> {
  const items = ids.map((id) => ({ id }));
  return changeEach(caller, items, {
    changeOf: (_, row) => listingOf(row, change),
    tell: ({ id }, before, { tags, archived, updatedAt: version }) => ({
      listing:
        "archived" in change
          ? { id, version, from: { archived }, to: { archived: before.isArchived } }
          : { id, version, from: { tags }, to: { tags: before.tags } },
    }),
  });
}

function listingOf({ tags }: CodeRow, change: ListingChange): ListingMove["to"] {
  if ("archived" in change) return change;
  if ("removeTag" in change) return { tags: tags.filter((tag) => tag !== change.removeTag) };
  if (tags.includes(change.addTag)) return { tags };
  if (tags.length < maxTagsOfCode) return { tags: sortTags([...tags, change.addTag]) };
  const message = `It has ${maxTagsOfCode} tags; remove one first`;
  throw fieldError("validation_failed", { field: "tags", code: "too_many_tags", message });
}

/**
 * Takes such changes back, each where nothing of the code was changed since: its version is the one that the change
 * answered. Throws as `changeEach`.
 */
export function undoListing(caller: Caller, moves: readonly ListingMove[]): Promise<ManyOutcome[]> {
  return changeEach(caller, moves, {
    changeOf({ version, from, to }, row) {
      if (isAt(row, to)) return {};
      if (isVersion(row, version) && isAt(row, from)) return to;
      throw changedSince("tags", "The code was changed since, so it stays as it is");
    },
  });
}

function isAt({ tags, isArchived }: CodeRow, listing: ListingMove["to"]): boolean {
  return "archived" in listing ? listing.archived === isArchived : isDeepStrictEqual(listing.tags, tags);
}
