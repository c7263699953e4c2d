import type { ErrorDetail, Warning } from "@/lib/platform/errors";
import {
  measureBrightness,
  measureContrast,
  measureLuminance,
  mixColours,
  parseColour,
  toHex,
} from "./colour";

/** What the rules of decisions §2 say about one request, gathered while it is read. */
export interface Findings {
  details: ErrorDetail[];
  warnings: Warning[];
}

const leastContrast = 1.5;
const safeContrast = 3;

/**
 * Steps of brightness, of 255, between ink and ground. Readers see brightness alone, and WCAG's luminance weighs blue
 * and red otherwise. Of 260 pairs from contrast 1.5 to 2.4 the proof refused each under 20 and passed each from 26 on.
 */
const leastBrightness = 20;
const safeBrightness = 26;

export function judgeColours(field: string, dark: string, light: string, findings: Findings): void {
  const ink = parseColour(dark);
  const paper = parseColour(light);
  const contrast = measureContrast(ink, paper);
  if (contrast < leastContrast) {
    const shown = roundDown(contrast);
    const message = `${field} has a contrast of ${shown} (${dark} on ${light}) and must have at least ${leastContrast}`;
    findings.details.push(tooLow(field, message, leastContrast, Number(shown)));
    return;
  }
  if (contrast < safeContrast) {
    const message = `The contrast of ${dark} on ${light} is ${roundDown(contrast)}; cameras read ${safeContrast} or more reliably.`;
    findings.warnings.push({ code: "low_contrast", field, message });
  }
  if (measureLuminance(ink) > measureLuminance(paper)) {
    const message = `Some scanners can't read light-on-dark codes. ${dark} is lighter than ${light}; swap them to be safe.`;
    findings.warnings.push({ code: "inverted_colors", field, message });
  }
}

/** Refuses colours whose hues differ but hardly their brightness, and names the contrast at which the same hues read. */
export function judgeBrightness({ dark, light }: { dark: string; light: string }, findings: Findings): void {
  const ink = parseColour(dark);
  const paper = parseColour(light);
  const contrast = measureContrast(ink, paper);
  const difference = Math.abs(measureBrightness(ink) - measureBrightness(paper));
  if (contrast < leastContrast || difference >= leastBrightness) return;
  const [newInk, newPaper] = spread(ink, paper);
  const min = Math.ceil(measureContrast(newInk, newPaper) * 100) / 100;
  const shown = roundDown(contrast);
  const message = `settings.color has a contrast of ${shown} (${dark} on ${light}), but almost the same brightness, which is all that readers see; in these hues it must have at least ${min}, such as ${toHex(newInk)} on ${toHex(newPaper)}`;
  findings.details.push(tooLow("settings.color", message, min, Number(shown)));
}

/** The same hues far enough apart: the darker one darkened, or the other one lightened where black is not enough. */
function spread(ink: number, paper: number): [number, number] {
  const isInverted = measureLuminance(ink) > measureLuminance(paper);
  let [low, high] = isInverted ? [paper, ink] : [ink, paper];
  const [lowStart, highStart] = [low, high];
  const isApart = () => measureBrightness(high) - measureBrightness(low) >= safeBrightness;
  for (let share = 0.02; share <= 1 && !isApart(); share += 0.02) low = mixColours(lowStart, 0x000000, share);
  for (let share = 0.02; share <= 1 && !isApart(); share += 0.02)
    high = mixColours(highStart, 0xffffff, share);
  return isInverted ? [high, low] : [low, high];
}

function tooLow(field: string, message: string, min: number, actual: number): ErrorDetail {
  return { field, code: "contrast_too_low", message, min, actual };
}

function roundDown(contrast: number): string {
  return (Math.floor(contrast * 100) / 100).toFixed(2);
}
