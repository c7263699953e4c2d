import { z } from "zod";
import { publicContentTypes } from "@/lib/content/schema";
import { styleSchema, warningsField } from "@/lib/pictures/schema";
import { documentedPatterns, plainText, readNumber } from "@/lib/platform/schema-fields";
import { scannabilitySchema, settingsSchema } from "@/lib/qr/schema";

/** Version of the public interface, as its description and every answer state it (service.md, Versioning). */
export const publicApiVersion = "1.0.0";

/** How long an image is kept, in milliseconds: exactly 24 hours. */
export const publicCodeLifetimeMs = 24 * 60 * 60 * 1000;

const typeSchema = z
  .enum(publicContentTypes)
  .meta({ description: "What the content is.", examples: ["url"] });

const contentField = z.string().meta({
  pattern: documentedPatterns.content,
  description:
    "A plain string for url and text; for wifi and contact a JSON object serialised into a string, or a payload that is already encoded (`WIFI:`, `BEGIN:VCARD`, `MECARD:`). At most 4,096 characters.",
  examples: ["https://example.com/menu"],
});

const nameSchema = plainText({ min: 1, max: 200 })
  .nullish()
  .meta({
    description: "Reference name, returned as it was sent; 1 to 200 characters.",
    examples: ["Table 4"],
  });

/** Members of a stored code's settings that say where its redirect leads, which no public code makes. */
const storedOnly = ["utm", "passQuery", "routes", "appendScanId"];

function refuseStoredOnly(settings: unknown, context: z.RefinementCtx): unknown {
  if (typeof settings !== "object" || settings === null) return settings;
  for (const name of storedOnly.filter((name) => Object.hasOwn(settings, name))) {
    const message = "is for stored dynamic codes; create one with POST /api/v1/qr-codes";
    context.addIssue({ code: "custom", path: [name], message, params: { code: "not_allowed" } });
  }
  return settings;
}

/** Body of POST /api/public/qr-codes. */
export const publicCodeRequest = z
  .object({
    name: nameSchema,
    type: typeSchema,
    content: contentField,
    settings: z
      .preprocess(refuseStoredOnly, settingsSchema(1024).nullish())
      .optional()
      .meta({ description: "Appearance; everything in it may be left out." }),
  })
  .meta({ id: "PublicQrCodeRequest" });

const gradeSchema = z.enum(["true", "false"]).optional().meta({
  description:
    "`true` adds `scannability`: how well the finished image reads under blur, small print, low contrast, rotation and noise.",
  default: "false",
});

/** Query of POST /api/public/qr-codes. */
export const publicCodeOptions = z.object({ grade: gradeSchema });

/** The content of a GET, under either name. */
const contentFields = {
  content: contentField.optional().meta({
    description: "URL-encoded content, as in the body of POST. Either this or `data`.",
    examples: ["https://example.com/menu"],
  }),
  data: contentField.optional().meta({
    description: "Another name for `content`; sending both is refused.",
    examples: ["https://example.com/menu"],
  }),
};

/** Query of GET /api/public/qr-codes when it generates. */
export const publicCodeQuery = z.object({ type: typeSchema, ...contentFields, grade: gradeSchema });

/** A colour of a query with its `#`, which addresses would need escaped. */
export const withHash = (text: string) => (text.startsWith("#") ? text : `#${text}`);

const colourField = z
  .string()
  .regex(/^#?(?:[0-9a-fA-F]{3}|[0-9a-fA-F]{6})$/, "must be a hex colour such as 1A2B3C or FFF")
  .overwrite(withHash);

/** Modules of margin of an image by its address: from none, where the page around it has the room. */
export const imageQuietZone = z.int().min(0).max(20);

/** Query of GET /api/public/qr-codes/image. */
export const adHocImageQuery = z.object({
  type: z.enum(publicContentTypes).optional().meta({
    description:
      "What the content is. Left out: `url` where it starts with `http://` or `https://`, else `text`.",
  }),
  ...contentFields,
  format: z.enum(["png", "svg"]).default("png").meta({ description: "The kind of picture.", default: "png" }),
  size: z
    .preprocess(readNumber, z.int().min(64).max(1024))
    .optional()
    .meta({
      description:
        "Width and height in pixels, quiet zone included; at least 2 pixels a module. Left out: 256, or the smallest multiple of 64 that serves.",
      examples: [512],
    }),
  dark: colourField.optional().meta({
    description: "Modules: `RRGGBB` or `RGB` in hex, with or without `#` (in an address `%23`).",
    default: "#000000",
    examples: ["0F766E"],
  }),
  light: colourField.optional().meta({ description: "Background, in the same form.", default: "#FFFFFF" }),
  quietZone: z.preprocess(readNumber, imageQuietZone).optional().meta({
    description: "Modules of margin on each side, inside `size`. 0 may be refused as `not_scannable`.",
    default: 4,
  }),
});
export type AdHocImageQuery = z.infer<typeof adHocImageQuery>;

export const shortCodeSchema = z
  .string()
  .regex(/^[a-zA-Z0-9]{12}$/)
  .meta({ description: "The last part of `imageUrl`.", examples: ["aZ09bY18cX27"] });

/** Answer of GET and POST, which draw a code. */
export const publicCodeResource = z
  .object({
    qrImage: z.string().meta({
      description: "The PNG as a data URL, for direct use.",
      examples: ["data:image/png;base64,iVBORw0KGgo…"],
    }),
    imageUrl: z.string().meta({
      description: "Serves the same PNG for 24 hours.",
      format: "uri",
      examples: ["https://quietzone.example/api/public/qr-codes/view/aZ09bY18cX27"],
    }),
    type: typeSchema,
    content: z
      .string()
      .meta({ description: "The content exactly as it was sent.", examples: ["https://example.com/menu"] }),
    name: z.string().optional().meta({ description: "Present if a name was sent." }),
    settings: styleSchema,
    warnings: warningsField,
    scannability: scannabilitySchema.optional().meta({ description: "Present with `grade=true`." }),
    _meta: z.object({
      apiVersion: z.string().meta({ examples: [publicApiVersion] }),
      generatedAt: z.string().meta({ format: "date-time", examples: ["2026-01-02T03:04:05.678Z"] }),
      documentation: z
        .string()
        .meta({ format: "uri", description: "The machine-readable description of this interface." }),
      note: z.string(),
    }),
  })
  .meta({ id: "PublicQrCode" });

export type PublicCodeResource = z.infer<typeof publicCodeResource>;
