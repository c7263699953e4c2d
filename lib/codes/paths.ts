import type { Caller } from "@/lib/accounts/schema";
import type { Executor, Transaction } from "@/lib/platform/db";
import type { ServiceError } from "@/lib/platform/errors";
import { keyOfPath } from "@/lib/platform/short-path";
import { countPaths, countReleasedPaths, listTakenKeys, takePathRows } from "./queries.paths";
import type { StoredRow } from "./rows";
import { isOwnPath, maxAliases, maxReleased, slugTaken, tooManyAliases, tooManyReleased } from "./slug";

/** A code that is about to have a slug, or none. */
interface Wanted {
  slug: string | null;
}

/**
 * `slug_taken` for each slug that the caller can't have at this moment, else null; one that is repeated goes to the first.
 * `quota_exceeded` for all of them where the account holds as many as it can.
 */
export async function findTakenSlugs(
  executor: Executor,
  { accountId }: Caller,
  wanted: readonly Wanted[],
): Promise<(ServiceError | null)[]> {
  const keys = wanted.map(({ slug }) => (slug === null ? null : keyOfPath(slug)));
  const asked = keys.filter((key) => key !== null);
  if (asked.length === 0) return keys.map(() => null);
  const taken = await listTakenKeys(executor, accountId, asked);
  const isFull = (await countReleasedPaths(executor, accountId)) >= maxReleased;
  return keys.map((key) => {
    if (key === null) return null;
    if (isFull) return tooManyReleased();
    if (taken.has(key)) return slugTaken();
    taken.add(key);
    return null;
  });
}

/** Gives new codes their slugs, of which none is repeated; returns the ids of those that others were quicker to take. */
export async function takeSlugs(
  tx: Transaction,
  codes: readonly (Wanted & { id: string; accountId: string })[],
): Promise<Set<string>> {
  const paths = codes.flatMap(({ id, accountId, slug }) =>
    slug === null ? [] : [{ key: keyOfPath(slug), path: slug, codeId: id, accountId }],
  );
  if (paths.length === 0) return new Set();
  const taken = await takePathRows(tx, paths);
  return new Set(paths.filter(({ key }) => !taken.has(key)).map(({ codeId }) => codeId));
}

/**
 * Gives a code, whose row the transaction has locked, another slug; the one before stays an alias. Throws `slug_taken`,
 * `alias_limit` and `quota_exceeded`.
 */
export async function changeSlug(
  tx: Transaction,
  { accountId }: Caller,
  code: Pick<StoredRow, "id" | "paths">,
  slug: string,
): Promise<void> {
  if (!isOwnPath(code, slug) && (await countReleasedPaths(tx, accountId)) >= maxReleased)
    throw tooManyReleased();
  const refused = await takeSlugs(tx, [{ id: code.id, accountId, slug }]);
  if (refused.size > 0) throw slugTaken();
  if ((await countPaths(tx, code.id)) > maxAliases) throw tooManyAliases();
}
