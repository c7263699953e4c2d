import type { Caller } from "@/lib/accounts/schema";
import { type ErrorDetail, maxDetails, ServiceError } from "@/lib/platform/errors";
import { countSheets, layOutLabel } from "../geometry";
import { takePlace } from "../places";
import type { LabelsOrder } from "../schema";
import type { LabelsDone, LabelsProgress } from "./answers";
import { loadCodes } from "./load-codes";
import { printInPool } from "./pool";
import { readSheet, requireLabels, requireReadable } from "./read-order";
import type { LabelTask, UnreadLabel } from "./task";

/** A file that was proved, and what was. */
interface PrintedLabels {
  done: LabelsDone;
  bytes: Uint8Array;
}

/**
 * Sheets of labels for some of the caller's codes, each label read back from the finished file before it is given out. Tells
 * how far it is, and returns the file. Throws, before the first word of progress: `plan_required`, `rate_limited`, `unavailable`,
 * `validation_failed`, `not_found`, `not_scannable` for codes that would be too small; after it: `not_scannable` with the labels that
 * did not read, and no file.
 *
 * @param signal ends it, in the middle of a label if need be.
 */
export async function* printLabels(
  caller: Caller,
  order: LabelsOrder,
  signal: AbortSignal,
): AsyncGenerator<LabelsProgress, PrintedLabels> {
  const leave = await takePlace(caller);
  try {
    const { task, missing, moduleMm } = await prepare(caller, order, signal);
    const labels = task.codes.length * task.copies;
    const sheets = countSheets(task.sheet, labels, task.startAt);
    yield { labels, sheets, missing };
    const printing = printInPool(task, signal);
    let read = 0;
    let step = await printing.next();
    for (; step.done !== true; step = await printing.next()) {
      read = step.value;
      yield { read, of: labels };
    }
    const { bytes, unread, unprintable } = step.value;
    if (unread.length > 0) throw describeUnread(unread);
    // The sheets may come before the word that the last label was read.
    if (read < labels) yield { read: labels, of: labels };
    const fileName = `labels-${order.sheet.kind === "own" ? "own-sheet" : order.sheet.kind}-${labels}.pdf`;
    const codes = task.codes.length;
    return { done: { fileName, labels, codes, sheets, missing, moduleMm, unprintable }, bytes };
  } finally {
    leave();
  }
}

async function prepare(caller: Caller, { ids, ...order }: LabelsOrder, signal: AbortSignal) {
  const sheet = readSheet(order);
  const { codes, logos, missing, faults } = await loadCodes(caller, ids, signal);
  if (faults.length > 0)
    throw new ServiceError("not_scannable", faults[0]?.message ?? "", { details: faults });
  if (codes.length === 0) throw new ServiceError("not_found", "None of these codes is there any more");
  requireLabels(codes.length, order.copies);
  const { side } = layOutLabel(sheet.label, order.beside, order.codeMm).code;
  const moduleMm = requireReadable(codes, side);
  const { beside, codeMm, copies, startAt, outlines } = order;
  const [only] = codes;
  const title = codes.length === 1 && only ? `Labels of ${only.name}` : `Labels of ${codes.length} codes`;
  const task: LabelTask = { codes, logos, sheet, beside, codeMm, copies, startAt, outlines, title };
  return { task, missing, moduleMm };
}

/** What did not read is not handed out: the labels, and what to change. */
function describeUnread(unread: readonly UnreadLabel[]): ServiceError {
  const details = unread.slice(0, maxDetails).map(
    ({ label, sheet, name }): ErrorDetail => ({
      field: "codeMm",
      code: "not_scannable",
      message: `Label ${label} on sheet ${sheet}, “${name}”, does not give back what its code holds`,
    }),
  );
  const [first] = details;
  const others = unread.length > 1 ? ` (and ${unread.length - 1} more)` : "";
  return new ServiceError("not_scannable", `${first?.message}${others}`, {
    details,
    hint: "Take larger labels or a larger code, or give these codes more contrast and a smaller logo.",
  });
}
