import { type ErrorDetail, maxDetails, ServiceError } from "@/lib/platform/errors";
import {
  countLabels,
  judgeModule,
  leastCodeMm,
  measureLargestCode,
  moduleLimits,
  mostLabels,
  type Sheet,
  sheetCatalogue,
} from "../geometry";
import { judgeMeasures, sheetOfMeasures } from "../own-measures";
import type { LabelsOrder, SheetChoice } from "../schema";
import { shareOfModule } from "./look";
import type { LabelCode } from "./task";

/** The sheet of an order. Throws `validation_failed` with all that keeps labels from being laid out on it. */
export function readSheet(order: Omit<LabelsOrder, "ids">): Sheet {
  const { sheet: choice, beside, codeMm, startAt } = order;
  const faults = judgeChoice(choice);
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

function judgeChoice(choice: SheetChoice): ErrorDetail[] {
  if (choice.kind !== "own") return [];
  return judgeMeasures(choice).map(({ field, message }) => ({
    field: `sheet.${field}`,
    code: "out_of_range",
    message: `sheet.${field}: ${message}`,
  }));
}

/** Throws `validation_failed` for more labels than a file has. */
export function requireLabels(codes: number, copies: number): void {
  if (codes * copies <= mostLabels) return;
  const max = Math.floor(mostLabels / codes);
  const message = `copies must be at most ${max}: ${codes} codes and ${copies} copies are ${codes * copies} labels, and a file has at most ${mostLabels}`;
  throw refuse([{ field: "copies", code: "out_of_range", message, min: 1, max }]);
}

/**
 * The narrowest module of the codes as they are to be printed. Throws `not_scannable` with each code whose modules would be too
 * narrow, and how wide it must be.
 */
export function requireReadable(codes: readonly LabelCode[], sideMm: number): number {
  const details: ErrorDetail[] = [];
  let finest = Number.POSITIVE_INFINITY;
  for (const { name, style, matrix } of codes) {
    const share = shareOfModule(style, matrix);
    finest = Math.min(finest, share * sideMm);
    if (judgeModule(share * sideMm) !== "stop" || details.length >= maxDetails) continue;
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
