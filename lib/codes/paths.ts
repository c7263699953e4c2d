import type { Caller } from "@/lib/accounts/schema";
import type { Executor, Transaction } from "@/lib/platform/db";
import type { ServiceError } from "@/lib/platform/errors";
import { isGeneratedCode, keyOfPath, type Named } from "@/lib/platform/short-path";
import { domainNotVerified } from "./domains";
import {
  countPaths,
  countReleasedPaths,
  isOthersKey,
  listGeneratedKeys,
  listTakenKeys,
  lockServedDomains,
  takePathRows,
} from "./queries.paths";
import type { StoredRow } from "./rows";
import { isOwnPath, maxAliases, maxReleased, slugTaken, tooManyAliases, tooManyReleased } from "./slug";

/** A short URL that a code is about to have. */
export type Wanted = Named & {
  /** Of its domain; null: the service's own host. */
  domainId: string | null;
};

/** The keys (`keyOfPath`) by which a new code is looked up. */
export function listKeys(code: Wanted): string[] {
  return [code.shortCode, rowOf(code)?.key].filter((key) => typeof key === "string");
}

/** What follows the host, where it is a row of its own: every generated code opens on the service's host without one. */
function rowOf({ slug, shortCode, domainId }: Wanted): { key: string; path: string } | null {
  const path = slug ?? (domainId === null ? null : shortCode);
  return path === null ? null : { key: keyOfPath(path, domainId), path };
}

/**
 * `slug_taken` for each slug that the caller can't have at this moment, else null; one that is repeated goes to the first.
 * `quota_exceeded` for all slugs of the service's host where the account holds as many as it can.
 */
export async function findTakenSlugs(
  executor: Executor,
  { accountId }: Caller,
  wanted: readonly (Wanted | null)[],
): Promise<(ServiceError | null)[]> {
  const rows = wanted.map((one) => (one === null || one.slug === null ? null : { ...one, ...rowOf(one) }));
  const asked = rows.flatMap((row) => (row?.key === undefined ? [] : [row.key]));
  if (asked.length === 0) return rows.map(() => null);
  const taken = await listTakenKeys(executor, accountId, asked);
  for (const key of await listGenerated(executor, rows)) taken.add(key);
  const released = await countReleasedPaths(executor, accountId, asked);
  return rows.map((row) => {
    if (row?.key === undefined) return null;
    const isHeld = row.domainId === null && !released.own.includes(row.key);
    if (isHeld && released.count >= maxReleased) return tooManyReleased();
    if (taken.has(row.key)) return slugTaken();
    taken.add(row.key);
    return null;
  });
}

/** Gives new codes their paths, of which none is repeated; returns the ids of those that others were quicker to take. */
export async function takePaths(
  tx: Transaction,
  codes: readonly (Wanted & { id: string; accountId: string })[],
): Promise<Set<string>> {
  const paths = codes.flatMap(({ id: codeId, accountId, ...wanted }) => {
    const row = rowOf(wanted);
    return row === null ? [] : [{ ...row, codeId, accountId, domainId: wanted.domainId }];
  });
  if (paths.length === 0) return new Set();
  const generated = await listGenerated(
    tx,
    codes.map((code) => ({ ...code, ...rowOf(code) })),
  );
  const free = paths.filter(({ key }) => !generated.has(key));
  const taken = await takePathRows(tx, free);
  return new Set(paths.filter(({ key }) => !taken.has(key)).map(({ codeId }) => codeId));
}

/** Keys of slugs that are the generated code of a code on their domain, in any case. */
async function listGenerated(
  executor: Executor,
  wanted: readonly ((Pick<Wanted, "slug" | "domainId"> & { key?: string }) | null)[],
): Promise<Set<string>> {
  const keys = wanted.flatMap((one) =>
    one?.key !== undefined && one.domainId !== null && isGeneratedCode(one.slug ?? "") ? [one.key] : [],
  );
  return keys.length === 0 ? new Set() : listGeneratedKeys(executor, keys);
}

/**
 * Gives a code, whose row the transaction has locked, another short URL; the one before stays an alias. Throws `slug_taken`,
 * `alias_limit` and `quota_exceeded`.
 */
export async function changePath(
  tx: Transaction,
  { accountId }: Caller,
  row: StoredRow,
  after: Pick<Wanted, "slug" | "host" | "domainId">,
): Promise<void> {
  const isNew = !isOwnPath(row, after);
  const { slug, host, domainId } = after;
  if (isNew && slug !== null && domainId === null) {
    const key = keyOfPath(slug, domainId);
    const { count, own } = await countReleasedPaths(tx, accountId, [key]);
    if (count >= maxReleased && !own.includes(key)) throw tooManyReleased();
  }
  const { id, shortCode } = row;
  const refused = await takePaths(tx, [{ id, accountId, shortCode, slug, host, domainId }]);
  if (refused.size > 0) throw slugTaken();
  // Beside its slug a code opens by its generated code on its domain, where a slug may have been called so.
  if (isNew && domainId !== null && shortCode !== null) {
    const generated = { key: keyOfPath(shortCode, domainId), codeId: id, accountId };
    if (await isOthersKey(tx, generated)) throw slugTaken();
  }
  if (row.suspendedAt !== null) await keepSuspendedPath(tx, { ...row, accountId }, domainId);
  if ((await countPaths(tx, row.id)) > maxAliases) throw tooManyAliases();
}

/** A suspended code that leaves its domain stays behind its generated code there, which opened it without a row. */
async function keepSuspendedPath(
  tx: Transaction,
  { id: codeId, accountId, shortCode, domainId: left }: StoredRow & { accountId: string },
  domainId: string | null,
): Promise<void> {
  if (shortCode === null || left === null || left === domainId) return;
  const key = keyOfPath(shortCode, left);
  await takePathRows(tx, [{ key, path: shortCode, domainId: left, codeId, accountId }]);
}

/** Throws `domain_not_verified` where one of the domains is served no more; those that are stay until the transaction ends. */
export async function requireServed(tx: Transaction, domainIds: readonly (string | null)[]): Promise<void> {
  const wanted = new Set(domainIds.filter((id) => id !== null));
  if (wanted.size === 0) return;
  const served = await lockServedDomains(tx, [...wanted]);
  if (served < wanted.size) throw domainNotVerified();
}
