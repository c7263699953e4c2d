import {
  drawRaster,
  encodeMatrix,
  encodePng,
  leastModulePixels,
  needsProof,
  resolveStyle,
  symbolFor,
} from "@/lib/qr";
import { deflatePixels } from "./deflate";
import { readLogo } from "./logo-header";
import { drawInPool } from "./pool";
import type { Picture, PictureFormat, PictureRequest } from "./schema";

export const mediaTypes: Record<PictureFormat, string> = {
  png: "image/png",
  svg: "image/svg+xml",
  pdf: "application/pdf",
};

/**
 * Draws a code as a file. A plain PNG is drawn at once on the calling thread (about 0.2 ms); whatever has a logo, a
 * look of its own, a grade or another format is drawn in a thread of the pool, where its finished pixels are decoded
 * before it is returned.
 *
 * Throws ServiceError: `content_too_long`, those of `resolveStyle`, `invalid_logo`, `not_scannable`, `unavailable`.
 */
export async function renderPicture(request: PictureRequest): Promise<Picture> {
  const { owner, payload, settings, format, grade } = request;
  const matrix = encodeMatrix(payload, symbolFor(settings));
  const { style, warnings } = resolveStyle(settings, matrix);
  const { enabled, dataUrl } = settings?.logo ?? {};
  // One that is drawn is read where it is drawn.
  if (dataUrl && !enabled) readLogo(dataUrl);
  const facts = { version: matrix.version, size: matrix.size, level: matrix.level };
  const picture = { mediaType: mediaTypes[format], style, warnings, matrix: facts };
  const isPlain = !needsProof(style);
  const measure = request.measure ?? false;
  if (format === "png" && !grade && isPlain) {
    return {
      ...picture,
      ...(measure && { leastModule: leastModulePixels }),
      bytes: toBuffer(encodePng(drawRaster(matrix, style), deflatePixels)),
    };
  }
  const title = request.title ?? "QR code";
  const task = { payload, matrix, style, format, grade, title, widthMm: request.widthMm, measure };
  const drawn = await drawInPool(owner, task, { isHurried: request.isHurried ?? false });
  return {
    ...picture,
    warnings: [...warnings, ...drawn.warnings],
    bytes: toBuffer(drawn.bytes),
    ...(drawn.scannability && { scannability: drawn.scannability }),
    ...(drawn.leastModule && { leastModule: drawn.leastModule }),
  };
}

export function toBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
