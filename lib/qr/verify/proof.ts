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

/** What a code that a reader misses as it stands must give back, in three of four, to be misread by chance only. */
const chances = { needed: 3, turnsDegrees: [3, 7], enlarged: 1.5 };

/**
 * Whether the finished pixels give back `payload` (as UTF-8) twice: as they stand, and as a phone sees them,
 * five pixels a module, a little out of focus, a little turned (one way or the other), with a sensor's noise.
 * What only a perfect eye can read is not proven. As they stand may also be three of four pictures that hardly differ:
 * a light frame at an unlucky distance stops a reader at single sizes. A picture with transparent pixels is read once more
 * as a program sees it that does not look at alpha.
 *
 * @param modulePixels of a module in the picture, where that is known: a large one is read reduced by the largest whole
 *   number that leaves a module five pixels or more, so that reading takes as long for a picture of any size.
 */
export async function provesPayload(raster: Raster, payload: string, modulePixels = 1): Promise<boolean> {
  const expected = new TextEncoder().encode(payload);
  const factor = Math.max(1, Math.floor(modulePixels / look.pixelsPerModule));
  const grey = toGrey(raster, { factor });
  const module = await lookAsItStands(grey, expected, modulePixels / factor);
  if (module === null) return false;
  const opaque =
    raster.kind === "rgba" || hasAlpha(raster) ? toGrey(raster, { seesAlpha: false, factor }) : grey;
  if (!sameBytes(opaque.pixels, grey.pixels)) {
    if ((await lookAsItStands(opaque, expected, modulePixels / factor)) === null) return false;
  }
  const seen = focusLikePhone(grey, module);
  for (const turn of look.turnsDegrees) {
    if (await reads(addNoise(turnGrey(seen, turn, 0), look.noiseLevels, 0), expected)) return true;
  }
  return false;
}

async function reads(grey: Grey, expected: Uint8Array): Promise<boolean> {
  const reading = await readGrey(grey, "thorough");
  return reading !== null && sameBytes(reading.bytes, expected);
}

/** What a picture says; a little enlarged where it is missed as it stands, as the proof looks at it then. */
export async function readEither(shown: Grey): Promise<{ grey: Grey; reading: Reading | null }> {
  const reading = await readGrey(shown, "thorough");
  if (reading) return { grey: shown, reading };
  const grey = resizeGrey(shown, Math.round(shown.width * chances.enlarged));
  return { grey, reading: await readGrey(grey, "thorough") };
}

/** Pixels of a module where the picture reads, or is missed by chance; null where it does not, or says something else. */
async function lookAsItStands(grey: Grey, expected: Uint8Array, module: number): Promise<number | null> {
  const reading = await readGrey(grey, "thorough");
  if (reading) return sameBytes(reading.bytes, expected) ? inspectPicture(grey, reading).modulePixels : null;
  if (module < 2) return null;
  const near = [
    ...chances.turnsDegrees.map((turn) => () => turnGrey(grey, turn, 0)),
    () => resizeGrey(grey, Math.round(grey.width * chances.enlarged)),
    () => blurGrey(grey, look.blurModules * module),
  ];
  let read = 0;
  for (const [missed, draw] of near.entries()) {
    if (missed - read > near.length - chances.needed) return null;
    if (await reads(draw(), expected)) read++;
  }
  return read >= chances.needed ? module : null;
}

function hasAlpha({ palette }: { palette: number[] }): boolean {
  return palette.some((entry) => (entry & 255) !== 255);
}

export function sameBytes(left: Uint8Array, right: Uint8Array): boolean {
  return left.length === right.length && left.every((byte, i) => byte === right[i]);
}

function focusLikePhone(grey: Grey, module: number): Grey {
  const seen = resizeGrey(grey, Math.round((grey.width * look.pixelsPerModule) / module));
  return blurGrey(seen, look.blurModules * look.pixelsPerModule);
}
