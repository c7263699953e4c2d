import type { PdfOptions } from "./draw/pdf";
import type { QrMatrix, Style } from "./schema";

// Apart from index.ts: a page that shows a code as SVG loads none of it.
export { mostLogoPixels } from "./draw/logo";
export { drawRaster } from "./draw/raster";
export { encodePng } from "./png";

/** As `drawPdf` of draw/pdf.ts, which loads with its PDF library (about 0.5 MB) at the first call only. */
export async function drawPdf(matrix: QrMatrix, style: Style, options: PdfOptions): Promise<Uint8Array> {
  const pdf = await import("./draw/pdf");
  return pdf.drawPdf(matrix, style, options);
}
