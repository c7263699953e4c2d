import { previewQuota, readCodeQuota } from "@/lib/accounts/quota";
import type { Caller } from "@/lib/accounts/schema";
import { pictureThreads } from "@/lib/pictures";
import { createYield } from "@/lib/platform/concurrency";
import { type BeforeCommit, sql, transaction } from "@/lib/platform/db";
import { fieldError, mergeErrors, ServiceError } from "@/lib/platform/errors";
import { newId } from "@/lib/platform/ids";
import { isObject } from "@/lib/platform/json-text";
import { listFieldErrors } from "@/lib/platform/validation";
import { rememberTargets } from "@/lib/targets";
import { describeQuotaEffect } from "./create";
import { type OwnDomains, ownDomains } from "./domains";
import { type Draft, draftCode, validateNewCode } from "./draft";
import { findTakenSlugs, listKeys } from "./paths";
import { omitPictures, redrawPictures } from "./redraw";
import { type BulkAnswer, type BulkError, type DrawnCode, maxBulkItems, newCodeSchema } from "./schema";
import { presentNew, storeDrafts, withFreeShortCodes } from "./store";
import { previewTags } from "./tags";

/** Drawing yields to other requests after this time, plus the picture it is drawing. */
const longestMs = 4;

/** An item that an earlier attempt at the same call has stored, without its picture. */
export interface MadeCode {
  index: number;
  code: DrawnCode;
}

/**
 * Creates each item that is valid, as far as the quota goes, all in one transaction: `created` and `errors` keep the
 * order of the items. An item whose picture could not be drawn because the threads are busy is `unavailable` among
 * `errors`. Throws `validation_failed` for no items, `bulk_limit_exceeded` for more than 100, and `unavailable` when none
 * could be drawn.
 *
 * @param items anything in JSON; each is judged as the body of a single call.
 * @param made what is stored already; it is answered again and stored no second time.
 */
export async function createCodes(
  caller: Caller,
  items: readonly unknown[],
  beforeCommit?: BeforeCommit<BulkAnswer>,
  made: readonly MadeCode[] = [],
): Promise<BulkAnswer> {
  requireBulkSize("qrCodes", items.length);
  const known = await restoreMade(caller, made);
  return withFreeShortCodes(async () => {
    const drafts = await draftItems(caller, items, known);
    requireOneDrawn(drafts);
    const bulk = await transaction(async (tx) => {
      const stored = (await storeDrafts(tx, caller, drafts.filter(isDraft))).values();
      const outcomes = drafts.map((draft) => (isDraft(draft) ? (stored.next().value as Stored) : draft));
      const answer = presentBulk(items, outcomes);
      await beforeCommit?.(tx, answer);
      return answer;
    }, caller.accountId);
    rememberTargets(drafts.filter(isDraft).flatMap(listKeys));
    return bulk;
  });
}

/** What `createCodes` would answer or throw at this moment, and the effect on the quota; nothing is stored. */
export async function previewCodes(
  caller: Caller,
  items: readonly unknown[],
  now = new Date(),
): Promise<BulkAnswer> {
  requireBulkSize("qrCodes", items.length);
  const drawn = await draftItems(caller, items);
  requireOneDrawn(drawn);
  const tagFaults = await previewTags(
    caller,
    drawn.map((draft) => (isDraft(draft) ? draft.tags : [])),
  );
  const slugFaults = await findTakenSlugs(
    sql,
    caller,
    drawn.map((draft) => (isDraft(draft) ? draft : null)),
  );
  const drafts = drawn.map((draft, index) => slugFaults[index] ?? tagFaults[index] ?? draft);
  const quota = await readCodeQuota(caller);
  const wanted = drafts.filter(isDraft).map(({ shortCode }) => ({ isDynamic: shortCode !== null }));
  const verdicts = previewQuota(caller, quota, wanted);
  const granted = wanted.filter((_, index) => verdicts[index] === null);
  const next = verdicts.values();
  const outcomes = drafts.map(
    (draft): Stored => (isDraft(draft) ? (next.next().value ?? presentNew(draft, newId(), now)) : draft),
  );
  return { ...presentBulk(items, outcomes), dryRun: true, quota: describeQuotaEffect(quota, granted) };
}

/** Throws unless a bulk call has 1 to 100 items, or to as many as are told. */
export function requireBulkSize(field: string, count: number, max = maxBulkItems): void {
  if (count >= 1 && count <= max) return;
  const message = `${field} must have 1 to ${max} items; this one has ${count}`;
  const code = count < 1 ? "too_short" : "too_long";
  throw fieldError(count < 1 ? "validation_failed" : "bulk_limit_exceeded", {
    field,
    code,
    message,
    min: 1,
    max,
    actual: count,
  });
}

/** What `createCodes` has stored of a call, for the next attempt at it. */
export function listMade({ created, errors, summary }: BulkAnswer): MadeCode[] {
  const failed = new Set(errors.map(({ index }) => index));
  const places = Array.from({ length: summary.total }, (_, index) => index).filter(
    (index) => !failed.has(index),
  );
  return omitPictures(created).map((code, at) => ({ index: places[at] as number, code }));
}

async function restoreMade(caller: Caller, made: readonly MadeCode[]): Promise<Map<number, DrawnCode>> {
  const codes = await redrawPictures(
    caller,
    made.map(({ code }) => code),
  );
  return new Map(made.map(({ index }, at) => [index, codes[at] as DrawnCode]));
}

type Stored = DrawnCode | ServiceError;
/** A code that is there already has an id. */
type Drafted = Draft | Stored;

function isDraft(outcome: Drafted): outcome is Draft {
  return !(outcome instanceof ServiceError) && !("id" in outcome);
}

/** Throws `unavailable` where pictures could not be drawn and nothing was. */
function requireOneDrawn(drafts: readonly Drafted[]): void {
  if (drafts.some(isDraft)) return;
  const busy = drafts.find((draft) => draft instanceof ServiceError && draft.code === "unavailable");
  if (busy !== undefined) throw busy;
}

/**
 * Draws the items in their order, as many at a time as there are threads: so none of a call waits for another one of it.
 * Once one was refused as busy, the others are drawn where a thread is free and wait no more.
 */
async function draftItems(
  caller: Caller,
  items: readonly unknown[],
  known: ReadonlyMap<number, DrawnCode> = new Map(),
): Promise<Drafted[]> {
  const outcomes: Drafted[] = [];
  const faults: unknown[] = [];
  const running = new Set<Promise<void>>();
  const yieldIfDue = createYield(longestMs);
  const domains = ownDomains(caller);
  let isHurried = false;
  const draftAt = async (place: number) => {
    try {
      const outcome = known.get(place) ?? (await draftItem(caller, items[place], { isHurried, domains }));
      if (outcome instanceof ServiceError && outcome.code === "unavailable") isHurried = true;
      outcomes[place] = outcome;
    } catch (fault) {
      faults.push(fault);
    }
  };
  for (const place of items.keys()) {
    await yieldIfDue();
    if (running.size >= pictureThreads) await Promise.race(running);
    if (faults.length > 0) break;
    const work: Promise<void> = draftAt(place).finally(() => running.delete(work));
    running.add(work);
  }
  await Promise.all(running);
  if (faults.length > 0) throw faults[0];
  return outcomes;
}

async function draftItem(
  caller: Caller,
  item: unknown,
  options: { isHurried: boolean; domains: OwnDomains },
): Promise<Draft | ServiceError> {
  const { data, error } = newCodeSchema.safeParse(item);
  if (error) {
    const details = listFieldErrors(newCodeSchema, item, error.issues, "item");
    const fault = new ServiceError("validation_failed", details[0]?.message ?? "item is not valid", {
      details,
    });
    return mergeErrors([fault, ...(isObject(item) ? validateNewCode(item) : [])]);
  }
  try {
    return await draftCode(caller, data, options);
  } catch (fault) {
    if (fault instanceof ServiceError) return fault;
    throw fault;
  }
}

function presentBulk(items: readonly unknown[], outcomes: readonly Stored[]): BulkAnswer {
  const created: DrawnCode[] = [];
  const errors: BulkError[] = [];
  for (const [index, outcome] of outcomes.entries()) {
    if (outcome instanceof ServiceError) errors.push(presentFault(index, items[index], outcome));
    else created.push(outcome);
  }
  const summary = { total: items.length, successful: created.length, failed: errors.length };
  return { created, errors, summary };
}

/** Says which item and what is wrong with it, and repeats nothing of it but a valid name. */
function presentFault(index: number, item: unknown, { message, code, details }: ServiceError): BulkError {
  const name = newCodeSchema.shape.name.safeParse(isObject(item) ? item.name : undefined);
  return {
    index,
    ...(name.success && { name: name.data }),
    error: message,
    code,
    ...(details && { details }),
  };
}
