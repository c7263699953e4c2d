import { type Distortion, distortions } from "../names";
import type { Raster, Scannability, Style } from "../schema";
import { advise, adviseUnreadable } from "./advice";
import { distort, type Frame, ladderSteps } from "./distort";
import { type Grey, resizeGrey, toGrey } from "./grey";
import { mimicsHiddenMark } from "./hidden-marks";
import { type Inspection, inspectPicture } from "./inspect";
import { readEither, sameBytes } from "./proof";
import { type Reading, readGrey } from "./reader";
import { shareOfReaders } from "./scan-lines";

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
  const found = shareOfReaders(grey, reading) * (mimics ? factors.mimickedMark : 1);
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
