/**
 * Where labels lie on a sheet and what lies on a label, in millimetres from the left and the top. Runs in the browser,
 * which shows what the file will be.
 */

export interface Measure {
  width: number;
  height: number;
}

export interface Sheet {
  paper: Measure;
  columns: number;
  rows: number;
  label: Measure;
  /** Of the first label. */
  margin: { left: number; top: number };
  /** Between labels. */
  gap: { x: number; y: number };
}

export interface Box extends Measure {
  left: number;
  top: number;
}

export const papers = {
  A4: { width: 210, height: 297 },
  Letter: { width: 215.9, height: 279.4 },
} as const;

/**
 * Sheets as their maker sells them. Label, pitch and margins are those of Avery's own templates: L7160 at 7.21 and 15.15 mm
 * with a pitch of 66.04 × 38.1, L7163 at 4.65 and 15.15 mm with 101.6 × 38.1, and 5160 at 3⁄16 and ½ in with 2¾ × 1 in. Each
 * is symmetric on its paper, as a test holds. The same figures: gLabels' templates, avery-us-templates.xml (5160).
 */
export const sheetCatalogue = {
  L7160: {
    paper: papers.A4,
    columns: 3,
    rows: 7,
    label: { width: 63.5, height: 38.1 },
    margin: { left: 7.21, top: 15.15 },
    gap: { x: 2.54, y: 0 },
  },
  L7163: {
    paper: papers.A4,
    columns: 2,
    rows: 7,
    label: { width: 99.1, height: 38.1 },
    margin: { left: 4.65, top: 15.15 },
    gap: { x: 2.5, y: 0 },
  },
  "5160": {
    paper: papers.Letter,
    columns: 3,
    rows: 10,
    label: { width: 66.675, height: 25.4 },
    margin: { left: 4.7625, top: 12.7 },
    gap: { x: 3.175, y: 0 },
  },
} as const satisfies Record<string, Sheet>;

export type SheetName = keyof typeof sheetCatalogue;
export const sheetNames = ["L7160", "L7163", "5160"] as const satisfies readonly SheetName[];

/** What stands beside a code. */
export const besides = ["name", "link", "both", "nothing"] as const;
export type Beside = (typeof besides)[number];

/** Labels of one file, and copies of one code. */
export const mostLabels = 2_000;
/** The smallest code that is printed, its quiet zone included. */
export const leastCodeMm = 5;
/** A module of 0.4 mm is what phones read without trouble; under 0.25 mm, three dots of an office printer, nothing is printed. */
export const moduleLimits = { safeMm: 0.4, leastMm: 0.25 };

/** Nothing is printed nearer to a label's edge: sheets are fed up to a millimetre askew. */
const insetMm = 2;
/** Between a code and what stands beside it; the code's quiet zone comes on top. */
const besideGapMm = 2;
/** What is kept for words at least: a short word, or two lines. */
const leastWords = { width: 14, height: 6.4 };

export function countLabels({ columns, rows }: Pick<Sheet, "columns" | "rows">): number {
  return columns * rows;
}

/** Sheets that so many labels need when the first lies at `startAt`, which counts from 1. */
export function countSheets(sheet: Sheet, labels: number, startAt: number): number {
  return Math.ceil((startAt - 1 + labels) / countLabels(sheet));
}

/** Where a label lies: rows from the top, each from the left, sheet after sheet. */
export function placeLabel(sheet: Sheet, place: number): { page: number; box: Box } {
  const ofSheet = countLabels(sheet);
  const at = place % ofSheet;
  const { label, margin, gap } = sheet;
  const left = margin.left + (at % sheet.columns) * (label.width + gap.x);
  const top = margin.top + Math.floor(at / sheet.columns) * (label.height + gap.y);
  return { page: Math.floor(place / ofSheet), box: { left, top, ...label } };
}

export interface LabelLayout {
  /** The whole picture: symbol, quiet zone, frame. */
  code: { left: number; top: number; side: number };
  /** Room for words; null without any. */
  words: (Box & { isBelow: boolean }) | null;
}

/** How wide a code can be on a label; under 5 nothing goes on it. */
export function measureLargestCode(label: Measure, beside: Beside): number {
  return Math.max(0, ...listRooms(label, beside).map(({ largest }) => largest));
}

/**
 * Lays out a label from its own corner: the code as wide as asked for, else as it can be, at the left in the middle; or on top
 * where that leaves it more room.
 */
export function layOutLabel(label: Measure, beside: Beside, codeMm: number | null): LabelLayout {
  const [first, second] = listRooms(label, beside);
  const room = second !== undefined && second.largest > (first?.largest ?? 0) ? second : first;
  const side = codeMm ?? room?.largest ?? 0;
  const middle = { left: (label.width - side) / 2, top: (label.height - side) / 2 };
  if (beside === "nothing") return { code: { ...middle, side }, words: null };
  const width = label.width - 2 * insetMm;
  if (room?.isBelow) {
    const top = insetMm + side + besideGapMm;
    const words = { left: insetMm, top, width, height: label.height - insetMm - top, isBelow: true };
    return { code: { left: middle.left, top: insetMm, side }, words };
  }
  const left = insetMm + side + besideGapMm;
  const height = label.height - 2 * insetMm;
  const words = { left, top: insetMm, width: label.width - insetMm - left, height, isBelow: false };
  return { code: { left: insetMm, top: middle.top, side }, words };
}

/** Words at the right of the code, and below it. */
function listRooms(label: Measure, beside: Beside): { isBelow: boolean; largest: number }[] {
  const width = label.width - 2 * insetMm;
  const height = label.height - 2 * insetMm;
  if (beside === "nothing") return [{ isBelow: false, largest: Math.min(width, height) }];
  return [
    { isBelow: false, largest: Math.min(height, width - besideGapMm - leastWords.width) },
    { isBelow: true, largest: Math.min(width, height - besideGapMm - leastWords.height) },
  ];
}

/** Whether modules of a width can be printed: well, with care, or not at all. Widths are products: a hair below is enough. */
export function evaluateModule(moduleMm: number): "ok" | "warn" | "stop" {
  const hair = 1 + 1e-9;
  if (moduleMm * hair >= moduleLimits.safeMm) return "ok";
  return moduleMm * hair >= moduleLimits.leastMm ? "warn" : "stop";
}
