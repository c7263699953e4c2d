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
    findings.details.push(tooLow(field, dark, light, leastContrast));
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
export function validateBrightness(color: Style["color"], findings: Findings): void {
  const { dark, light } = color;
  if (!looksAlike(parseColour(dark), parseColour(light))) return;
  const suggested = suggestColours(color) as Suggestion;
  const example = `${suggested.dark} on ${suggested.light}`;
  findings.details.push(tooLow("settings.color", dark, light, suggested.min, example));
}

/** The same for eyes: they must be as far from the background as the modules are, and on the same side of it. */
export function validateEyeBrightness(
  eye: string,
  { dark, light }: Style["color"],
  findings: Findings,
): void {
  const paper = parseColour(light);
  const own = parseColour(eye);
  if (!looksAlike(own, paper)) return;
  const end = brightnessOf(dark) < brightnessOf(light) ? 0x000000 : 0xffffff;
  const contrast = measureContrast(own, paper);
  const reads = (colour: number) =>
    brightnessBetween(colour, paper) >= safeBrightness && measureContrast(colour, paper) > contrast;
  const mixed = mixUntil(own, end, reads);
  const suggested = reads(mixed) ? mixed : parseColour(dark);
  // WCAG weighs blue less than readers do, so eyes as readable as the modules may have less contrast.
  const least = measureContrast(suggested, paper);
  const min = least > contrast ? roundUp(least) : undefined;
  findings.details.push(tooLow("settings.eyes.color", eye, light, min, toHex(suggested)));
}

interface Suggestion {
  dark: string;
  light: string;
  min: number;
}

/** Colours in the same hues that read, and their contrast; null where the brightness of these is safe already. */
export function suggestColours({ dark, light }: Style["color"]): Suggestion | null {
  const [ink, paper] = [parseColour(dark), parseColour(light)];
  if (brightnessBetween(ink, paper) >= safeBrightness) return null;
  const [newInk, newPaper] = spread(ink, paper);
  return { dark: toHex(newInk), light: toHex(newPaper), min: roundUp(measureContrast(newInk, newPaper)) };
}

/** Colours that pass the rule of contrast but have almost one brightness. */
function looksAlike(ink: number, paper: number): boolean {
  return measureContrast(ink, paper) >= leastContrast && brightnessBetween(ink, paper) < leastBrightness;
}

function brightnessBetween(one: number, other: number): number {
  return Math.abs(measureBrightness(one) - measureBrightness(other));
}

/** The same hues far enough apart: the darker one darkened, or the other one lightened where black is not enough. */
function spread(ink: number, paper: number): [number, number] {
  const isInverted = measureLuminance(ink) > measureLuminance(paper);
  const [low, high] = isInverted ? [paper, ink] : [ink, paper];
  const isApart = (one: number, other: number) =>
    measureBrightness(other) - measureBrightness(one) >= safeBrightness;
  const lower = mixUntil(low, 0x000000, (colour) => isApart(colour, high));
  const higher = mixUntil(high, 0xffffff, (colour) => isApart(lower, colour));
  return isInverted ? [higher, lower] : [lower, higher];
}

/** The first colour on the way from one to another that is enough, in steps of 2 %; the other where none is. */
function mixUntil(from: number, to: number, isEnough: (colour: number) => boolean): number {
  let mixed = from;
  for (let percent = 2; percent <= 100 && !isEnough(mixed); percent += 2)
    mixed = mixColours(from, to, percent / 100);
  return mixed;
}

/** @param example colours that read, where only the brightness is at fault; there `min` may be missing. */
function tooLow(
  field: string,
  dark: string,
  light: string,
  min: number | undefined,
  example?: string,
): ErrorDetail {
  const actual = roundDown(measureContrast(parseColour(dark), parseColour(light)));
  const found = `${field} has a contrast of ${actual} (${dark} on ${light})`;
  const detail = { field, code: "contrast_too_low", ...(min && { min }), actual: Number(actual) };
  if (example === undefined) return { ...detail, message: `${found} and must have at least ${min}` };
  const change = min ? `in these hues it must have at least ${min}` : "use another colour";
  const message = `${found}, but almost the same brightness, which is all that readers see; ${change}, such as ${example}`;
  return { ...detail, message, example };
}

function roundUp(contrast: number): number {
  return Math.ceil(contrast * 100) / 100;
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
