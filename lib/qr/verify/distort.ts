import type { Distortion } from "../schema";
import { type Grey, resizeGrey } from "./grey";

/** Steps of every ladder. A step may lie between two whole ones; 0 leaves the picture nearly as it is. */
export const ladderSteps = 20;

/** What a phone makes out at reading distance with its preview picture: about 5 pixels for a printed millimetre. */
const pixelsPerMm = 5;

const geometric = (from: number, to: number, step: number) => from * (to / from) ** (step / ladderSteps);
const linear = (from: number, to: number, step: number) => from + ((to - from) * step) / ladderSteps;

/** The printed width that a step of `smallPrint` stands for, in millimetres: from 160 down to 8. */
export function printedWidthMm(step: number): number {
  return geometric(160, 8, step);
}

/** One step of each case that shows what it does and that a good code still passes. */
export const showcaseSteps: Record<Distortion, number> = {
  blur: 17,
  smallPrint: 14,
  lowContrast: 10,
  rotation: 9,
  noise: 14,
};

/** A phone looks at many frames a second; `frame` 1 is another one, with other noise and turned the other way. */
export type Frame = 0 | 1;

/**
 * The picture under one of the five things that stop phones, at a step from 0 (hardly) to 20 (hardly a code survives).
 * Pure and repeatable: the same picture, case, step and frame give the same pixels everywhere. No case enlarges the
 * picture; only `smallPrint` changes its size.
 *
 * - `blur`: out of focus. A Gaussian whose deviation grows from 0.07 to 1.4 % of the picture's width.
 * - `smallPrint`: printed 160 down to 8 mm wide and seen at 5 pixels a millimetre; the result is that small.
 * - `lowContrast`: faded ink, glare, dim light. Contrast falls from 60 to 7.5 %, and the sensor's own noise stays.
 * - `rotation`: held aslant. Turned by up to 33 degrees and tilted away by up to 57.
 * - `noise`: rough paper, a poor sensor. Gaussian noise with a deviation from 16 to 160 of 255 levels,
 *   then the smoothing over 3 × 3 pixels that every phone does.
 */
export function distort(grey: Grey, kind: Distortion, step: number, frame: Frame = 0): Grey {
  switch (kind) {
    case "blur":
      return blurGrey(grey, geometric(0.0007, 0.014, step) * grey.width);
    case "smallPrint":
      return resizeGrey(grey, Math.min(grey.width, Math.round(printedWidthMm(step) * pixelsPerMm) + frame));
    case "lowContrast":
      return addNoise(compressContrast(grey, geometric(0.6, 0.075, step)), 1.5, frame);
    case "rotation":
      return turnGrey(grey, linear(0, frame === 0 ? 33 : -33, step), linear(0, 57, step));
    case "noise":
      return smoothGrey(addNoise(grey, geometric(16, 160, step), frame));
  }
}

function compressContrast(grey: Grey, share: number): Grey {
  return { ...grey, pixels: grey.pixels.map((level) => Math.round(255 - (255 - level) * share)) };
}

/** Deviation in levels. Each frame's seed is fixed: a grade is repeatable. */
export function addNoise(grey: Grey, deviation: number, frame: Frame): Grey {
  let state = frame === 0 ? 0x9e3779b9 : 0x7f4a7c15;
  const pixels = new Uint8Array(grey.pixels.length);
  for (let i = 0; i < pixels.length; i++) {
    // Marsaglia's xorshift32; the sum of its four bytes is near enough to a normal distribution (deviation 147.8).
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    const sum = (state & 255) + ((state >>> 8) & 255) + ((state >>> 16) & 255) + (state >>> 24);
    const level = grey.pixels[i]! + ((sum - 510) * deviation) / 147.8;
    pixels[i] = level < 0 ? 0 : level > 255 ? 255 : level + 0.5;
  }
  return { ...grey, pixels };
}

/** The mean of each pixel and its eight neighbours. */
function smoothGrey(grey: Grey): Grey {
  return filterBothWays(grey, Int32Array.of(fullWeight / 3, fullWeight / 3));
}

/** Gaussian of this deviation in pixels, cut off at 2.5 deviations; edges repeat. */
export function blurGrey(grey: Grey, deviation: number): Grey {
  const reach = Math.max(1, Math.ceil(2.5 * deviation));
  const bell = Array.from({ length: reach + 1 }, (_, k) => Math.exp(-(k * k) / (2 * deviation * deviation)));
  const total = 2 * bell.reduce((sum, value) => sum + value, 0) - 1;
  return filterBothWays(
    grey,
    Int32Array.from(bell, (value) => Math.round((value / total) * fullWeight)),
  );
}

/** Weights are whole numbers that add up to this: integer sums are quick, and the same on every machine. */
const fullWeight = 3 << 16;

function filterBothWays(grey: Grey, weights: Int32Array): Grey {
  return filterRowsTurned(filterRowsTurned(grey, weights), weights);
}

/** `weights` is one half of an even kernel, its middle first. The result is turned, ready for the other direction. */
function filterRowsTurned({ width, height, pixels }: Grey, weights: Int32Array): Grey {
  const reach = weights.length - 1;
  const out = new Uint8Array(pixels.length);
  const padded = new Int32Array(width + 2 * reach);
  for (let y = 0; y < height; y++) {
    const row = pixels.subarray(y * width, (y + 1) * width);
    padded.fill(row[0]!, 0, reach);
    padded.set(row, reach);
    padded.fill(row[width - 1]!, reach + width);
    for (let x = 0; x < width; x++) {
      const middle = x + reach;
      let sum = padded[middle]! * weights[0]! + fullWeight / 2;
      for (let k = 1; k <= reach; k++) sum += (padded[middle - k]! + padded[middle + k]!) * weights[k]!;
      out[x * height + y] = Math.min(255, sum / fullWeight);
    }
  }
  return { width: height, height: width, pixels: out };
}

/**
 * The picture turned in its plane, then tilted about its horizontal axis, seen from 2.5 widths away:
 * the far edge gets shorter. Bilinear; what lies outside looks like the picture's first pixel.
 */
export function turnGrey(grey: Grey, turnDegrees: number, tiltDegrees: number): Grey {
  const { width, height, pixels } = grey;
  const turn = (turnDegrees * Math.PI) / 180;
  const tilt = (tiltDegrees * Math.PI) / 180;
  const distance = 2.5 * width;
  const zoom =
    Math.max(width, height) / (Math.abs(Math.cos(turn)) * width + Math.abs(Math.sin(turn)) * height);
  const out = new Uint8Array(pixels.length);
  for (let y = 0; y < height; y++) {
    const seenY = (y + 0.5 - height / 2) / zoom;
    const depth = distance / (distance * Math.cos(tilt) - seenY * Math.sin(tilt));
    const flatY = seenY * depth;
    for (let x = 0; x < width; x++) {
      const flatX = ((x + 0.5 - width / 2) / zoom) * depth * Math.cos(tilt);
      const sourceX = flatX * Math.cos(turn) - flatY * Math.sin(turn) + width / 2 - 0.5;
      const sourceY = flatX * Math.sin(turn) + flatY * Math.cos(turn) + height / 2 - 0.5;
      out[y * width + x] = sampleAt(grey, sourceX, sourceY);
    }
  }
  return { width, height, pixels: out };
}

function sampleAt({ width, height, pixels }: Grey, x: number, y: number): number {
  const left = Math.floor(x);
  const top = Math.floor(y);
  if (left < 0 || top < 0 || left + 1 >= width || top + 1 >= height) return pixels[0]!;
  const at = top * width + left;
  const right = x - left;
  const below = y - top;
  const upper = pixels[at]! * (1 - right) + pixels[at + 1]! * right;
  const lower = pixels[at + width]! * (1 - right) + pixels[at + width + 1]! * right;
  return upper * (1 - below) + lower * below + 0.5;
}
