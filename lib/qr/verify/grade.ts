import { type Distortion, distortions } from "../names";
import type { Raster, Scannability, Style } from "../schema";
import { crowdsSymbol } from "../style";
import { advise, adviseUnreadable } from "./advice";
import { distort, type Frame, ladderSteps } from "./distort";
import { type Grey, resizeGrey, toGrey } from "./grey";
import { mimicsHiddenMark } from "./hidden-marks";
import { type Inspection, inspectPicture } from "./inspect";
import { readEither, sameBytes } from "./proof";
import { type Reading, readGrey } from "./reader";

/** A grade looks at the picture at this many pixels a module, within bounds that keep its cost bounded. */
const view = { pixelsPerModule: 5, minWidth: 128, maxWidth: 560, firstLookWidth: 1024 };

/** Strides of four steps up to the first failure, then halving down to half a step. */
const search = { stride: 4, finest: 0.5 };

/** What no distortion shows, because this reader is better at it than the readers in use. */
const factors = {
  /** For each module missing of the four that ISO/IEC 18004 asks for as quiet zone. */
  missingQuietModule: 0.06,
  /** What the noise score keeps when a logo has used up all error correction, which is there for dirt. */
  noSpare: 0.7,
  /** A logo that zbar takes for a hidden alignment pattern: it misses a third of those. */
  mimickedMark: 0.85,
  /** A logo on a symbol so dense that OpenCV misses a quarter of those it reads without. */
  crowdedSymbol: 0.9,
  /** The last steps of a ladder count less than the first: they are rarer in life. */
  ease: 1.5,
};

/** How much each case counts in the mean: what blurs and shrinks a code stops most readers. */
const shares: Scores = { blur: 0.35, smallPrint: 0.35, lowContrast: 0.1, rotation: 0.1, noise: 0.1 };

/** How much the weakest case counts beside the mean. */
const weakestShare = 0.1;

type Scores = Record<Distortion, number>;

/**
 * How well a finished picture reads, 0–100, by decoding it under rising blur, small print, low contrast, rotation
 * and noise, and by whether readers of another kind find it at all. The overall score is their weighted mean and, by a tenth, the weakest.
 * Repeatable: the same pixels get the same grade everywhere. About 45 decodes of a picture at most 560 pixels wide,
 * whatever its own size.
 *
 * @param style what the code is set to: with it the grade can name the setting to change (`weakest.fix`).
 * @param drawn the style in which the pixels were drawn, where that has another size.
 */
export async function gradeRaster(
  raster: Raster,
  payload: string,
  style?: Style,
  drawn = style,
): Promise<Scannability> {
  const expected = new TextEncoder().encode(payload);
  const whole = toGrey(raster, { factor: Math.max(1, Math.floor(raster.width / view.firstLookWidth)) });
  const shown = whole.width > view.firstLookWidth ? resizeGrey(whole, view.firstLookWidth) : whole;
  const { grey, reading } = await readEither(shown);
  if (!reading || !sameBytes(reading.bytes, expected)) return presentUnreadable(style);
  const inspection = inspectPicture(grey, reading);
  const seen = workingView(grey, reading, inspection);
  const steps: Scores = { blur: 0, smallPrint: 0, lowContrast: 0, rotation: 0, noise: 0 };
  for (const kind of distortions) steps[kind] = await findLastStep(seen, kind, expected);
  const mimics = drawn !== undefined && mimicsHiddenMark(raster, drawn, reading.modules);
  const isCrowded = drawn !== undefined && crowdsSymbol(drawn, reading.modules);
  const missed = (mimics ? factors.mimickedMark : 1) * (isCrowded ? factors.crowdedSymbol : 1);
  const found = shareOfReaders(grey, reading) * missed;
  const cases = scoreCases(steps, reading, inspection, found);
  const weakest = weakestOf(cases);
  const advice = advise({ weakest, score: cases[weakest], step: steps[weakest], reading, inspection, style });
  return presentGrade(cases, { case: weakest, score: cases[weakest], ...advice });
}

/** The picture as dark on light and at the working resolution. */
function workingView(grey: Grey, reading: Reading, { widthModules }: Inspection): Grey {
  const wanted = Math.round(widthModules * view.pixelsPerModule);
  const seen = resizeGrey(grey, Math.min(view.maxWidth, Math.max(view.minWidth, wanted)));
  return reading.inverted ? { ...seen, pixels: seen.pixels.map((level) => 255 - level) } : seen;
}

/** The last step of the ladder that still reads in one of two frames, to half a step; 0 when hardly any does. */
async function findLastStep(seen: Grey, kind: Distortion, expected: Uint8Array): Promise<number> {
  const readsFrame = async (step: number, frame: Frame) => {
    const reading = await readGrey(distort(seen, kind, step, frame), "quick");
    return reading !== null && sameBytes(reading.bytes, expected);
  };
  const reads = async (step: number) =>
    (await readsFrame(step, 0)) || (kind !== "blur" && (await readsFrame(step, 1)));
  let good = 0;
  while (good < ladderSteps && (await reads(good + search.stride))) good += search.stride;
  if (good === ladderSteps) return good;
  for (let half = search.stride / 2; half >= search.finest; half /= 2) {
    if (await reads(good + half)) good += half;
  }
  return good;
}

/** @param found share of the readers in use that find the symbol */
function scoreCases(steps: Scores, reading: Reading, { quietModules }: Inspection, found: number): Scores {
  const all = found * (1 - factors.missingQuietModule * (4 - quietModules));
  const spare = factors.noSpare + (1 - factors.noSpare) * reading.spare;
  const score = (kind: Distortion, factor: number) =>
    Math.round(100 * factor * (1 - (1 - steps[kind] / ladderSteps) ** factors.ease));
  return {
    blur: score("blur", all),
    smallPrint: score("smallPrint", all),
    lowContrast: score("lowContrast", all),
    rotation: score("rotation", all),
    noise: score("noise", all * spare),
  };
}

/** Of equals small print, since its advice is the one that can be measured. */
function weakestOf(cases: Scores): Distortion {
  const least = Math.min(...Object.values(cases));
  if (cases.smallPrint === least) return "smallPrint";
  return distortions.find((kind) => cases[kind] === least) ?? "smallPrint";
}

function presentUnreadable(style: Style | undefined): Scannability {
  const cases = { blur: 0, smallPrint: 0, lowContrast: 0, rotation: 0, noise: 0 };
  return presentGrade(cases, { case: "smallPrint", score: 0, ...adviseUnreadable(style) });
}

function presentGrade(cases: Scores, weakest: Scannability["weakest"]): Scannability {
  const mean = distortions.reduce((sum, kind) => sum + shares[kind] * cases[kind], 0);
  const score = Math.round(weakestShare * weakest.score + (1 - weakestShare) * mean);
  return { score, verdict: verdictOf(score), cases, weakest };
}

function verdictOf(score: number): Scannability["verdict"] {
  if (score >= 90) return "scans_anywhere";
  if (score >= 80) return "scans_well";
  return score >= 60 ? "scans_with_care" : "do_not_print";
}

/** OpenCV shrinks a larger picture to this before it looks; on more pixels its window would lie within one dark square. */
const widestPixels = 512;

/** How OpenCV tells ink from paper: darker than the mean of a window around it, by so much. */
const windowPixels = 83;
const belowMean = 2;

/** How far the five runs across an eye may be from 1:1:3:1:1, in all and as shares of its width; OpenCV's bound. */
const looseness = 0.2;

/**
 * Where in the outer corner module of an eye ink is looked for, in modules from both edges: a radius over 1.4 leaves it bare. Far
 * enough from the edges that a symbol found a third of a module beside its place still counts.
 */
const cornerModules = 0.4;

/**
 * The share of the three readers in use that find the symbol. zxing has read it. zbar and OpenCV look for eyes along scan
 * lines, in dark ink alone; OpenCV then needs the outer corners of the eyes, and finds no place for the symbol without.
 *
 * @param grey as zxing read it, undistorted and upright.
 */
function shareOfReaders(grey: Grey, reading: Reading): number {
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
