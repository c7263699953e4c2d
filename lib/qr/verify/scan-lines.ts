import { type Grey, resizeGrey } from "./grey";
import type { Reading } from "./reader";

/** OpenCV shrinks a larger picture to this before it looks; on more pixels its window would lie within one dark square. */
const widestPixels = 512;

/** How OpenCV tells ink from paper: darker than the mean of a window around it, by so much. */
const windowPixels = 83;
const belowMean = 2;

/** How far the five runs across an eye may be from 1:1:3:1:1, in all and as shares of its width; OpenCV's bound. */
const looseness = 0.2;

/** Where in the outer corner module of an eye ink is looked for, in modules from both edges. A radius over 0.85 leaves it bare. */
const cornerModules = 0.25;

/**
 * The share of the three readers in use that find the symbol. zxing has read it. zbar and OpenCV look for eyes along scan
 * lines, in dark ink alone; OpenCV then needs the outer corners of the eyes, and finds no place for the symbol without.
 *
 * @param grey as zxing read it, undistorted and upright.
 */
export function shareOfReaders(grey: Grey, reading: Reading): number {
  const seen = grey.width > widestPixels ? resizeGrey(grey, widestPixels) : grey;
  if (countEyes(seen) < 3) return 1 / 3;
  return hasCorners(grey, reading) ? 1 : 2 / 3;
}

/** The eyes that scan lines meet: five runs of 1:1:3:1:1 along a row, and again down through the middle. */
function countEyes(grey: Grey): number {
  const ink = findInk(grey);
  const eyes: { x: number; y: number; lines: number }[] = [];
  for (let y = 0; y < grey.height; y++) {
    for (const { x, side } of findAcross(grey, ink, y)) {
      if (!crossesDown(grey, ink, x, y)) continue;
      const known = eyes.find((eye) => Math.abs(eye.x - x) < side / 2 && Math.abs(eye.y - y) < side / 2);
      if (known) known.lines++;
      else eyes.push({ x, y, lines: 1 });
    }
  }
  return eyes.filter(({ lines }) => lines > 1).length;
}

/** 1 where a pixel is darker than what surrounds it. */
function findInk({ width, height, pixels }: Grey): Uint8Array {
  const stride = width + 1;
  const sums = new Float64Array(stride * (height + 1));
  for (let y = 0; y < height; y++) {
    for (let x = 0, row = 0; x < width; x++) {
      row += pixels[y * width + x]!;
      sums[(y + 1) * stride + x + 1] = sums[y * stride + x + 1]! + row;
    }
  }
  const reach = windowPixels >> 1;
  const ink = new Uint8Array(pixels.length);
  for (let y = 0; y < height; y++) {
    const top = Math.max(0, y - reach) * stride;
    const bottom = Math.min(height, y + reach + 1) * stride;
    for (let x = 0; x < width; x++) {
      const left = Math.max(0, x - reach);
      const right = Math.min(width, x + reach + 1);
      const sum = sums[bottom + right]! - sums[top + right]! - sums[bottom + left]! + sums[top + left]!;
      const mean = sum / (((bottom - top) / stride) * (right - left));
      if (pixels[y * width + x]! < mean - belowMean) ink[y * width + x] = 1;
    }
  }
  return ink;
}

/** Middles and widths of what looks like an eye along a row. */
function findAcross({ width }: Grey, ink: Uint8Array, y: number): { x: number; side: number }[] {
  const found: { x: number; side: number }[] = [];
  const row = ink.subarray(y * width, (y + 1) * width);
  let runs: number[] = [];
  for (let x = 1, start = 0; x <= width; x++) {
    if (x < width && row[x] === row[x - 1]) continue;
    runs = [...runs.slice(-4), x - start];
    start = x;
    if (row[x - 1] !== 1 || !isEye(runs)) continue;
    const [, , middle = 0, light = 0, dark = 0] = runs;
    found.push({ x: Math.round(x - dark - light - middle / 2), side: sumOf(runs) });
  }
  return found;
}

function crossesDown({ width, height }: Grey, ink: Uint8Array, x: number, y: number): boolean {
  const walk = (from: number, step: 1 | -1): number[] => {
    const runs: number[] = [];
    for (let row = from; runs.length < 3; ) {
      const start = row;
      const wanted = runs.length === 1 ? 0 : 1;
      while (row >= 0 && row < height && ink[row * width + x] === wanted) row += step;
      runs.push(Math.abs(row - start));
    }
    return runs;
  };
  const [up = 0, upLight = 0, upDark = 0] = walk(y, -1);
  const [down = 0, downLight = 0, downDark = 0] = walk(y + 1, 1);
  return isEye([upDark, upLight, up + down, downLight, downDark]);
}

function isEye(runs: readonly number[]): boolean {
  const side = sumOf(runs);
  if (runs.length < 5 || side < 7 || Math.min(...runs) === 0) return false;
  return sumOf(runs.map((run, index) => Math.abs(run / side - (index === 2 ? 3 : 1) / 7))) < looseness;
}

function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}

/** Whether the outermost corners of the three eyes are inked, as squares are and circles are not. */
function hasCorners(grey: Grey, { topLeft, bottomRight, modules }: Reading): boolean {
  const width = bottomRight.x - topLeft.x;
  const height = bottomRight.y - topLeft.y;
  const levelAt = (column: number, row: number) => {
    const x = Math.floor(topLeft.x + (column * width) / modules);
    const y = Math.floor(topLeft.y + (row * height) / modules);
    return grey.pixels[y * grey.width + x] ?? 255;
  };
  const middle = (levelAt(3.5, 3.5) + levelAt(3.5, 1.5)) / 2;
  const far = modules - cornerModules;
  const corners = [
    [cornerModules, cornerModules],
    [far, cornerModules],
    [cornerModules, far],
  ] as const;
  return corners.every(([column, row]) => levelAt(column, row) < middle);
}
