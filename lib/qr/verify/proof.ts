import type { Raster } from "../schema";
import { addNoise, blurGrey, turnGrey } from "./distort";
import { type Grey, resizeGrey, toGrey } from "./grey";
import { inspectPicture } from "./inspect";
import { type Reading, readGrey } from "./reader";

/** How the second look sees the picture; see docs/decisions/0002-proof-and-grade.md. */
const look = { pixelsPerModule: 5, blurModules: 0.3, noiseLevels: 3, turnsDegrees: [10, -10] };

/**
 * The content of the one QR code in the finished pixels, byte for byte, or null when none is read.
 * Transparent pixels lie on white paper. A reversed code (light on dark) counts as readable.
 */
export async function decodeRaster(raster: Raster): Promise<Uint8Array | null> {
  const reading = await readGrey(toGrey(raster), "thorough");
  return reading?.bytes ?? null;
}

/**
 * Whether the finished pixels give back `payload` (as UTF-8) twice: as they stand, and as a phone sees them,
 * five pixels a module, a little out of focus, a little turned (one way or the other), with a sensor's noise.
 * What only a perfect eye can read is not proven. A picture with transparent pixels is read once more as a program sees it
 * that does not look at alpha.
 *
 * @param modulePixels of a module in the picture, where that is known: a large one is read reduced by the largest whole
 *   number that leaves a module five pixels or more, so that reading takes as long for a picture of any size.
 */
export async function provesPayload(raster: Raster, payload: string, modulePixels = 1): Promise<boolean> {
  const expected = new TextEncoder().encode(payload);
  const factor = Math.max(1, Math.floor(modulePixels / look.pixelsPerModule));
  const grey = toGrey(raster, { factor });
  const reading = await readGrey(grey, "thorough");
  if (!reading || !sameBytes(reading.bytes, expected)) return false;
  const opaque =
    raster.kind === "rgba" || hasAlpha(raster) ? toGrey(raster, { seesAlpha: false, factor }) : grey;
  if (!sameBytes(opaque.pixels, grey.pixels)) {
    const flat = await readGrey(opaque, "thorough");
    if (!flat || !sameBytes(flat.bytes, expected)) return false;
  }
  const seen = focusLikePhone(grey, reading);
  for (const turn of look.turnsDegrees) {
    const again = await readGrey(addNoise(turnGrey(seen, turn, 0), look.noiseLevels, 0), "thorough");
    if (again && sameBytes(again.bytes, expected)) return true;
  }
  return false;
}

function hasAlpha({ palette }: { palette: number[] }): boolean {
  return palette.some((entry) => (entry & 255) !== 255);
}

export function sameBytes(left: Uint8Array, right: Uint8Array): boolean {
  return left.length === right.length && left.every((byte, i) => byte === right[i]);
}

function focusLikePhone(grey: Grey, reading: Reading): Grey {
  const { modulePixels } = inspectPicture(grey, reading);
  const seen = resizeGrey(grey, Math.round((grey.width * look.pixelsPerModule) / modulePixels));
  return blurGrey(seen, look.blurModules * look.pixelsPerModule);
}
