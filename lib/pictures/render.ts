import { fieldError } from "@/lib/platform/errors";
import {
  describeStyle,
  encodeMatrix,
  leastModulePixels,
  leastSize,
  measureModule,
  measureWidth,
  needsProof,
  resizeStyle,
  resolveStyle,
  scaleStyle,
  symbolFor,
} from "@/lib/qr";
import { drawRaster, encodePng } from "@/lib/qr/files";
import type { QrMatrix, Style } from "@/lib/qr/schema";
import { deflatePixels } from "./deflate";
import { readLogo } from "./logo-header";
import { drawInPool } from "./pool";
import {
  curvePixels,
  type Picture,
  type PictureFormat,
  type PictureRequest,
  type PictureTask,
  type StoredPictureRequest,
} from "./schema";

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

function toBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** A PDF is as wide as its picture on a screen: CSS pixels, 96 to the inch. */
const mmPerPixel = 25.4 / 96;

/**
 * Draws a code that was proven when it was stored, the same symbol at any size, and proves no size again: a PNG from its
 * least size on, an SVG or PDF at every one. Throws ServiceError: `size_too_small` with the least size, `content_too_long`,
 * `invalid_logo`, `unavailable`.
 */
export async function renderStored(request: StoredPictureRequest): Promise<Buffer> {
  const { owner, payload, settings, format, size, leastModule } = request;
  const matrix = encodeMatrix(payload, symbolFor(settings));
  const own = describeStyle(settings, matrix.size);
  const min = leastSize(matrix, own.quietZone, Math.max(leastModulePixels, leastModule));
  const requested = size !== undefined && request.mayGrow ? Math.max(size, min) : size;
  const style = requested === undefined ? own : resizeStyle(matrix, own, requested);
  const isCramped = measureModule(matrix, style) < leastModulePixels;
  if (format === "png") {
    if (isCramped || (requested !== undefined && requested < min)) throw sizeTooSmall(min);
    if (!needsProof(style)) return toBuffer(encodePng(drawRaster(matrix, style), deflatePixels));
  }
  const width = measureWidth(style);
  const drawn = await drawInPool(owner, {
    ...taskOf(payload, matrix, isCramped ? scaleStyle(matrix, own, curvePixels) : style),
    format,
    title: request.title ?? "QR code",
    widthMm: request.widthMm ?? width * mmPerPixel,
    shownWidth: width,
  });
  return toBuffer(drawn.bytes);
}

/** The least pixels a module of a code that was stored without them; its own size was proven then. Throws as `renderStored`. */
export async function measureStored({
  owner,
  payload,
  settings,
}: Pick<StoredPictureRequest, "owner" | "payload" | "settings">): Promise<number> {
  const matrix = encodeMatrix(payload, symbolFor(settings));
  const style = describeStyle(settings, matrix.size);
  if (!needsProof(style)) return leastModulePixels;
  const { leastModule } = await drawInPool(owner, { ...taskOf(payload, matrix, style), measure: true });
  return leastModule ?? leastModulePixels;
}

function taskOf(payload: string, matrix: QrMatrix, style: Style): PictureTask {
  return {
    payload,
    matrix,
    style,
    format: "png",
    grade: false,
    title: "",
    widthMm: undefined,
    isStored: true,
  };
}

function sizeTooSmall(min: number) {
  const field = "settings.size";
  const message = `${field} must be at least ${min}: a smaller picture of this code does not scan`;
  return fieldError("size_too_small", { field, code: "size_too_small", message, min });
}
