import type { StoredCode } from "@/lib/codes/schema";
import { encodeContent } from "@/lib/content";
import { ServiceError } from "@/lib/platform/errors";
import { drawSvg, encodeMatrix, symbolFor } from "@/lib/qr";
import type { QrMatrix, Style } from "@/lib/qr/schema";
import { nameThumb } from "../codes/code-thumb";
import { pictureUrl } from "../codes/picture-url";

/** A stored code as it lies on the bench. */
export interface DrawnSheet {
  matrix: QrMatrix;
  style: Style;
  /** The picture: the document itself, or where it is; with a logo it may be a megabyte, which a page can't hold. */
  picture: { svg: string } | { src: string };
  /** What readers call the sheet. */
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
