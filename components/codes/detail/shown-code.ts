import type { Report } from "@/lib/analytics/schema";
import type { StoredCode, TargetList } from "@/lib/codes/schema";
import { encodeContent } from "@/lib/content";
import { ServiceError } from "@/lib/platform/errors";
import { drawSvg, encodeMatrix, symbolFor } from "@/lib/qr";
import type { QrMatrix, Style } from "@/lib/qr/schema";
import type { ScanPage } from "@/lib/scans/schema";
import { nameThumb } from "../code-thumb";
import { pictureUrl } from "../picture-url";
import type { DetailActions } from "./actions";
import type { ComingGrade } from "./grade-block";

/** What every part of the page is given; what is still being read is waited for where it is shown. */
export interface ShownCode {
  code: StoredCode;
  sheet: DrawnSheet | null;
  /** Null where a static code has none. */
  reading: {
    grade: ComingGrade;
    report: Promise<Report> | null;
    scans: Promise<ScanPage> | null;
    weekScans: Promise<number | null>;
    targets: Promise<TargetList> | null;
  };
  zone: string;
  hasLabels: boolean;
  nowMs: number;
  actions: DetailActions;
}

/** A stored code as it lies on the bench. */
export interface DrawnSheet {
  matrix: QrMatrix;
  style: Style;
  /** The picture: the document itself, or where it is; with a logo it may be a megabyte, which a page can't hold. */
  picture: { svg: string } | { src: string };
  name: string;
}

/** Draws a stored code; null where the rules of today refuse what an older release took. */
export function drawStored(code: StoredCode): DrawnSheet | null {
  const style = code.settings as Style;
  try {
    const payload = code.shortUrl ?? encodeContent(code.type, code.content).payload;
    const matrix = encodeMatrix(payload, symbolFor(style));
    const name = nameThumb(code);
    const picture = style.logo
      ? { src: pictureUrl(code, { format: "svg" }) }
      : { svg: drawSvg(matrix, style, { title: name }) };
    return { matrix, style, picture, name };
  } catch (fault) {
    if (fault instanceof ServiceError) return null;
    throw fault;
  }
}
