import { fieldError, type ServiceError } from "@/lib/platform/errors";
import {
  hasLightFrame,
  leastModulePixels,
  leastSize,
  measureModule,
  needsProof,
  resizeStyle,
  scaleStyle,
  suggestColours,
} from "@/lib/qr";
import { drawRaster } from "@/lib/qr/files";
import type { LogoPixels, QrMatrix, Raster, Style } from "@/lib/qr/schema";
import { provesPayload } from "@/lib/qr/verify";
import { curvePixels } from "./schema";

export interface Drawing {
  payload: string;
  matrix: QrMatrix;
  style: Style;
  logo: LogoPixels | undefined;
}

/** Pixels that were proven, and the style that they were drawn in. */
export interface Proved {
  raster: Raster;
  style: Style;
}

/**
 * Draws the picture, or how a file of curves looks, and, where its look is not the default, decodes these pixels with a
 * decoder that is not the encoder (zxing). Throws `not_scannable` naming the setting to change when the payload does not
 * come back.
 */
export async function drawProved(drawing: Drawing, isOfCurves = false): Promise<Proved> {
  const { matrix, logo } = drawing;
  const show = (style: Style) => (isOfCurves ? scaleStyle(matrix, style, curvePixels) : style);
  const style = show(drawing.style);
  const raster = drawRaster(matrix, style, logo);
  if (!needsProof(style) || (await isProven(drawing, style, raster))) return { raster, style };
  throw await explainUnreadable(drawing.style, (changed) => isReadable(drawing, show(changed)));
}

/** From so many pixels a module on, more of them show a reader nothing new. */
const enoughPixels = 5;

/**
 * The least pixels a module at which the look reads: its picture is proven at the size that it has, and read at smaller ones,
 * the smallest first.
 */
export async function findLeastModule(drawing: Drawing): Promise<number> {
  const { matrix, style } = drawing;
  const most = Math.max(leastModulePixels, Math.min(enoughPixels, measureModule(matrix, style)));
  for (let module = leastModulePixels; module < most; module++) {
    const smaller = resizeStyle(matrix, style, leastSize(matrix, style.quietZone, module));
    if (!needsProof(style) || (await isReadable(drawing, smaller))) return module;
  }
  return most;
}

function isProven({ matrix, payload }: Drawing, style: Style, raster: Raster): Promise<boolean> {
  return provesPayload(raster, payload, measureModule(matrix, style));
}

interface Remedy {
  field: string;
  words: string;
  applies: (style: Style) => boolean;
  apply: (style: Style) => Style;
}

const logoField = "settings.logo.size";
const colourField = "settings.color";
const smallestLogo = 16;
const blackOnWhite: Style["color"] = { dark: "#000000", light: "#FFFFFF" };

const recolour = (style: Style, color: Style["color"]): Style => ({
  ...style,
  color,
  eyes: { ...style.eyes, color: color.dark },
});

/** Changes that may make a picture readable, in the order in which they are tried. */
const remedies: readonly Remedy[] = [
  {
    field: logoField,
    words: "make the logo smaller",
    applies: (style) => style.logo !== undefined,
    apply: ({ logo: _, ...style }) => style,
  },
  {
    field: "settings.frame.color",
    words: "make the frame as dark as color.dark, or leave it out",
    applies: hasLightFrame,
    apply: ({ frame, ...style }) => ({
      ...style,
      frame: frame.style === "square" ? frame : { ...frame, color: style.color.dark },
    }),
  },
  {
    field: "settings.eyes.color",
    words: "choose an eye colour nearer to color.dark",
    applies: (style) => style.eyes.color !== style.color.dark,
    apply: (style) => ({ ...style, eyes: { ...style.eyes, color: style.color.dark } }),
  },
  {
    field: colourField,
    words: "choose colours with more contrast, dark on light",
    applies: ({ color: { dark, light } }) => dark !== blackOnWhite.dark || light !== blackOnWhite.light,
    apply: (style) => recolour(style, blackOnWhite),
  },
  {
    field: "settings.eyes.shape",
    words: "use square eyes",
    applies: (style) => style.eyes.shape !== "square",
    apply: (style) => ({ ...style, eyes: { ...style.eyes, shape: "square" } }),
  },
  {
    field: "settings.modules.shape",
    words: "use square modules",
    applies: (style) => style.modules.shape !== "square",
    apply: (style) => ({ ...style, modules: { shape: "square" } }),
  },
  {
    field: "settings.quietZone",
    words: "keep a quiet zone of 4 modules",
    applies: (style) => style.quietZone < 4,
    apply: (style) => ({ ...style, quietZone: 4 }),
  },
  {
    field: "settings.frame",
    words: "leave the frame out or make it black",
    applies: (style) => style.frame.style !== "square",
    apply: (style) => ({ ...style, frame: { style: "square" } }),
  },
  {
    field: "settings.transparent",
    words: "keep the background",
    applies: (style) => style.transparent,
    apply: (style) => ({ ...style, transparent: false }),
  },
];

type Reads = (style: Style) => Promise<boolean>;

/**
 * Finds the one change that makes the picture readable; failing that, names the size and every change that may help.
 *
 * @param reads whether a changed style reads, drawn as the one that was refused.
 */
async function explainUnreadable(style: Style, reads: Reads): Promise<ServiceError> {
  const candidates = remedies.filter(({ applies }) => applies(style));
  for (const { field, words, apply } of candidates) {
    if (!(await reads(apply(style)))) continue;
    if (field === logoField) return adviseLogoSize(style, reads);
    return field === colourField ? adviseColours(style, reads, words) : notScannable(field, words);
  }
  const others = candidates.map(({ field }) => field);
  return notScannable("settings.size", "draw it larger or shorten the content", { see: others });
}

async function isReadable(drawing: Drawing, style: Style): Promise<boolean> {
  return isProven(drawing, style, drawRaster(drawing.matrix, style, style.logo && drawing.logo));
}

/** The largest of a few smaller logos that leaves the picture readable, as `max`. */
async function adviseLogoSize(style: Style, reads: Reads): Promise<ServiceError> {
  for (let share = 0.9; style.logo && share > 0.25; share -= 0.1) {
    const max = Math.floor(style.logo.size * share);
    if (max < smallestLogo) break;
    if (await reads({ ...style, logo: { ...style.logo, size: max } })) {
      return notScannable(logoField, `make the logo at most ${max} pixels wide`, { max });
    }
  }
  return notScannable("settings.logo", "leave the logo out, or draw the image larger");
}

/** Names the contrast that would do, as `min`, where the colours are almost of one brightness. */
async function adviseColours(style: Style, reads: Reads, words: string): Promise<ServiceError> {
  const color = suggestColours(style.color);
  const eyes = color && (await adviseEyes(style, color, reads));
  if (color === null || eyes === null) {
    return notScannable(colourField, words + ((await adviseEyes(style, blackOnWhite, reads)) ?? ""));
  }
  const { dark, light, min } = color;
  const example = `${dark} on ${light}`;
  return notScannable(colourField, `${words}; in these hues at least ${min}, such as ${example}${eyes}`, {
    min,
    example,
  });
}

/** What to say of the eyes where the picture reads in these colours: nothing if they may stay as they are; null where it doesn't read. */
async function adviseEyes(style: Style, color: Style["color"], reads: Reads): Promise<string | null> {
  const hasOwnColour = style.eyes.color !== style.color.dark;
  if (hasOwnColour && (await reads({ ...style, color }))) return "";
  if (!(await reads(recolour(style, color)))) return null;
  return hasOwnColour ? "; give the eyes that dark colour too" : "";
}

function notScannable(field: string, words: string, more: Record<string, unknown> = {}): ServiceError {
  return fieldError("not_scannable", {
    field,
    code: "not_scannable",
    message: `The finished image does not scan; change ${field}: ${words}`,
    ...more,
  });
}
