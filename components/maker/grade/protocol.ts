import type { Distortion, QrMatrix, Scannability, Style } from "@/lib/qr/schema";

/** What the grading worker is asked. */
export interface GradeRequest {
  id: number;
  payload: string;
  matrix: QrMatrix;
  style: Style;
  /** Also draw the five tests. */
  withTests: boolean;
}

export type TestPictures = Record<Distortion, ImageData>;

export interface Grade {
  /** The finished pixels gave their content back; always true where the look is the default. */
  isProven: boolean;
  scannability: Scannability;
  tests: TestPictures | null;
}

/** `failure`: the logo can't be decoded here, or the reader didn't load. */
export type GradeReply = { id: number } & ({ grade: Grade } | { failure: string });
