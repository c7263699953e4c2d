import type { PdfOptions } from "./draw/pdf";
import type { QrMatrix, Style } from "./schema";

export { hasLightFrame } from "./colour";
export { mostLogoPixels } from "./draw/logo";
export { drawRaster } from "./draw/raster";
export { drawSvg } from "./draw/svg";
export { encodeMatrix, measureSymbol } from "./encode";
export { leastSize, measureModule, measureWidth, resizeStyle, scaleStyle, symbolFor } from "./layout";
export { encodePng } from "./png";
export { describeStyle, leastModulePixels, needsProof, resolveStyle } from "./style";

/** As `drawPdf` of draw/pdf.ts, which loads with its PDF library (about 0.5 MB) at the first call only. */
export async function drawPdf(matrix: QrMatrix, style: Style, options: PdfOptions): Promise<Uint8Array> {
  const pdf = await import("./draw/pdf");
  return pdf.drawPdf(matrix, style, options);
}
