import { judgeQuota, readCodeQuota } from "@/lib/accounts";
import type { Caller } from "@/lib/accounts/schema";
import { createBreath } from "@/lib/platform/breath";
import { type BeforeCommit, transaction } from "@/lib/platform/db";
import { fieldError, mergeErrors, ServiceError } from "@/lib/platform/errors";
import { listFieldErrors } from "@/lib/platform/field-errors";
import { newId } from "@/lib/platform/ids";
import { rememberTargets } from "@/lib/targets";
import { foresee } from "./create";
import { type Draft, draftCode, judgeNewCode } from "./draw/draft";
import { isObject } from "./draw/settings";
import { type BulkAnswer, type BulkError, type DrawnCode, maxBulkItems, newCodeSchema } from "./schema";
import { presentNew, storeDrafts, withFreeShortCodes } from "./store/insert";

/** Pictures of one call that wait for a thread, so that other calls' come in between. */
const maxWaiting = 4;
/** So long drawing holds up other requests at most, the last picture aside. */
const longestMs = 4;

/**
 * Creates each item that is valid, as far as the quota goes, all in one transaction: `created` and `errors` keep the
 * order of the items. Throws `validation_failed` for none, `bulk_limit_exceeded` for more than 100, and `unavailable`
 * when a picture could not be drawn for want of time; then nothing is stored.
 *
 * @param items anything in JSON; each is judged as the body of a single call.
 */
export async function createCodes(
  caller: Caller,
  items: readonly unknown[],
  beforeCommit?: BeforeCommit<BulkAnswer>,
): Promise<BulkAnswer> {
  requireBulkSize("qrCodes", items.length);
  return withFreeShortCodes(async () => {
    const drafts = await draftItems(caller, items);
    const bulk = await transaction(async (tx) => {
      const stored = (await storeDrafts(tx, caller, drafts.filter(isDraft))).values();
      const outcomes = drafts.map((draft) => (isDraft(draft) ? (stored.next().value as Stored) : draft));
      const answer = presentBulk(items, outcomes);
      await beforeCommit?.(tx, answer);
      return answer;
    }, caller.accountId);
    rememberTargets(drafts.filter(isDraft).map(({ shortCode }) => shortCode));
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
  const drafts = await draftItems(caller, items);
  const quota = await readCodeQuota(caller);
  const wanted = drafts.filter(isDraft).map(({ shortCode }) => ({ isDynamic: shortCode !== null }));
  const verdicts = judgeQuota(caller, quota, wanted);
  const granted = wanted.filter((_, index) => verdicts[index] === null);
  const next = verdicts.values();
  const outcomes = drafts.map((draft) =>
    isDraft(draft) ? (next.next().value ?? presentNew(draft, newId(), now)) : draft,
  );
  return { ...presentBulk(items, outcomes), dryRun: true, quota: foresee(quota, granted) };
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

type Stored = DrawnCode | ServiceError;

function isDraft(outcome: Draft | ServiceError): outcome is Draft {
  return !(outcome instanceof ServiceError);
}

/** Draws the items in their order. Those that need a thread wait for it a few at a time, while others are drawn here. */
async function draftItems(caller: Caller, items: readonly unknown[]): Promise<(Draft | ServiceError)[]> {
  const outcomes: (Draft | ServiceError)[] = [];
  const faults: unknown[] = [];
  const running = new Set<Promise<void>>();
  const breathe = createBreath(longestMs);
  const draftAt = async (place: number) => {
    try {
      outcomes[place] = await draftItem(caller, items[place]);
    } catch (fault) {
      faults.push(fault);
    }
  };
  for (const place of items.keys()) {
    await breathe();
    if (running.size >= maxWaiting) await Promise.race(running);
    if (faults.length > 0) break;
    const work: Promise<void> = draftAt(place).finally(() => running.delete(work));
    running.add(work);
  }
  await Promise.all(running);
  if (faults.length > 0) throw faults[0];
  return outcomes;
}

async function draftItem(caller: Caller, item: unknown): Promise<Draft | ServiceError> {
  const { data, error } = newCodeSchema.safeParse(item);
  if (error) {
    const details = listFieldErrors(newCodeSchema, item, error.issues, "item");
    const fault = new ServiceError("validation_failed", details[0]?.message ?? "item is not valid", {
      details,
    });
    return mergeErrors([fault, ...(isObject(item) ? judgeNewCode(item) : [])]);
  }
  try {
    return await draftCode(caller, data);
  } catch (fault) {
    // An item is at fault for what it says; what is missing here is missing for the whole call.
    if (fault instanceof ServiceError && fault.code !== "unavailable") return fault;
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
