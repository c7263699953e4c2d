import { type ErrorCode, type ErrorDetail, ServiceError, type Warning } from "@/lib/platform/errors";
import {
  type Findings,
  outshines,
  parseColour,
  validateBrightness,
  validateColours,
  validateEyeBrightness,
} from "./colour";
import type { ErrorCorrectionLevel, QrMatrix, Settings, Style } from "./schema";

const defaultDark = "#000000";
const defaultLight = "#FFFFFF";
const defaultSize = 256;
export const smallestSize = 64;
const sizeStep = 64;
export const leastModulePixels = 2;
/** ISO/IEC 18004 asks for a margin of 4 modules on every side. */
export const standardQuietZone = 4;
const smallestLogo = 16;

/** The error correction level to ask of the encoder: always H under a logo, which hides modules; else M unless named. */
export function levelFor(settings: Settings | null | undefined): ErrorCorrectionLevel {
  if (settings?.logo?.enabled) return "H";
  return settings?.errorCorrectionLevel ?? "M";
}

/**
 * Settings with every default filled in, judged against each other and against the symbol (decisions §2).
 *
 * @param settings as `settingsSchema` gives them; null is as if absent.
 * @param matrix the symbol to be drawn.
 * @throws ServiceError with every fault at once in `details`; its code is the details' own where all agree
 *   (`size_too_small`, `contrast_too_low`), else `validation_failed`.
 */
export function resolveStyle(
  settings: Settings | null | undefined,
  matrix: QrMatrix,
): { style: Style; warnings: Warning[] } {
  const findings: Findings = { details: [], warnings: [] };
  const style = fillStyle(settings, matrix.size, findings);
  refuseFaults(findings.details);
  return { style, warnings: findings.warnings };
}

/**
 * The same for settings that were judged when they were stored: nothing is refused any more.
 *
 * @param modules modules of one side of the symbol. Only an omitted size depends on it.
 */
export function describeStyle(settings: Settings | null | undefined, modules: number): Style {
  return fillStyle(settings, modules, { details: [], warnings: [] });
}

function fillStyle(settings: Settings | null | undefined, modules: number, findings: Findings): Style {
  const quietZone = resolveQuietZone(settings, findings);
  const size = resolveSize(settings?.size, modules + 2 * quietZone, findings);
  const color = {
    dark: settings?.color?.dark ?? defaultDark,
    light: settings?.color?.light ?? defaultLight,
  };
  validateColours("settings.color", color.dark, color.light, findings);
  const eyes = resolveEyes(settings?.eyes, color, findings);
  if (!settings?.transparent) {
    validateBrightness(color, findings);
    if (settings?.eyes?.color) validateEyeBrightness(eyes.color, color, findings);
  }
  const frame = resolveFrame(settings?.frame, size, color.dark, findings);
  if (outshines({ frame, color, eyes })) {
    findings.warnings.push({
      code: "light_frame",
      field: "settings.frame.color",
      message:
        "The frame is so much lighter than the background that some scanners miss the code inside it; choose a darker frame.",
    });
  }
  const logo = resolveLogo(settings?.logo, size, findings);
  if (crowdsSymbol({ size, logo }, modules)) {
    findings.warnings.push({
      code: "dense_logo",
      field: "settings.logo",
      message:
        "This content makes the code so dense that some scanners miss it with a logo of this size; shorten the content or make the logo less than 15 % of the size.",
    });
  }
  return {
    size,
    color,
    frame,
    ...(logo && { logo }),
    modules: { shape: settings?.modules?.shape ?? "square" },
    eyes,
    transparent: settings?.transparent ?? false,
    errorCorrectionLevel: levelFor(settings),
    quietZone,
  };
}

/** Version 15, and a share of the image's width: docs/decisions/0026-looks-for-every-reader.md. */
const crowded = { modules: 77, logoShare: 0.15 };

/** Whether a logo leaves OpenCV too little of a dense symbol: it read 67 % of 116 such codes, and 90 % of plain ones. */
export function crowdsSymbol(
  { size, logo }: { size: number; logo?: Style["logo"] | undefined },
  modules: number,
): boolean {
  return logo !== undefined && modules >= crowded.modules && logo.size >= crowded.logoShare * size;
}

function resolveQuietZone(settings: Settings | null | undefined, findings: Findings): number {
  const quietZone = settings?.quietZone ?? standardQuietZone;
  if (quietZone < standardQuietZone) {
    findings.warnings.push({
      code: "small_quiet_zone",
      field: "settings.quietZone",
      message: `A quiet zone of ${quietZone} modules is under the 4 that the standard asks for; keep the surroundings of the code empty.`,
    });
  }
  return quietZone;
}

/** The size asked for, else 256 or the smallest multiple of 64 that gives each module 2 pixels (decisions §2). */
export function chooseSize(requested: number | null | undefined, modules: number): number {
  return requested ?? Math.max(defaultSize, Math.ceil((modules * leastModulePixels) / sizeStep) * sizeStep);
}

function resolveSize(requested: number | null | undefined, modules: number, findings: Findings): number {
  const size = chooseSize(requested, modules);
  const least = Math.max(smallestSize, modules * leastModulePixels);
  if (size < least) {
    findings.details.push({
      field: "settings.size",
      code: "size_too_small",
      message: `settings.size must be at least ${least} for this content: its code is ${modules} modules wide with the quiet zone, and each needs 2 pixels`,
      min: least,
    });
  }
  return size;
}

function resolveEyes(eyes: Settings["eyes"], color: Style["color"], findings: Findings): Style["eyes"] {
  const own = eyes?.color ?? undefined;
  if (own !== undefined) validateColours("settings.eyes.color", own, color.light, findings);
  return { shape: eyes?.shape ?? "square", color: own ?? color.dark };
}

/** The widest frame of an image. */
export function largestFrame(size: number): number {
  return Math.min(100, Math.floor(size / 4));
}

function resolveFrame(
  frame: Settings["frame"],
  size: number,
  dark: string,
  findings: Findings,
): Style["frame"] {
  const style = frame?.style ?? "square";
  if (style === "square") return { style };
  const max = largestFrame(size);
  const thickness = frame?.size ?? Math.min(20, max);
  requireBetween("settings.frame.size", thickness, 1, max, findings);
  return { style, color: frame?.color ?? dark, size: thickness };
}

/** The logo size asked for, else 20 % of the image, and 16 where that is less: 30 % of the smallest image is 19. */
export function chooseLogoSize(requested: number | null | undefined, size: number): number {
  return requested ?? Math.max(smallestLogo, Math.floor(size / 5));
}

function resolveLogo(logo: Settings["logo"], size: number, findings: Findings): Style["logo"] {
  if (!logo?.enabled) {
    if (logo?.size) requireLogoSize(logo.size, size, findings);
    return undefined;
  }
  const dataUrl = logo.dataUrl ?? undefined;
  if (dataUrl === undefined) {
    findings.details.push({
      field: "settings.logo.dataUrl",
      code: "required",
      message: "settings.logo.dataUrl is required when settings.logo.enabled is true",
    });
  }
  const width = chooseLogoSize(logo.size, size);
  requireLogoSize(width, size, findings);
  return dataUrl === undefined ? undefined : { enabled: true, dataUrl, size: width };
}

function requireLogoSize(width: number, size: number, findings: Findings): void {
  requireBetween("settings.logo.size", width, smallestLogo, Math.floor((size * 3) / 10), findings);
}

function requireBetween(field: string, value: number, min: number, max: number, findings: Findings): void {
  if (value >= min && value <= max) return;
  findings.details.push({
    field,
    code: "out_of_range",
    message: `${field} must be between ${min} and ${max} for this image`,
    min,
    max,
  });
}

const ownCodes = new Set<string>(["size_too_small", "contrast_too_low"] satisfies ErrorCode[]);

function refuseFaults(details: ErrorDetail[]): void {
  const [first, ...others] = details;
  if (first === undefined) return;
  const agreed = ownCodes.has(first.code) && others.every((other) => other.code === first.code);
  throw new ServiceError(agreed ? (first.code as ErrorCode) : "validation_failed", first.message, {
    details,
  });
}

/** Whether a picture in this style must be decoded from its pixels before it is returned: it differs from the default look. */
export function needsProof(style: Style): boolean {
  const black = parseColour(defaultDark);
  return (
    style.logo !== undefined ||
    style.transparent ||
    style.modules.shape !== "square" ||
    style.eyes.shape !== "square" ||
    style.quietZone < standardQuietZone ||
    parseColour(style.color.dark) !== black ||
    parseColour(style.eyes.color) !== black ||
    parseColour(style.color.light) !== parseColour(defaultLight) ||
    (style.frame.style !== "square" && parseColour(style.frame.color) !== black)
  );
}
