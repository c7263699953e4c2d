import type { Raster } from "../schema";

/** Luminance, one byte a pixel, row by row: 0 is black. */
export interface Grey {
  width: number;
  height: number;
  pixels: Uint8Array;
}

const paper = 255;

/** Luminance as the reader itself computes it (ITU-R BT.601 in fixed point), on white paper where transparent. */
function luminanceOf(red: number, green: number, blue: number, alpha: number): number {
  const inked = (306 * red + 601 * green + 117 * blue + 512) >> 10;
  return alpha === 255 ? inked : Math.round((inked * alpha + paper * (255 - alpha)) / 255);
}

interface View {
  /** Without alpha a picture is as a program sees it that takes every pixel for opaque. */
  seesAlpha?: boolean;
  /** Pixels of one side that become one; a whole number. */
  factor?: number;
}

/**
 * The picture as a camera's brightness channel sees it, printed on white paper. Reduced by a factor, each pixel is the mean
 * of a square of so many; the last row and column may stand for fewer.
 */
export function toGrey(raster: Raster, { seesAlpha = true, factor = 1 }: View = {}): Grey {
  const { width, height, order } = raster;
  const fillRow = rowFiller(raster, seesAlpha);
  const row = new Uint8Array(width);
  const reducedWidth = Math.ceil(width / factor);
  const reducedHeight = Math.ceil(height / factor);
  const pixels = new Uint8Array(reducedWidth * reducedHeight);
  const ofRow = new Uint32Array(reducedWidth);
  const sums = new Uint32Array(reducedWidth);
  for (let y = 0; y < height; y++) {
    // Most rows of a code are like the one above.
    if (order === undefined || y === 0 || order[y] !== order[y - 1]) {
      fillRow(row, y);
      sumColumns(row, factor, ofRow);
    }
    for (let column = 0; column < reducedWidth; column++) sums[column]! += ofRow[column]!;
    if ((y + 1) % factor !== 0 && y + 1 !== height) continue;
    const rows = (y % factor) + 1;
    const start = Math.floor(y / factor) * reducedWidth;
    for (let column = 0; column < reducedWidth; column++) {
      const columns = Math.min(factor, width - column * factor);
      pixels[start + column] = Math.round(sums[column]! / (rows * columns));
    }
    sums.fill(0);
  }
  return { width: reducedWidth, height: reducedHeight, pixels };
}

function sumColumns(row: Uint8Array, factor: number, out: Uint32Array): void {
  for (let x = 0, column = 0; x < row.length; column++) {
    const end = Math.min(x + factor, row.length);
    let sum = 0;
    while (x < end) sum += row[x++]!;
    out[column] = sum;
  }
}

/** Writes one row of the picture's luminance. */
function rowFiller(raster: Raster, seesAlpha: boolean): (row: Uint8Array, y: number) => void {
  const { width } = raster;
  const alphaOf = (alpha: number) => (seesAlpha ? alpha : 255);
  if (raster.kind === "palette") {
    const { order, distinct } = raster;
    const levels = Uint8Array.from(raster.palette, (entry) =>
      luminanceOf((entry >>> 24) & 255, (entry >>> 16) & 255, (entry >>> 8) & 255, alphaOf(entry & 255)),
    );
    const source = order && distinct ? distinct : raster.indices;
    const rowOf = (y: number) => (order && distinct ? order[y]! : y);
    return (row, y) => {
      for (let x = 0, at = rowOf(y) * width; x < width; x++, at++) row[x] = levels[source[at]!]!;
    };
  }
  const { rgba } = raster;
  return (row, y) => {
    for (let x = 0, at = 4 * y * width; x < width; x++, at += 4) {
      row[x] = luminanceOf(rgba[at]!, rgba[at + 1]!, rgba[at + 2]!, alphaOf(rgba[at + 3]!));
    }
  };
}

/**
 * The picture at another width, its shape kept: every pixel is the mean of the area it covers when it gets
 * smaller (as a sensor averages), and mixed from its neighbours when it gets larger (as viewers and printers do).
 */
export function resizeGrey(grey: Grey, width: number): Grey {
  if (width === grey.width) return grey;
  const height = Math.max(1, Math.round((grey.height * width) / grey.width));
  const across = resizeRows(grey, width);
  const turned = transpose(across);
  return transpose(resizeRows(turned, height));
}

function transpose({ width, height, pixels }: Grey): Grey {
  const turned = new Uint8Array(pixels.length);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) turned[x * height + y] = pixels[y * width + x]!;
  }
  return { width: height, height: width, pixels: turned };
}

/** Each output pixel of a row is a weighted sum of a run of input pixels; the weights are the same for all rows. */
function resizeRows({ width, height, pixels }: Grey, target: number): Grey {
  const { starts, weights, reach } = width > target ? areaWeights(width, target) : mixWeights(width, target);
  const out = new Uint8Array(target * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < target; x++) {
      const from = y * width + starts[x]!;
      let sum = 0.5;
      for (let k = 0; k < reach; k++) sum += pixels[from + k]! * weights[x * reach + k]!;
      out[y * target + x] = sum;
    }
  }
  return { width: target, height, pixels: out };
}

interface Weights {
  starts: Int32Array;
  weights: Float32Array;
  /** Weights of one output pixel; those past a run's end are 0. */
  reach: number;
}

function areaWeights(width: number, target: number): Weights {
  const scale = width / target;
  const reach = Math.min(width, Math.ceil(scale) + 1);
  const starts = new Int32Array(target);
  const weights = new Float32Array(target * reach);
  for (let x = 0; x < target; x++) {
    const left = x * scale;
    const start = Math.min(Math.floor(left), width - reach);
    starts[x] = start;
    for (let k = 0; k < reach; k++) {
      const covered = Math.min(left + scale, start + k + 1) - Math.max(left, start + k);
      weights[x * reach + k] = Math.max(0, covered) / scale;
    }
  }
  return { starts, weights, reach };
}

function mixWeights(width: number, target: number): Weights {
  const reach = Math.min(width, 2);
  const starts = new Int32Array(target);
  const weights = new Float32Array(target * reach);
  for (let x = 0; x < target; x++) {
    const centre = Math.min(Math.max(((x + 0.5) * width) / target - 0.5, 0), width - 1);
    const start = Math.min(Math.floor(centre), width - reach);
    starts[x] = start;
    const share = centre - start;
    if (reach === 1) weights[x] = 1;
    else weights.set([1 - share, share], x * reach);
  }
  return { starts, weights, reach };
}
