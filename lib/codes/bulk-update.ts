import { isDeepStrictEqual } from "node:util";
import type { Caller } from "@/lib/accounts/schema";
import { requireBulk } from "@/lib/plans";
import { createYield } from "@/lib/platform/concurrency";
import { isOutOfReach } from "@/lib/platform/database-errors";
import type { Executor } from "@/lib/platform/db";
import { ServiceError } from "@/lib/platform/errors";
import { isId } from "@/lib/platform/ids";
import { log } from "@/lib/platform/log";
import { requireBulkSize } from "./bulk";
import { listSelectedRows } from "./queries.read";
import { type CodeRow, presentStored, type StoredRow } from "./rows";
import {
  type CodeChange,
  type DrawnCode,
  type ManyOutcome,
  maxLot,
  maxSelected,
  type SelectedCode,
} from "./schema";
import { updateCode } from "./update";

/** Changes of one call that are under way at once: pictures wait for few threads, and others want them too. */
const maxRunning = 4;
/** Drawing yields to other requests after this time, plus the picture it is drawing. */
const longestMs = 4;

/** Throws `plan_required` on a plan that changes its codes one by one. */
export function requireMany({ plan }: Caller): void {
  requireBulk(plan, "Changing many codes at once is");
}

interface Changing<I> {
  /** What is to change of a code as it is by then; what it throws, that code is refused for. */
  changeOf: (item: I, row: CodeRow) => CodeChange;
  /** What is told of a code besides that it was changed. */
  tell?: (item: I, before: CodeRow, code: DrawnCode) => Partial<ManyOutcome>;
  /** Written in the transaction of a code's change. */
  keep?: (tx: Executor, before: CodeRow, code: DrawnCode) => Promise<void>;
}

/**
 * Changes up to 25 codes, each as `updateCode` does, a few at a time. What one is refused for, whatever it is, stops none
 * of the others: there is an outcome for each, in the order of the items. Throws `plan_required`, and
 * `bulk_limit_exceeded` for more.
 */
export async function changeEach<I extends { id: string }>(
  caller: Caller,
  items: readonly I[],
  changing: Changing<I>,
): Promise<ManyOutcome[]> {
  requireMany(caller);
  requireBulkSize("ids", items.length, maxLot);
  const outcomes: ManyOutcome[] = [];
  const next = items.entries();
  const yieldIfDue = createYield(longestMs);
  const work = async () => {
    for (const [place, item] of next) {
      await yieldIfDue();
      outcomes[place] = await changeOne(caller, item, changing);
    }
  };
  await Promise.all(Array.from({ length: maxRunning }, work));
  return outcomes;
}

async function changeOne<I extends { id: string }>(
  caller: Caller,
  item: I,
  { changeOf, tell, keep }: Changing<I>,
): Promise<ManyOutcome> {
  const { id } = item;
  let before: StoredRow | undefined;
  try {
    const change = (row: StoredRow) => {
      before = row;
      return changeOf(item, row);
    };
    const code = await updateCode(
      caller,
      id,
      change,
      keep && (async (tx, changed) => void (before && (await keep(tx, before, changed)))),
    );
    const { name } = code;
    if (before === undefined || isAsBefore(before, code)) return { id, name, result: "unchanged" };
    return { id, name, result: "changed", version: code.updatedAt, ...tell?.(item, before, code) };
  } catch (fault) {
    return { id, name: before?.name ?? "", result: "refused", ...presentFault(fault, caller) };
  }
}

/** Whether a code's answer shows nothing that it did not show before. */
function isAsBefore(row: StoredRow, { content, settings, tags, archived }: DrawnCode): boolean {
  const before = presentStored(row, []);
  const isListedSo = archived === before.archived && isDeepStrictEqual(tags, before.tags);
  return isListedSo && content === before.content && isDeepStrictEqual(settings, before.settings);
}

/** A fault of one code; what nobody expected is logged, and told as no more than that. */
function presentFault(fault: unknown, { accountId }: Caller): Pick<ManyOutcome, "reason" | "message"> {
  if (fault instanceof ServiceError) {
    return { reason: fault.details?.[0]?.code ?? fault.code, message: fault.message };
  }
  const isUnreachable = isOutOfReach(fault);
  log[isUnreachable ? "warn" : "error"]({ err: fault, accountId }, "one code of many was not changed");
  return isUnreachable
    ? { reason: "unavailable", message: "The service can't answer right now" }
    : { reason: "internal_error", message: "Something went wrong on our side" };
}

/**
 * Those of up to 500 ids that name codes of the caller's, in the order of the ids: one that was deleted meanwhile is left
 * out, as another's is. Throws `plan_required`, and `bulk_limit_exceeded` for more.
 */
export async function describeSelected(caller: Caller, ids: readonly string[]): Promise<SelectedCode[]> {
  requireMany(caller);
  requireBulkSize("ids", ids.length, maxSelected);
  return await listSelectedRows(caller, ids.filter(isId));
}
