import { fieldError } from "@/lib/platform/errors";
import {
  describeStyle,
  drawRaster,
  encodeMatrix,
  encodePng,
  leastModulePixels,
  leastSize,
  measureModule,
  measureWidth,
  needsProof,
  resizeStyle,
  scaleStyle,
  symbolFor,
} from "@/lib/qr";
import type { QrMatrix, Style } from "@/lib/qr/schema";
import { deflatePixels } from "./deflate";
import { drawInPool } from "./pool";
import { curvePixels } from "./proof";
import { toBuffer } from "./render";
import type { PictureTask, StoredPictureRequest } from "./schema";

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
  const asked = size !== undefined && request.mayGrow ? Math.max(size, min) : size;
  const style = asked === undefined ? own : resizeStyle(matrix, own, asked);
  const isCramped = measureModule(matrix, style) < leastModulePixels;
  if (format === "png") {
    if (isCramped || (asked !== undefined && asked < min)) throw sizeTooSmall(min);
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
