import { fieldError, type ServiceError } from "@/lib/platform/errors";
import { drawRaster, needsProof } from "@/lib/qr";
import type { LogoPixels, QrMatrix, Raster, Style } from "@/lib/qr/schema";
import { decodeRaster } from "@/lib/qr/verify";

/** What a picture is drawn from. */
export interface Drawing {
  payload: string;
  matrix: QrMatrix;
  style: Style;
  logo: LogoPixels | undefined;
}

/**
 * Draws the picture and, where its look is not the default, decodes its finished pixels with a decoder that is not
 * the encoder (zxing). Throws `not_scannable` naming the setting to change when the payload does not come back.
 */
export async function drawProved(drawing: Drawing): Promise<Raster> {
  const raster = drawRaster(drawing.matrix, drawing.style, drawing.logo);
  if (!needsProof(drawing.style) || (await readsAs(raster, drawing.payload))) return raster;
  throw await explainUnreadable(drawing);
}

async function readsAs(raster: Raster, payload: string): Promise<boolean> {
  const bytes = await decodeRaster(raster);
  return bytes !== null && Buffer.from(payload, "utf8").equals(bytes);
}

interface Remedy {
  field: string;
  words: string;
  applies: (style: Style) => boolean;
  apply: (style: Style) => Style;
}

/** Changes that may make a picture readable, in the order in which they are tried. */
const remedies: readonly Remedy[] = [
  {
    field: "settings.logo.size",
    words: "make the logo smaller",
    applies: (style) => style.logo !== undefined,
    apply: ({ logo: _, ...style }) => style,
  },
  {
    field: "settings.color",
    words: "choose colours with more contrast, dark on light",
    applies: (style) => style.color.dark !== "#000000" || style.color.light !== "#FFFFFF",
    apply: (style) => ({
      ...style,
      color: { dark: "#000000", light: "#FFFFFF" },
      eyes: { ...style.eyes, color: "#000000" },
    }),
  },
  {
    field: "settings.eyes.color",
    words: "choose an eye colour with more contrast to color.light",
    applies: (style) => style.eyes.color !== style.color.dark,
    apply: (style) => ({ ...style, eyes: { ...style.eyes, color: style.color.dark } }),
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
    field: "settings.transparent",
    words: "keep the background",
    applies: (style) => style.transparent,
    apply: (style) => ({ ...style, transparent: false }),
  },
];

/** Finds the one change that makes the picture readable; failing that, names the size and every change that may help. */
async function explainUnreadable(drawing: Drawing): Promise<ServiceError> {
  const candidates = remedies.filter(({ applies }) => applies(drawing.style));
  for (const { field, words, apply } of candidates) {
    const style = apply(drawing.style);
    const logo = style.logo === undefined ? undefined : drawing.logo;
    if (await readsAs(drawRaster(drawing.matrix, style, logo), drawing.payload))
      return notScannable(field, words);
  }
  const others = candidates.map(({ field }) => field);
  return notScannable(
    "settings.size",
    "draw it larger or shorten the content",
    others.length > 0 ? { see: others } : {},
  );
}

function notScannable(field: string, words: string, more: Record<string, unknown> = {}): ServiceError {
  return fieldError("not_scannable", {
    field,
    code: "not_scannable",
    message: `The finished image does not scan; change ${field}: ${words}`,
    ...more,
  });
}
