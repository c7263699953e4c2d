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

/**
 * The picture as a camera's brightness channel sees it, printed on white paper: width, height unchanged. Without alpha as
 * a program sees it that takes every pixel for opaque.
 */
export function toGrey(raster: Raster, { seesAlpha = true } = {}): Grey {
  const { width, height } = raster;
  const alphaOf = (alpha: number) => (seesAlpha ? alpha : 255);
  const pixels = new Uint8Array(width * height);
  if (raster.kind === "palette") {
    const { indices } = raster;
    const levels = Uint8Array.from(raster.palette, (entry) =>
      luminanceOf((entry >>> 24) & 255, (entry >>> 16) & 255, (entry >>> 8) & 255, alphaOf(entry & 255)),
    );
    for (let i = 0; i < pixels.length; i++) pixels[i] = levels[indices[i]!]!;
  } else {
    const { rgba } = raster;
    for (let i = 0, at = 0; i < pixels.length; i++, at += 4) {
      pixels[i] = luminanceOf(rgba[at]!, rgba[at + 1]!, rgba[at + 2]!, alphaOf(rgba[at + 3]!));
    }
  }
  return { width, height, pixels };
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
