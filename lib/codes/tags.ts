import { lockAccount } from "@/lib/accounts/quota";
import type { Caller } from "@/lib/accounts/schema";
import { type Executor, sql, type Transaction, transaction } from "@/lib/platform/db";
import { fieldError, ServiceError } from "@/lib/platform/errors";
import { maxTags } from "@/lib/platform/tags";
import { findTagRow, listTagNames, listTagRows, replaceTag } from "./queries.tags";
import type { Tag } from "./tag-schema";

/** All tags of the caller's data set with the codes and scans of each, by code point. */
export function listTags(caller: Caller): Promise<Tag[]> {
  return listTagRows(caller);
}

/**
 * Renames a tag on every code that has it; the name of another tag merges both. Sets `updatedAt` of the codes and sends no
 * event. Throws `not_found`.
 */
export function renameTag(caller: Caller, name: string, replacement: string): Promise<Tag> {
  return changeTag(caller, name, async (tx, tag) => {
    if (replacement === name) return tag;
    await replaceTag(tx, caller, name, replacement);
    return (await findTagRow(tx, caller, replacement)) as Tag;
  });
}

/** Removes a tag from every code. Sets `updatedAt` of the codes and sends no event. Throws `not_found`. */
export function removeTag(caller: Caller, name: string): Promise<void> {
  return changeTag(caller, name, (tx) => replaceTag(tx, caller, name, null));
}

/** The account is locked, so that no code is given the tag meanwhile. */
function changeTag<T>(
  caller: Caller,
  name: string,
  work: (tx: Transaction, tag: Tag) => Promise<T>,
): Promise<T> {
  return transaction(async (tx) => {
    await lockAccount(tx, caller.accountId);
    const tag = await findTagRow(tx, caller, name);
    if (tag === undefined) throw new ServiceError("not_found", "No code has this tag");
    return work(tx, tag);
  }, caller.accountId);
}

/**
 * For each list of tags that a transaction is about to store, in order: null where the data set has room for those that are
 * new to it, else the error `quota_exceeded`. Locks the account where any list has tags, so that the limit is exact.
 *
 * @param codeId the code whose tags are replaced by the list; null: the lists are of new codes.
 */
export async function reserveTags(
  tx: Transaction,
  caller: Caller,
  lists: readonly (readonly string[])[],
  codeId: string | null = null,
): Promise<(ServiceError | null)[]> {
  if (lists.every((tags) => tags.length === 0)) return lists.map(() => null);
  await lockAccount(tx, caller.accountId);
  return checkTags(tx, caller, lists, codeId);
}

/** The same at this moment, for what is not stored. */
export function previewTags(
  caller: Caller,
  lists: readonly (readonly string[])[],
): Promise<(ServiceError | null)[]> {
  return checkTags(sql, caller, lists, null);
}

async function checkTags(
  executor: Executor,
  caller: Caller,
  lists: readonly (readonly string[])[],
  codeId: string | null,
): Promise<(ServiceError | null)[]> {
  if (lists.every((tags) => tags.length === 0)) return lists.map(() => null);
  const known = new Set(await listTagNames(executor, caller, codeId));
  return lists.map((tags) => {
    const fresh = tags.filter((tag) => !known.has(tag));
    if (known.size + fresh.length > maxTags && fresh.length > 0) return tagsExceeded(known.size);
    for (const tag of fresh) known.add(tag);
    return null;
  });
}

function tagsExceeded(used: number): ServiceError {
  const message = `An account has at most ${maxTags} different tags, and ${used} are in use; use one of them or remove one`;
  const detail = { field: "tags", code: "quota_exceeded", message, limit: maxTags, used };
  return fieldError("quota_exceeded", detail, {
    hint: "Use a tag that exists, or remove one by DELETE /api/v1/tags/{name}. The limit is the same on every plan.",
  });
}
