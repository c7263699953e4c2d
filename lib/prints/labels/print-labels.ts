import type { Caller } from "@/lib/accounts/schema";
import { findPrinted, type PrintedCode, payloadOfPrinted } from "@/lib/codes/read";
import { requireBulk } from "@/lib/plans";
import { createYield } from "@/lib/platform/concurrency";
import { type ErrorDetail, maxDetails, ServiceError } from "@/lib/platform/errors";
import { describeStyle, encodeMatrix, symbolFor } from "@/lib/qr";
import {
  countLabels,
  countSheets,
  evaluateModule,
  layOutLabel,
  leastCodeMm,
  measureLargestCode,
  moduleLimits,
  mostLabels,
  type Sheet,
  sheetCatalogue,
} from "../geometry";
import { sheetOfMeasures, validateMeasures } from "../own-measures";
import { acquirePrintSlot, printing } from "../print-limits";
import type { LabelsOrder, SheetChoice } from "../schema";
import { printInPool } from "./pool";
import {
  type LabelCode,
  type LabelsDone,
  type LabelsMeasures,
  type LabelsProgress,
  type LabelTask,
  shareOfModule,
  styleForPrint,
  type UnreadLabel,
} from "./task";

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
  const leave = await acquirePrintSlot(caller);
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

/** The sheet of an order. Throws `validation_failed` with all that keeps labels from being laid out on it. */
function readSheet(order: Omit<LabelsOrder, "ids">): Sheet {
  const { sheet: choice, beside, codeMm, startAt } = order;
  const faults = validateChoice(choice);
  if (faults.length > 0) throw refuse(faults);
  const sheet = choice.kind === "own" ? sheetOfMeasures(choice) : sheetCatalogue[choice.kind];
  const largest = measureLargestCode(sheet.label, beside);
  if (largest < leastCodeMm) {
    const message =
      "leaves less than 5 mm for the code on this label; print the code alone, or take larger labels";
    faults.push({ field: "beside", code: "too_small", message: `beside ${message}` });
  } else if (codeMm !== null && !(codeMm >= leastCodeMm && codeMm <= largest + 1e-9)) {
    const max = floor(largest);
    const message = `codeMm must be between ${leastCodeMm} and ${max} mm on this label`;
    faults.push({ field: "codeMm", code: "out_of_range", message, min: leastCodeMm, max });
  }
  const max = countLabels(sheet);
  if (startAt > max) {
    const message = `startAt must be at most ${max}, the labels of a sheet`;
    faults.push({ field: "startAt", code: "out_of_range", message, min: 1, max });
  }
  if (faults.length > 0) throw refuse(faults);
  return sheet;
}

function validateChoice(choice: SheetChoice): ErrorDetail[] {
  if (choice.kind !== "own") return [];
  return validateMeasures(choice).map(({ field, message }) => ({
    field: `sheet.${field}`,
    code: "out_of_range",
    message: `sheet.${field}: ${message}`,
  }));
}

/** Throws `validation_failed` for more labels than a file has. */
function requireLabels(codes: number, copies: number): void {
  if (codes * copies <= mostLabels) return;
  const max = Math.floor(mostLabels / codes);
  const message = `copies must be at most ${max}: ${codes} codes and ${copies} copies are ${codes * copies} labels, and a file has at most ${mostLabels}`;
  throw refuse([{ field: "copies", code: "out_of_range", message, min: 1, max }]);
}

/**
 * The narrowest module of the codes as they are to be printed. Throws `not_scannable` with each code whose modules would be too
 * narrow, and how wide it must be.
 */
function requireReadable(codes: readonly LabelCode[], sideMm: number): number {
  const details: ErrorDetail[] = [];
  let finest = Number.POSITIVE_INFINITY;
  for (const { name, style, matrix } of codes) {
    const share = shareOfModule(style, matrix);
    finest = Math.min(finest, share * sideMm);
    if (evaluateModule(share * sideMm) !== "stop" || details.length >= maxDetails) continue;
    const min = Math.ceil(moduleLimits.leastMm / share);
    const message = `“${name}” must be at least ${min} mm wide to be read; here it is ${floor(sideMm)} mm`;
    details.push({ field: "codeMm", code: "not_scannable", message, min });
  }
  if (details.length === 0) return finest;
  throw new ServiceError("not_scannable", details[0]?.message ?? "", {
    details,
    hint: "Take larger labels, print the codes alone, or shorten what these codes hold.",
  });
}

function refuse(details: ErrorDetail[]): ServiceError {
  return new ServiceError("validation_failed", details[0]?.message ?? "", { details });
}

function floor(mm: number): number {
  return Math.floor(mm * 10 + 1e-6) / 10;
}

/** What a sheet of the caller's codes depends on: how many there are, and which needs the most room. Throws `plan_required`. */
export async function measureLabels(
  caller: Caller,
  ids: readonly string[],
  signal: AbortSignal,
): Promise<LabelsMeasures> {
  requireBulk(caller.plan, printing);
  const { codes, missing, faults } = await loadCodes(caller, ids, signal);
  return { codes: codes.length, missing, finest: findFinest(codes), faults };
}

/** Pictures of logos that one order may hold, as text: a hundred of the largest, thousands of usual ones. */
const mostLogoCharacters = 64 * 1024 * 1024;
/** Codes that are read at a time, each perhaps with a picture of half a megabyte. */
const atOnce = 16;
const breathMs = 10;

interface LoadedCodes {
  codes: LabelCode[];
  logos: string[];
  missing: number;
  /** Codes that today's rules refuse to draw, each with why. */
  faults: ErrorDetail[];
}

/** The caller's codes as labels are drawn from them, in the order asked for; one that is named twice counts once. */
async function loadCodes(caller: Caller, ids: readonly string[], signal: AbortSignal): Promise<LoadedCodes> {
  const loaded: LoadedCodes = { codes: [], logos: [], missing: 0, faults: [] };
  const places = new Map<string, number>();
  const yieldIfDue = createYield(breathMs);
  const wanted = [...new Set(ids)];
  let characters = 0;
  for (let at = 0; at < wanted.length; at += atOnce) {
    signal.throwIfAborted();
    const found = await Promise.all(wanted.slice(at, at + atOnce).map((id) => findPrinted(caller, id)));
    for (const code of found) {
      await yieldIfDue();
      if (code === null) loaded.missing += 1;
      else characters += addCode(loaded, places, code);
      if (characters > mostLogoCharacters) throw tooManyLogos();
    }
  }
  return loaded;
}

/** Tells how much of a picture was added. */
function addCode(loaded: LoadedCodes, places: Map<string, number>, code: PrintedCode): number {
  try {
    const payload = payloadOfPrinted(code);
    const matrix = encodeMatrix(payload, symbolFor(code.settings));
    const style = describeStyle(code.settings, matrix.size);
    const dataUrl = style.logo?.dataUrl;
    const isNew = dataUrl !== undefined && !places.has(dataUrl);
    if (isNew) places.set(dataUrl, loaded.logos.push(dataUrl) - 1);
    const printed = styleForPrint(style, matrix);
    const { name, shortUrl } = code;
    loaded.codes.push({
      name,
      shortUrl,
      payload,
      matrix,
      style: printed.logo ? { ...printed, logo: { ...printed.logo, dataUrl: "" } } : printed,
      logo: dataUrl === undefined ? null : (places.get(dataUrl) ?? null),
    });
    return isNew ? dataUrl.length : 0;
  } catch (fault) {
    if (!(fault instanceof ServiceError)) throw fault;
    if (loaded.faults.length < maxDetails) {
      loaded.faults.push({ field: "ids", code: fault.code, message: `“${code.name}”: ${fault.message}` });
    }
    return 0;
  }
}

function tooManyLogos(): ServiceError {
  const message = "The logos of these codes are too much for one file; print the codes in parts";
  return new ServiceError("payload_too_large", message);
}

/** The code whose module is the smallest part of its picture; null without any. */
function findFinest(codes: readonly LabelCode[]): { name: string; share: number } | null {
  let finest: { name: string; share: number } | null = null;
  for (const { name, style, matrix } of codes) {
    const share = shareOfModule(style, matrix);
    if (finest === null || share < finest.share) finest = { name, share };
  }
  return finest;
}
