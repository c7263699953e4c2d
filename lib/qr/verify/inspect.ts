import type { Grey } from "./grey";
import type { Reading } from "./reader";

/** What can be measured on the finished picture, whatever it was drawn from. */
export interface Inspection {
  /** Pixels a module in the picture looked at. */
  modulePixels: number;
  /** The whole picture's width in modules, quiet zone and frame included. */
  widthModules: number;
  /** Empty modules around the symbol, the narrowest side counts; not more than 4. */
  quietModules: number;
}

const requiredQuietModules = 4;

export function inspectPicture(grey: Grey, reading: Reading): Inspection {
  const { topLeft, bottomRight, modules } = reading;
  const modulePixels = (bottomRight.x - topLeft.x + bottomRight.y - topLeft.y) / (2 * modules);
  return {
    modulePixels,
    widthModules: grey.width / modulePixels,
    quietModules: measureQuietModules(grey, reading, modulePixels),
  };
}

/** Walks outwards from the symbol, a line of pixels at a time, until a line is not empty any more. */
function measureQuietModules(grey: Grey, reading: Reading, modulePixels: number): number {
  const { width, height, pixels } = grey;
  const left = Math.round(reading.topLeft.x);
  const top = Math.round(reading.topLeft.y);
  const right = Math.round(reading.bottomRight.x);
  const bottom = Math.round(reading.bottomRight.y);
  const limit = Math.ceil(requiredQuietModules * modulePixels);
  const isEmpty = emptiness(grey, reading);
  const emptyLine = (length: number, at: (i: number) => number) => {
    for (let i = 0; i < length; i++) if (!isEmpty(pixels[at(i)]!)) return false;
    return true;
  };
  const row = (y: number) => y >= 0 && y < height && emptyLine(right - left, (i) => y * width + left + i);
  const column = (x: number) => x >= 0 && x < width && emptyLine(bottom - top, (i) => (top + i) * width + x);
  // The outermost line may be half a smoothed edge, so each walk starts a pixel away from it.
  const walks = [
    (d: number) => row(top - 1 - d),
    (d: number) => row(bottom + 1 + d),
    (d: number) => column(left - 1 - d),
    (d: number) => column(right + 1 + d),
  ].map((isFree) => {
    let distance = 1;
    while (distance < limit && isFree(distance)) distance++;
    return distance + 1;
  });
  return Math.min(requiredQuietModules, Math.round(Math.min(...walks) / modulePixels));
}

/** Empty is what is nearer to the ground's level than to the ink's; an eye's corner module is ink. */
function emptiness(
  grey: Grey,
  { topLeft, bottomRight, modules, inverted }: Reading,
): (level: number) => boolean {
  const unit = (bottomRight.x - topLeft.x) / modules;
  const levelAt = (column: number, row: number) => {
    const x = Math.floor(topLeft.x + (column + 0.5) * unit);
    const y = Math.floor(topLeft.y + (row + 0.5) * unit);
    return grey.pixels[y * grey.width + x] ?? 255;
  };
  const ink = levelAt(3, 3);
  const ground = levelAt(3, 1);
  const middle = (ink + ground) / 2;
  return inverted ? (level) => level < middle : (level) => level > middle;
}
