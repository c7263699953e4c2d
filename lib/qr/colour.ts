import type { ErrorDetail, Warning } from "@/lib/platform/errors";
import type { Style } from "./schema";

/**
 * A colour of the settings as 0xRRGGBB.
 *
 * @param hex `#RGB` or `#RRGGBB` in any case, as `colourSchema` lets it pass.
 */
export function parseColour(hex: string): number {
  if (hex.length !== 4) return Number.parseInt(hex.slice(1), 16);
  const short = Number.parseInt(hex.slice(1), 16);
  return ((short & 0xf00) * 0x1100) | ((short & 0x0f0) * 0x110) | ((short & 0x00f) * 0x11);
}

/** The same colour as `#rrggbb`: what SVG is given, whatever was sent. */
export function toHex(colour: number): string {
  return `#${colour.toString(16).padStart(6, "0")}`;
}

/** The colour a share of the way from one to another, in sRGB as browsers and PDF viewers blend. */
export function mixColours(from: number, to: number, share: number): number {
  let mixed = 0;
  for (const shift of [16, 8, 0]) {
    const start = (from >> shift) & 0xff;
    const end = (to >> shift) & 0xff;
    mixed |= Math.round(start + (end - start) * share) << shift;
  }
  return mixed;
}

/** Grey value as cameras and readers compute it, 0 to 255: ITU-R BT.601. */
function measureBrightness(colour: number): number {
  return (306 * (colour >> 16) + 601 * ((colour >> 8) & 0xff) + 117 * (colour & 0xff)) / 1024;
}

/** Relative luminance, 0 (black) to 1 (white): WCAG 2.2, "relative luminance". */
function measureLuminance(colour: number): number {
  return (
    0.2126 * toLinear(colour >> 16) +
    0.7152 * toLinear((colour >> 8) & 0xff) +
    0.0722 * toLinear(colour & 0xff)
  );
}

function toLinear(channel: number): number {
  const share = channel / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
}

/** Contrast ratio of two colours, 1 to 21, whichever is the lighter: WCAG 2.2, "contrast ratio". */
export function measureContrast(one: number, other: number): number {
  const a = measureLuminance(one);
  const b = measureLuminance(other);
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

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

export function validateColours(field: string, dark: string, light: string, findings: Findings): void {
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
export function validateBrightness(
  { dark, light }: { dark: string; light: string },
  findings: Findings,
): void {
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

/** Whether the frame is lighter than the ground. */
export function hasLightFrame({ frame, color }: Pick<Style, "frame" | "color">): boolean {
  return frame.style !== "square" && brightnessOf(frame.color) > brightnessOf(color.light);
}

/**
 * Whether the frame hides the code from a reader of scan lines: from frame to ground it gets darker by more than from ground
 * to ink, so that zbar takes the frame's edge for the code's. Of 300 codes with white frames it reads 202 of the 203
 * where the step of the frame is the smaller one, and 42 of the other 97.
 */
export function outshines({ frame, color, eyes }: Pick<Style, "frame" | "color" | "eyes">): boolean {
  if (frame.style === "square") return false;
  const ground = brightnessOf(color.light);
  const ink = ground - Math.max(brightnessOf(color.dark), brightnessOf(eyes.color));
  return ink > 0 && brightnessOf(frame.color) - ground > ink;
}

function brightnessOf(hex: string): number {
  return measureBrightness(parseColour(hex));
}
