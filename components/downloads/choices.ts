import type { LabelsOrder } from "@/lib/prints/schema";
import {
  type Beside,
  besides,
  countLabels,
  leastCodeMm,
  type MeasureField,
  measureBounds,
  measureLargestCode,
  mostLabels,
  type OwnMeasures,
  type Sheet,
  type SheetName,
  sheetCatalogue,
  sheetNames,
  sheetOfMeasures,
  validateMeasures,
} from "@/lib/prints/sheets";

/** With a point or a comma; three places after a comma may be thousands, and nothing is guessed. */
const decimal = /^\d+(?:\.\d+|,\d{1,2})?$/;

export type SheetKind = SheetName | "own";

export type PaperName = OwnMeasures["paper"];

export interface LabelText {
  kind: SheetKind;
  paper: PaperName;
  measures: Record<MeasureField, string>;
  beside: Beside;
  /** Empty: as large as fits. */
  codeMm: string;
  copies: string;
  startAt: string;
  outlines: boolean;
}

type LabelField = MeasureField | "codeMm" | "copies" | "startAt" | "beside";

/** L7160's measures are where somebody with another sheet begins. */
export const usualLabels: LabelText = {
  kind: "L7160",
  paper: "A4",
  measures: {
    paperWidth: "210",
    paperHeight: "297",
    columns: "3",
    rows: "7",
    labelWidth: "63.5",
    labelHeight: "38.1",
    marginLeft: "7.21",
    marginTop: "15.15",
    gapX: "2.54",
    gapY: "0",
  },
  beside: "name",
  codeMm: "",
  copies: "1",
  startAt: "1",
  outlines: false,
};

export const labelsKey = "quietzone-labels";

/** What was kept of an earlier time. Where a sheet was begun and how many copies it had is of that time alone. */
export function readLabelText(kept: unknown): LabelText | null {
  if (typeof kept !== "object" || kept === null) return null;
  const { kind, paper, measures, beside, outlines } = kept as Record<string, unknown>;
  const known = (typeof measures === "object" && measures !== null ? measures : {}) as Record<
    string,
    unknown
  >;
  const text = (field: MeasureField) => {
    const value = known[field];
    return typeof value === "string" && value.length < 12 ? value : usualLabels.measures[field];
  };
  const fields = Object.keys(measureBounds) as MeasureField[];
  return {
    ...usualLabels,
    kind: ([...sheetNames, "own"] as const).find((choice) => choice === kind) ?? usualLabels.kind,
    paper: (["A4", "Letter", "own"] as const).find((choice) => choice === paper) ?? usualLabels.paper,
    measures: Object.fromEntries(fields.map((field) => [field, text(field)])) as LabelText["measures"],
    beside: besides.find((choice) => choice === beside) ?? usualLabels.beside,
    outlines: outlines === true,
  };
}

export interface ReadLabels {
  /** Null while a field is wrong. */
  order: Omit<LabelsOrder, "ids"> | null;
  /** Null while its measures are wrong. */
  sheet: Sheet | null;
  startAt: number;
  copies: number;
  largestMm: number;
  codeMm: number | null;
  faults: Partial<Record<LabelField, string>>;
}

export function readLabels(text: LabelText, codes: number): ReadLabels {
  const faults: ReadLabels["faults"] = {};
  const own = readMeasures(text);
  const fit = text.kind === "own" ? validateMeasures(own) : [];
  for (const { field, message } of fit) faults[field] ??= message;
  const sheet =
    text.kind !== "own" ? sheetCatalogue[text.kind] : fit.length === 0 ? sheetOfMeasures(own) : null;
  const largestMm = sheet === null ? 0 : measureLargestCode(sheet.label, text.beside);
  if (sheet !== null && largestMm < leastCodeMm) {
    faults.beside = "This label has no room for text. Print the code alone, or choose larger labels.";
  }
  const codeMm = readCodeMm(text.codeMm, largestMm, sheet !== null, faults);
  const copies = readWhole(
    text.copies,
    Math.max(1, Math.floor(mostLabels / Math.max(1, codes))),
    "copies",
    faults,
  );
  const startAt = readWhole(
    text.startAt,
    sheet === null ? mostLabels : countLabels(sheet),
    "startAt",
    faults,
  );
  const isWhole = sheet !== null && Object.keys(faults).length === 0;
  const { beside, outlines, kind } = text;
  const choice = kind === "own" ? { kind, ...own } : { kind };
  const order = isWhole ? { sheet: choice, beside, codeMm, copies, startAt, outlines } : null;
  return { order, sheet, startAt, copies, largestMm, codeMm, faults };
}

function readMeasures({ paper, measures }: LabelText): OwnMeasures {
  const fields = Object.keys(measureBounds) as MeasureField[];
  const numbers = Object.fromEntries(fields.map((field) => [field, readNumber(measures[field])]));
  const own = { paper, ...(numbers as Record<MeasureField, number>) };
  // What is not asked for is not sent as no number.
  return paper === "own" ? own : { ...own, paperWidth: 0, paperHeight: 0 };
}

function readCodeMm(
  entered: string,
  largest: number,
  isKnown: boolean,
  faults: ReadLabels["faults"],
): number | null {
  if (entered.trim() === "") return null;
  const value = readNumber(entered);
  const most = floorTenth(largest);
  if (isKnown && !(value >= leastCodeMm && value <= most)) {
    faults.codeMm = `${leastCodeMm} to ${most} mm on this label.`;
  }
  return Number.isNaN(value) ? null : value;
}

function readWhole(
  entered: string,
  most: number,
  field: "copies" | "startAt",
  faults: ReadLabels["faults"],
): number {
  const value = readNumber(entered);
  if (Number.isInteger(value) && value >= 1 && value <= most) return value;
  faults[field] = most === 1 ? "There is room for 1 only." : `1 to ${most.toLocaleString("en-GB")}.`;
  return 1;
}

function readNumber(text: string): number {
  const entered = text.trim();
  return decimal.test(entered) ? Number(entered.replace(",", ".")) : Number.NaN;
}

/** To a tenth of a millimetre, never more than there is. */
export const floorTenth = (mm: number): number => Math.floor(mm * 10 + 1e-6) / 10;

/** A module is small, so it has two places; never wider than it is. */
export const formatModuleMm = (mm: number): string => `${(Math.floor(mm * 100 + 1e-6) / 100).toFixed(2)} mm`;

/** At most two decimals: 66.675 mm is 66.68. */
export const formatMm = (mm: number): string => (Math.round(mm * 100) / 100).toLocaleString("en-GB");

/** What was chosen last in this browser, as far as it is still a choice; null where there is none or it may not be kept. */
export function recall<T>(name: string, read: (kept: unknown) => T | null): T | null {
  try {
    const kept = localStorage.getItem(name);
    return kept === null ? null : read(JSON.parse(kept));
  } catch {
    return null;
  }
}

export function remember(name: string, choice: object): void {
  try {
    localStorage.setItem(name, JSON.stringify(choice));
  } catch {
    // A browser that keeps nothing asks again.
  }
}
