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
