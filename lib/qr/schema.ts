import { z } from "zod";
import {
  distortions,
  type ErrorCorrectionLevel,
  type EyeShape,
  errorCorrectionLevels,
  eyeShapes,
  type FrameStyle,
  frameStyles,
  type ModuleShape,
  moduleShapes,
} from "./names";

export {
  type Distortion,
  distortions,
  type ErrorCorrectionLevel,
  type EyeShape,
  errorCorrectionLevels,
  eyeShapes,
  type FrameStyle,
  frameStyles,
  type ModuleShape,
  moduleShapes,
} from "./names";

/** `#RGB` or `#RRGGBB` in any case; nothing else is a colour here. */
export const colourSchema = z
  .string()
  .regex(/^#(?:[0-9a-fA-F]{3}|[0-9a-fA-F]{6})$/, "must be a hex colour such as #1A2B3C or #FFF");

const whole = (min: number, max: number) => z.int().min(min).max(max);

/** `square` means no frame, so whatever stands beside it is neither checked nor used (decisions §2). */
const frameSchema = z.preprocess(
  (frame) => (isUnusedFrame(frame) ? { style: "square" } : frame),
  z.object({
    style: z.enum(frameStyles).nullish().meta({ description: "`square` means no frame.", default: "square" }),
    color: colourSchema
      .nullish()
      .meta({ description: "Frame colour; `color.dark` when left out.", examples: ["#0F766E"] }),
    size: whole(1, 100).nullish().meta({
      description:
        "Width in pixels, at most a quarter of `size`. 20, or a quarter of `size` where that is less.",
    }),
  }),
);

function isUnusedFrame(frame: unknown): boolean {
  if (typeof frame !== "object" || frame === null || Array.isArray(frame)) return false;
  const style = (frame as { style?: unknown }).style;
  return style === undefined || style === null || style === "square";
}

/** A logo that is not enabled is not drawn; members that are sent are checked all the same. */
const logoSchema = (maxSize: number) =>
  z.object({
    enabled: z.boolean().nullish().meta({ description: "Lays the logo over the code; needs `dataUrl`." }),
    dataUrl: z.string().nullish().meta({
      // JSON Schema knows no flag for both cases.
      pattern:
        "^[Dd][Aa][Tt][Aa]:[Ii][Mm][Aa][Gg][Ee]/(?:[Pp][Nn][Gg]|[Jj][Pp][Ee][Gg]|[Ww][Ee][Bb][Pp]);[Bb][Aa][Ss][Ee]64,[A-Za-z0-9+/]+={0,2}$",
      description:
        "One still picture: `data:image/png|jpeg|webp;base64,…`, at most 512 KiB decoded and 2,048 × 2,048 pixels.",
    }),
    size: whole(16, Math.floor((maxSize * 3) / 10))
      .nullish()
      .meta({ description: "Pixels, at most 30 % of `size`. 20 % of `size` when left out." }),
  });

/**
 * The appearance of a code as a client sends it. Unknown members are dropped, null is as if absent.
 * Bounds that depend on each other or on the symbol (frame and logo against size, pixels a module, contrast)
 * are judged by `resolveStyle`.
 *
 * @param maxSize largest `size` in pixels: 1024 on the public interface, 4096 on the authenticated one.
 */
export const settingsSchema = (maxSize: 1024 | 4096) =>
  z.object({
    size: whole(64, maxSize)
      .nullish()
      .meta({
        description:
          "Width and height in pixels without the frame, quiet zone included; at least 2 pixels a module. Left out: 256, or the smallest multiple of 64 that serves.",
        examples: [512],
      }),
    color: z
      .object({
        dark: colourSchema.nullish().meta({ description: "Modules.", default: "#000000" }),
        light: colourSchema.nullish().meta({ description: "Background.", default: "#FFFFFF" }),
      })
      .nullish()
      .meta({
        description:
          "WCAG contrast of at least 1.5; under 3 warns. Unless `transparent`, the brightness (ITU-R BT.601, 0–255) must differ by at least 20 as well, which is all that readers see.",
      }),
    frame: frameSchema
      .nullish()
      .meta({ description: "Drawn outside the image, which grows by twice `frame.size`." }),
    logo: logoSchema(maxSize)
      .nullish()
      .meta({ description: "A picture in the middle. Raises the error correction level to H." }),
    modules: z
      .object({
        shape: z.enum(moduleShapes).nullish().meta({ description: "Shape of a module.", default: "square" }),
      })
      .nullish()
      .meta({ description: "How the modules are drawn." }),
    eyes: z
      .object({
        shape: z
          .enum(eyeShapes)
          .nullish()
          .meta({ description: "Shape of the three eyes.", default: "square" }),
        color: colourSchema.nullish().meta({
          description:
            "Colour of the eyes; `color.dark` when left out. The rules of `color` hold for it and `color.light` too.",
        }),
      })
      .nullish()
      .meta({ description: "How the three finder patterns are drawn." }),
    transparent: z.boolean().nullish().meta({ description: "Leaves the background out.", default: false }),
    errorCorrectionLevel: z.enum(errorCorrectionLevels).nullish().meta({
      description:
        "Least level; the symbol carries a higher one where that costs no larger version. H with a logo.",
      default: "M",
    }),
    quietZone: whole(2, 10)
      .nullish()
      .meta({ description: "Modules of margin on each side; under 4 warns.", default: 4 }),
  });

export type Settings = z.infer<ReturnType<typeof settingsSchema>>;

/**
 * Settings with every default filled in: what a picture is drawn from and what an answer echoes as `settings`.
 * Colours stand as they were sent. `frame` is `{ style: "square" }` without a frame; `logo` is absent without a logo.
 */
export interface Style {
  /** Width and height in pixels without the frame, quiet zone included. */
  size: number;
  color: { dark: string; light: string };
  frame: { style: "square" } | { style: Exclude<FrameStyle, "square">; color: string; size: number };
  logo?: { enabled: true; dataUrl: string; size: number };
  modules: { shape: ModuleShape };
  /** `color` defaults to `color.dark`. */
  eyes: { shape: EyeShape; color: string };
  transparent: boolean;
  /** The least level asked for; the symbol may carry a higher one where that costs no larger version. */
  errorCorrectionLevel: ErrorCorrectionLevel;
  /** Modules of margin on each side. */
  quietZone: number;
}

/** A QR symbol of ISO/IEC 18004: `size` × `size` modules without quiet zone. */
export interface QrMatrix {
  /** 1–40; `size` is 17 + 4 × version. */
  version: number;
  size: number;
  level: ErrorCorrectionLevel;
  /** 0–7. */
  mask: number;
  /** Row by row, 1 is dark. */
  modules: Uint8Array;
}

/**
 * A picture as palette indices, one byte a pixel, row by row. Palette entries are 0xRRGGBBAA.
 * With a logo the pixels are not few colours any more: then `rgba` holds 4 bytes a pixel.
 */
export type Raster = {
  width: number;
  height: number;
  /** A number for each row; neighbours of the same number are equal. Absent where that is not known. */
  order?: Uint16Array;
} & (
  | {
      kind: "palette";
      palette: number[];
      indices: Uint8Array;
      /** The rows that occur, one after the other, as `order` numbers them: all of a picture that most writers need. */
      distinct?: Uint8Array;
    }
  | { kind: "rgba"; rgba: Uint8Array }
);

/** Decoded logo pixels, 4 bytes a pixel, not premultiplied. */
export interface LogoPixels {
  width: number;
  height: number;
  rgba: Uint8Array;
}

const verdicts = ["scans_anywhere", "scans_well", "scans_with_care", "do_not_print"] as const;

/** How well a finished picture reads: 0–100 overall and for each distortion, with the weakest and its remedy. */
export const scannabilitySchema = z.object({
  score: z.int().min(0).max(100),
  /** 90–100, 80–89, 60–79, under 60. */
  verdict: z.enum(verdicts),
  cases: z.object({
    blur: z.int().min(0).max(100),
    smallPrint: z.int().min(0).max(100),
    lowContrast: z.int().min(0).max(100),
    rotation: z.int().min(0).max(100),
    noise: z.int().min(0).max(100),
  }),
  weakest: z.object({
    case: z.enum(distortions),
    score: z.int().min(0).max(100),
    /** One sentence: what the weakness means in print and what to do about it. */
    advice: z.string(),
    /** The setting whose change helps most, as a patch of `settings`, where there is one. */
    fix: z.record(z.string(), z.unknown()).optional(),
  }),
});

export type Scannability = z.infer<typeof scannabilitySchema>;
