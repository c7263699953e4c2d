import type { ErrorDetail } from "@/lib/platform/errors";

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
