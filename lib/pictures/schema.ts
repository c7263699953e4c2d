import { z } from "zod";
import {
  type ErrorCode,
  type ErrorDetail,
  type Warning,
  type WarningCode,
  warningCodes,
} from "@/lib/platform/errors";
import {
  colourSchema,
  type ErrorCorrectionLevel,
  errorCorrectionLevels,
  eyeShapes,
  frameStyles,
  moduleShapes,
  type QrMatrix,
  type Scannability,
  type Settings,
  type Style,
} from "@/lib/qr/schema";

export const pictureFormats = ["png", "svg", "pdf"] as const;
export type PictureFormat = (typeof pictureFormats)[number];

/** An SVG or PDF has no pixels: it is looked at with so many a module, whatever its size. */
export const curvePixels = 8;

/** Owner of the pictures of all who have no account. */
export const publicOwner = "public";

export interface PictureRequest {
  /** In whose turn it is drawn: the id of an account, or `publicOwner`. */
  owner: string;
  /** What the code holds, already encoded for its type. */
  payload: string;
  settings: Settings | null | undefined;
  format: PictureFormat;
  /** Also grade how well the picture reads under distortions. */
  grade: boolean;
  /** Draw at once or be `unavailable`: a call that has found the threads busy does not wait for each of its pictures. */
  isHurried?: boolean;
  /** Read out by screen readers (SVG) and shown as the document's title (PDF). */
  title?: string;
  /** Printed width of a PDF in millimetres, frame included. */
  widthMm?: number;
  /** Also find the least pixels a module that the look can be read at. */
  measure?: boolean;
}

/** A code that was proven when it was stored. */
export interface StoredPictureRequest
  extends Pick<PictureRequest, "owner" | "payload" | "settings" | "title" | "widthMm"> {
  format: PictureFormat;
  /** Width and height in pixels without the frame; the code's own where left out. */
  size?: number;
  /** Pixels of a module in the smallest PNG. */
  leastModule: number;
  /** Draw at the least size where `size` is smaller, in place of refusing it. */
  mayGrow?: boolean;
}

export interface Picture {
  bytes: Buffer;
  mediaType: string;
  style: Style;
  warnings: Warning[];
  scannability?: Scannability;
  matrix: { version: number; size: number; level: ErrorCorrectionLevel };
  /** Where it was asked for. */
  leastModule?: number;
}

/** What a thread is given; plain data that can be cloned between threads. */
export interface PictureTask {
  payload: string;
  matrix: QrMatrix;
  style: Style;
  format: PictureFormat;
  grade: boolean;
  title: string;
  widthMm: number | undefined;
  /** It was proven when it was stored. */
  isStored?: boolean;
  measure?: boolean;
  /** Pixels that an SVG is shown wide, where it is drawn at another size. */
  shownWidth?: number;
}

/** What a thread returns; errors as data, since an Error loses its class between threads. */
export type PictureResult =
  | { bytes: Uint8Array; warnings: Warning[]; scannability?: Scannability; leastModule?: number }
  | {
      refused: {
        code: ErrorCode;
        message: string;
        details: ErrorDetail[] | undefined;
        hint: string | undefined;
      };
    };

const px = (description: string) => z.int().min(0).max(8192).meta({ description });

const logoFields = { enabled: z.literal(true), dataUrl: z.string(), size: px("Width in pixels.") };

/** Settings with every default filled in, as answers echo them. */
function styleWith<L extends z.ZodObject>(logo: L) {
  return z.object({
    size: px("Width and height in pixels without the frame."),
    color: z.object({ dark: colourSchema, light: colourSchema }),
    frame: z.union([
      z.object({ style: z.literal("square") }),
      z.object({ style: z.enum(frameStyles), color: colourSchema, size: px("Width in pixels.") }),
    ]),
    logo: logo.optional().meta({ description: "Absent without a logo." }),
    modules: z.object({ shape: z.enum(moduleShapes) }),
    eyes: z.object({ shape: z.enum(eyeShapes), color: colourSchema }),
    transparent: z.boolean(),
    errorCorrectionLevel: z.enum(errorCorrectionLevels).meta({ description: "The least level asked for." }),
    quietZone: z.int().min(2).max(10).meta({ description: "Modules of margin on each side." }),
  });
}

export const styleSchema = styleWith(z.object(logoFields)).meta({
  id: "SettingsUsed",
  description: "The settings that the image was drawn with, defaults filled in.",
});

/** For lists, where the picture of a logo would be most of the answer. */
export const listedStyleSchema = styleWith(z.object(logoFields).omit({ dataUrl: true })).meta({
  id: "SettingsListed",
  description: "The settings, defaults filled in, without `logo.dataUrl`.",
});

/** When each warning is returned. */
const warningMeanings: Record<WarningCode, string> = {
  low_contrast: "the WCAG contrast is under 3",
  inverted_colors: "light on dark, which some scanners can't read",
  light_frame: "the frame is so much lighter than the background that some scanners miss the code",
  busy_logo: "the logo resembles a part of the code that it covers, so some scanners miss the code",
  dense_logo: "the code is so dense that some scanners miss it with a logo of this size",
  small_quiet_zone: "the quiet zone is under 4 modules",
  frame_requires_pro: "the plan has no frames, so this one was not stored",
  static_image_changed: "printed copies of a static code keep the old content",
  local_base_url: "the short URL opens on the server's own machine only",
  parameter_ignored: "the parameter has no effect here",
  apex_domain: "DNS allows no CNAME for this host",
  mixed_script: "a name in the host mixes scripts",
};

const listedMeanings = warningCodes.map((code) => `\`${code}\`: ${warningMeanings[code]}`);

const warningSchema = z
  .object({
    code: z.enum(warningCodes).meta({
      description: `Stable, for programs; new codes can be added. ${listedMeanings.join("; ")}.`,
      examples: ["low_contrast"],
      // A client must take codes that it does not know.
      override: ({ jsonSchema }) => delete jsonSchema.enum,
    }),
    field: z.string().meta({ examples: ["settings.color"] }),
    message: z.string(),
  })
  .meta({
    id: "Warning",
    description: "Something that was drawn all the same, and that its owner should know.",
  });

/** Beside a picture that was drawn, where there is something to say. */
export const warningsField = z
  .array(warningSchema)
  .min(1)
  .optional()
  .meta({ description: "Absent when there are none." });
