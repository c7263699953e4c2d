import { isDeepStrictEqual } from "node:util";
import { lockAccount, releaseCodes, reserveCodes, reserveMany } from "@/lib/accounts/quota";
import type { Caller } from "@/lib/accounts/schema";
import { writeEvents } from "@/lib/events";
import { createBatcher } from "@/lib/platform/batch-loader";
import { isOutOfReach } from "@/lib/platform/database-errors";
import { type BeforeCommit, isSqlState, sql, type Transaction, transaction } from "@/lib/platform/db";
import type { ServiceError } from "@/lib/platform/errors";
import { newId } from "@/lib/platform/ids";
import { currentTraceParent } from "@/lib/platform/traces";
import type { ChangedCode } from "./change";
import type { Draft } from "./draft";
import type { ChangeableField } from "./event-schema";
import { createdEvent, updatedEvent } from "./events";
import { changePath, findTakenSlugs, requireServed, takePaths } from "./paths";
import { deleteCodeRows, insertCodeRows, updateCodeRow } from "./queries";
import { type CodeRow, presentDrawn, type StoredRow, styleOf } from "./rows";
import type { DrawnCode } from "./schema";
import { slugTaken } from "./slug";
import { reserveTags } from "./tags";

/**
 * Stores drafts as far as the quota goes, in their order; the result of each is the code or the error `slug_taken` or
 * `quota_exceeded`. The account stays locked until the transaction ends.
 */
export async function storeDrafts(
  tx: Transaction,
  caller: Caller,
  drafts: readonly Draft[],
): Promise<(DrawnCode | ServiceError)[]> {
  if (drafts.length === 0) return [];
  const domainIds = drafts.map(({ domainId }) => domainId);
  if (domainIds.some((id) => id !== null)) {
    // First, as every deletion of domains does.
    await lockAccount(tx, caller.accountId);
    await requireServed(tx, domainIds);
  }
  const slugFaults = await findTakenSlugs(tx, caller, drafts);
  const tagFaults = await reserveTags(
    tx,
    caller,
    drafts.map(({ tags }, index) => (slugFaults[index] === null ? tags : [])),
  );
  const faults = slugFaults.map((fault, index) => fault ?? tagFaults[index] ?? null);
  const wanted = drafts.filter((_, index) => faults[index] === null);
  const quotaFaults = (
    await reserveCodes(
      tx,
      caller,
      wanted.map(({ shortCode }) => ({ isDynamic: shortCode !== null })),
    )
  ).values();
  const verdicts = faults.map((fault) => fault ?? (quotaFaults.next().value as ServiceError | null));
  const granted = drafts.filter((_, index) => verdicts[index] === null);
  const codes = (
    await insertCodes(
      tx,
      granted.map((draft) => ({ caller, draft })),
    )
  ).values();
  return verdicts.map((verdict) => verdict ?? (codes.next().value as DrawnCode | ServiceError));
}

interface NewCode {
  caller: Caller;
  draft: Draft;
  traceParent?: string | null;
}

/** Stores drafts that the quota already counts, with their slugs and events; `slug_taken` where another was quicker. */
async function insertCodes(
  tx: Transaction,
  codes: readonly NewCode[],
): Promise<(DrawnCode | ServiceError)[]> {
  if (codes.length === 0) return [];
  const ids = codes.map(() => newId());
  const rows = await insertCodeRows(
    tx,
    codes.map(({ caller: { accountId, environment }, draft }, place) => ({
      ...draft,
      accountId,
      environment,
      id: ids[place] as string,
    })),
  );
  const late = await takePathsOfNew(tx, codes, ids);
  const created = codes.map(({ draft }, place) => {
    const id = ids[place] as string;
    return late.has(id) ? slugTaken() : presentNew(draft, id, rows[place]?.createdAt as Date);
  });
  const events = codes.flatMap(({ caller, draft, traceParent }, place) => {
    const row = rows[place];
    if (row === undefined || late.has(ids[place] as string)) return [];
    const { hasSubscribers, createdAt } = row;
    const event = { ...createdEvent(caller, toRow(draft, ids[place] as string, createdAt)), hasSubscribers };
    return [traceParent === undefined ? event : { ...event, traceParent }];
  });
  await writeEvents(tx, events);
  return created;
}

/** Deletes the new codes whose path another account took since it was looked up, and returns their ids. */
async function takePathsOfNew(
  tx: Transaction,
  codes: readonly NewCode[],
  ids: readonly string[],
): Promise<Set<string>> {
  const wanted = codes.map(({ caller, draft: { slug, shortCode, host, domainId } }, place) => ({
    caller,
    slug,
    shortCode,
    host,
    domainId,
    id: ids[place] as string,
  }));
  const late = await takePaths(
    tx,
    wanted.map(({ caller: { accountId }, ...code }) => ({ ...code, accountId })),
  );
  for (const { caller, id } of wanted.filter(({ id }) => late.has(id))) {
    await deleteCodeRows(tx, caller, [id]);
    await releaseCodes(tx, caller, { codes: 1, dynamicCodes: 1 });
  }
  return late;
}

/** A draft as it is stored. */
function toRow(draft: Draft, id: string, createdAt: Date): CodeRow {
  const neverScanned = { scanCount: 0, lastScannedAt: null, suspendedAt: null, suspendedReason: null };
  return { ...draft, ...neverScanned, id, createdAt, updatedAt: createdAt };
}

/** The response for a draft that has become a code, or would have in a dry run. */
export function presentNew(draft: Draft, id: string, createdAt: Date): DrawnCode {
  return presentDrawn({ ...draft, id, suspendedAt: null, scanCount: 0, createdAt, updatedAt: createdAt });
}

const maxAttempts = 3;

/**
 * Repeats `work`, which chooses other short codes, when one is taken. Of 62⁸ codes that happens to one create in many
 * millions; a third time in a row is thrown.
 */
export async function withFreeShortCodes<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (attempt === maxAttempts || !isSqlState(error, "23505", "qr_code_short_code_key")) throw error;
    }
  }
}

interface StoredTogether {
  caller: Caller;
  draft: Draft;
  beforeCommit: BeforeCommit<DrawnCode> | undefined;
}

/**
 * Stores a code in one transaction with those of other requests. Null when it was not stored, for a reason of its own or of
 * another request: store it by itself then, which throws the reason. So no request waits for the lock of another's account
 * or fails for another's error.
 */
export function storeTogether(item: StoredTogether): Promise<DrawnCode | null> {
  return storeGathered({ ...item, traceParent: currentTraceParent() });
}

const storeGathered = createBatcher<StoredTogether & { traceParent: string | null }, DrawnCode | null>({
  name: "store code",
  ask: storeAll,
  maxBatch: 16,
  // One: two at once would leave out the accounts that the other has locked.
  maxRunning: 1,
  maxWaiting: 2_000,
});

async function storeAll(
  items: readonly (StoredTogether & { traceParent: string | null })[],
): Promise<(DrawnCode | null)[]> {
  try {
    return await transaction(async (tx) => {
      const wanted = items.map(({ caller, draft }) => ({ caller, isDynamic: draft.shortCode !== null }));
      const granted = await reserveMany(tx, wanted);
      const counted = items.filter((_, place) => granted[place]);
      const codes = await insertCodes(tx, counted);
      for (const [place, { beforeCommit }] of counted.entries()) {
        await beforeCommit?.(tx, codes[place] as DrawnCode);
      }
      const stored = codes.values();
      return granted.map((isStored) => (isStored ? (stored.next().value as DrawnCode) : null));
    });
  } catch (fault) {
    if (isOutOfReach(fault)) throw fault;
    return items.map(() => null);
  }
}

/**
 * Returns when the code was last changed; undefined when it is no longer as the change was merged with. The event of a change
 * that a response shows is written in the same transaction.
 *
 * @param tx the transaction of the change; without one it has its own.
 */
export async function storeChange(
  tx: Transaction | undefined,
  caller: Caller,
  row: StoredRow,
  changed: ChangedCode,
): Promise<Date | undefined> {
  const changedFields = listChanged(row, changed);
  // A default that is sent is stored, although no response shows a difference.
  if (changedFields.length === 0 && isDeepStrictEqual(changed.settings, row.settings)) return row.updatedAt;
  const options = { targetChangeId: newId(), isVisible: changedFields.length > 0 };
  const hasNewTags = changed.tags.some((tag) => !row.tags.includes(tag));
  const hasNewPath = changed.slug !== row.slug || changed.domainId !== row.domainId;
  const store = async (tx: Transaction) => {
    // First, as every deletion of codes does.
    if (hasNewPath) {
      await lockAccount(tx, caller.accountId);
      await requireServed(tx, [changed.domainId]);
    }
    const [fault] = hasNewTags ? await reserveTags(tx, caller, [changed.tags], row.id) : [null];
    if (fault) throw fault;
    const updated = await updateCodeRow(tx, caller, row, changed, options);
    if (updated !== undefined && hasNewPath) await changePath(tx, caller, row, changed);
    if (updated !== undefined && options.isVisible) {
      const event = updatedEvent(caller, { ...row, ...changed, ...updated }, changedFields);
      await writeEvents(tx, [{ ...event, hasSubscribers: updated.hasSubscribers }]);
    }
    return updated?.updatedAt;
  };
  if (tx !== undefined) return store(tx);
  if (options.isVisible) return transaction(store, caller.accountId);
  return (await updateCodeRow(sql, caller, row, changed, options))?.updatedAt;
}

/** The fields that a response shows differently. */
function listChanged(row: CodeRow, changed: ChangedCode): ChangeableField[] {
  const { name, content, slug, host, style, rules, tags, note, isArchived, isImagePublic } = changed;
  const changedFields: ChangeableField[] = [];
  if (name !== row.name) changedFields.push("name");
  if (content !== row.content) changedFields.push("content");
  if (slug !== row.slug) changedFields.push("slug");
  if (host !== row.host) changedFields.push("domain");
  if (!isDeepStrictEqual(style, styleOf(row)) || !isDeepStrictEqual(rules, row.rules)) {
    changedFields.push("settings");
  }
  if (!isDeepStrictEqual(tags, row.tags)) changedFields.push("tags");
  if (note !== row.note) changedFields.push("note");
  if (isArchived !== row.isArchived) changedFields.push("archived");
  if (isImagePublic !== row.isImagePublic) changedFields.push("publicImage");
  return changedFields;
}
