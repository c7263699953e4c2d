import type { LogoPixels } from "../schema";

/**
 * Pixels of a side of a logo that a document holds: enough for 40 mm at 600 dots an inch, and little enough for a file to
 * be mailed.
 */
export const mostLogoPixels = 1_024;

/** Sizes of one logo that are kept; they go when the decoded logo itself goes. */
const keptSizes = 4;
const fittedLogos = new WeakMap<LogoPixels, Map<number, LogoPixels>>();

/**
 * Blends a logo into the square cleared for it, centred and with its proportions kept. Blending is done in sRGB, as
 * browsers and PDF viewers do it, so that PNG, SVG and PDF of one code look alike.
 *
 * @param rgba the picture, written in place.
 */
export function blendLogo(
  rgba: Uint8Array,
  width: number,
  box: { start: number; size: number },
  logo: LogoPixels,
): void {
  const fitted = fitLogo(logo, box.size);
  const left = box.start + Math.floor((box.size - fitted.width) / 2);
  const top = box.start + Math.floor((box.size - fitted.height) / 2);
  for (let y = 0, from = 0; y < fitted.height; y++) {
    let at = ((top + y) * width + left) * 4;
    for (let x = 0; x < fitted.width; x++, at += 4, from += 4) {
      blendPixel(rgba, at, fitted.rgba, from);
    }
  }
}

/** One colour over another, neither premultiplied: W3C Compositing, "source over". */
function blendPixel(ground: Uint8Array, at: number, ink: Uint8Array, from: number): void {
  const alpha = ink[from + 3]!;
  if (alpha === 0) return;
  const under = (ground[at + 3]! * (255 - alpha)) / 255;
  const share = alpha / (alpha + under);
  for (let channel = 0; channel < 3; channel++) {
    const below = ground[at + channel]!;
    ground[at + channel] = Math.round(below + (ink[from + channel]! - below) * share);
  }
  ground[at + 3] = Math.round(alpha + under);
}

/** A logo made as large as a box, its proportions kept; what was made last is remembered with the logo. */
export function fitLogo(logo: LogoPixels, size: number): LogoPixels {
  const sizes = fittedLogos.get(logo) ?? new Map<number, LogoPixels>();
  fittedLogos.set(logo, sizes);
  const known = sizes.get(size);
  if (known) return known;
  const scale = size / Math.max(logo.width, logo.height);
  const fitted = resample(
    logo,
    Math.max(1, Math.round(logo.width * scale)),
    Math.max(1, Math.round(logo.height * scale)),
  );
  const [oldest] = sizes.keys();
  if (sizes.size >= keptSizes && oldest !== undefined) sizes.delete(oldest);
  sizes.set(size, fitted);
  return fitted;
}

/** For each new position the old ones that it is made of, and their weights, which add up to 1. */
interface Weights {
  first: number;
  weights: Float64Array;
}

/** Making smaller averages the covered area, making larger goes straight from one pixel's middle to the next. */
function resampleWeights(from: number, to: number): Weights[] {
  const ratio = from / to;
  return Array.from({ length: to }, (_, position) => {
    if (ratio > 1) return areaWeights(position * ratio, Math.min(from, (position + 1) * ratio));
    const middle = Math.min(from - 1, Math.max(0, (position + 0.5) * ratio - 0.5));
    const first = Math.min(Math.floor(middle), Math.max(0, from - 2));
    const share = middle - first;
    return { first, weights: from === 1 ? Float64Array.of(1) : Float64Array.of(1 - share, share) };
  });
}

function areaWeights(start: number, end: number): Weights {
  const first = Math.floor(start);
  const weights = new Float64Array(Math.ceil(end) - first);
  for (let at = 0; at < weights.length; at++) {
    weights[at] = (Math.min(end, first + at + 1) - Math.max(start, first + at)) / (end - start);
  }
  return { first, weights };
}

/** Rows first, then columns; colours count by their alpha, so that what is transparent lends no colour to an edge. */
function resample(source: LogoPixels, width: number, height: number): LogoPixels {
  const columns = resampleWeights(source.width, width);
  const squeezed = new Float64Array(width * source.height * 4);
  for (let y = 0; y < source.height; y++) {
    for (let x = 0; x < width; x++) sumRow(source, y, columns[x]!, squeezed, (y * width + x) * 4);
  }
  const rows = resampleWeights(source.height, height);
  const rgba = new Uint8Array(width * height * 4);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) sumColumn(squeezed, width, x, rows[y]!, rgba, (y * width + x) * 4);
  }
  return { width, height, rgba };
}

function sumRow(
  source: LogoPixels,
  y: number,
  { first, weights }: Weights,
  out: Float64Array,
  at: number,
): void {
  let from = (y * source.width + first) * 4;
  for (const weight of weights) {
    const alpha = weight * source.rgba[from + 3]!;
    out[at] = out[at]! + alpha * source.rgba[from]!;
    out[at + 1] = out[at + 1]! + alpha * source.rgba[from + 1]!;
    out[at + 2] = out[at + 2]! + alpha * source.rgba[from + 2]!;
    out[at + 3] = out[at + 3]! + alpha;
    from += 4;
  }
}

function sumColumn(
  squeezed: Float64Array,
  width: number,
  x: number,
  { first, weights }: Weights,
  out: Uint8Array,
  at: number,
): void {
  let red = 0;
  let green = 0;
  let blue = 0;
  let alpha = 0;
  let from = (first * width + x) * 4;
  for (const weight of weights) {
    red += weight * squeezed[from]!;
    green += weight * squeezed[from + 1]!;
    blue += weight * squeezed[from + 2]!;
    alpha += weight * squeezed[from + 3]!;
    from += width * 4;
  }
  if (alpha === 0) return;
  out[at] = Math.round(red / alpha);
  out[at + 1] = Math.round(green / alpha);
  out[at + 2] = Math.round(blue / alpha);
  out[at + 3] = Math.round(alpha);
}
