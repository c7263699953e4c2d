import type { ErrorCode, ErrorDetail, Warning } from "@/lib/platform/errors";
import type { ErrorCorrectionLevel, QrMatrix, Scannability, Settings, Style } from "@/lib/qr/schema";

export type PictureFormat = "png" | "svg" | "pdf";

export interface PictureRequest {
  /** What the code holds, already encoded for its type. */
  payload: string;
  settings: Settings | null | undefined;
  format: PictureFormat;
  /** Also grade how well the picture reads under distortions. */
  grade: boolean;
  /** Read out by screen readers (SVG) and shown as the document's title (PDF). */
  title?: string;
  /** Printed width of a PDF in millimetres, frame included. */
  widthMm?: number;
}

export interface Picture {
  bytes: Buffer;
  mediaType: string;
  style: Style;
  warnings: Warning[];
  scannability?: Scannability;
  matrix: { version: number; size: number; level: ErrorCorrectionLevel };
}

/** What a thread is given; plain data that can be cloned between threads. */
export interface PictureTask {
  payload: string;
  matrix: QrMatrix;
  style: Style;
  format: PictureFormat;
  grade: boolean;
  title: string;
  widthMm: number | undefined;
}

/** What a thread gives back; errors as data, since an Error loses its class between threads. */
export type PictureResult =
  | { bytes: Uint8Array; scannability?: Scannability }
  | {
      refused: {
        code: ErrorCode;
        message: string;
        details: ErrorDetail[] | undefined;
        hint: string | undefined;
      };
    };
