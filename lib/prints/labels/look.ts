import type { QrMatrix, Style } from "@/lib/qr/schema";

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
