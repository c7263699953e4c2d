import type { ErrorDetail } from "@/lib/platform/errors";
import type { QrMatrix, Style } from "@/lib/qr/schema";
import type { Beside, Sheet } from "../geometry";

/** A code as a thread is given it. */
export interface LabelCode {
  name: string;
  shortUrl: string | null;
  payload: string;
  matrix: QrMatrix;
  /** As it is printed; without its logo's picture. */
  style: Style;
  /** Which of the task's logos; null: none. */
  logo: number | null;
}

/** Everything that a sheet of labels is drawn from and judged by; plain data that can be cloned between threads. */
export interface LabelTask {
  codes: LabelCode[];
  /** Data URLs, each once. */
  logos: string[];
  sheet: Sheet;
  beside: Beside;
  /** Width of each code on the paper. */
  codeMm: number | null;
  copies: number;
  startAt: number;
  outlines: boolean;
  title: string;
}

/** A label that did not give back what its code holds. */
export interface UnreadLabel {
  /** From 1, in the order of the codes. */
  label: number;
  sheet: number;
  name: string;
}

/** The codes of a task's labels in their order: the copies of one come one after the other. */
export function listLabels({ codes, copies }: Pick<LabelTask, "codes" | "copies">): LabelCode[] {
  return codes.flatMap((code) => Array<LabelCode>(copies).fill(code));
}

/** ISO/IEC 18004 asks for a margin of 4 modules on every side. */
const standardQuietZone = 4;
/** Vectors have no pixels: enough for shapes to be as they are in large pictures. */
const modulePixels = 16;

/**
 * A stored look as it is printed on a label: the whole of the room is modules and a quiet zone, no less than the standard's.
 * Pictures of pixels keep what is left of their size as more margin, up to a third of a small one. Frame and logo are
 * sized by the stored picture, so that one stays as it is.
 */
export function styleForPrint(style: Style, matrix: Pick<QrMatrix, "size">): Style {
  if (style.logo !== undefined || style.frame.style !== "square") return style;
  const quietZone = Math.max(standardQuietZone, style.quietZone);
  return { ...style, quietZone, size: modulePixels * (matrix.size + 2 * quietZone) };
}

/** The part of a picture's width that one module is. */
export function shareOfModule(style: Style, matrix: Pick<QrMatrix, "size">): number {
  const frame = style.frame.style === "square" ? 0 : style.frame.size;
  const module = Math.floor(style.size / (matrix.size + 2 * style.quietZone));
  return module / (style.size + 2 * frame);
}

/** A line of the answer while labels are drawn and read back. */
export type LabelsProgress =
  | { labels: number; sheets: number; missing: number }
  | { read: number; of: number };

/** A name of which some signs are not in the font. */
export interface Unprintable {
  name: string;
  signs: string;
}

/** What was proved, before the file's own bytes. */
export interface LabelsDone {
  fileName: string;
  labels: number;
  codes: number;
  sheets: number;
  /** Codes that are not there any more. */
  missing: number;
  /** The narrowest module that is printed. */
  moduleMm: number;
  unprintable: Unprintable[];
}

/** What a label sheet of some codes depends on, before one chooses its measures. */
export interface LabelsMeasures {
  codes: number;
  missing: number;
  /** The module that is the narrowest part of its picture's width; null without any code. */
  finest: { name: string; share: number } | null;
  /** What can't be printed at all, and why. */
  faults: ErrorDetail[];
}
