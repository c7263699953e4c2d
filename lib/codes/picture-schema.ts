import { z } from "zod";
import { pictureFormats } from "@/lib/pictures/schema";
import { readNumber } from "@/lib/platform/schema-fields";

/** Width and height of a picture in pixels, without its frame. */
export const pictureSizes = { min: 64, max: 4096 };

/** Printed width of a picture in millimetres, its frame included. */
export const pictureMm = { min: 5, max: 2_000 };

const sizeField = z.preprocess(readNumber, z.int().min(pictureSizes.min).max(pictureSizes.max)).optional();

/** Query of GET /api/v1/qr-codes/{id}/image. */
export const codeImageQuery = z.object({
  format: z.enum(pictureFormats).default("png").meta({
    description: "A PDF is as wide as the picture is at 96 pixels an inch.",
    default: "png",
  }),
  size: sizeField.meta({
    description:
      "Width and height in pixels without the frame, in place of the code's own; of a PNG at least its `minSize`. Frame and logo grow with it.",
  }),
});
export type CodeImageQuery = z.infer<typeof codeImageQuery>;

/** Query of a picture of the dashboard. */
export const codePictureQuery = codeImageQuery
  .extend({
    mm: z.preprocess(readNumber, z.number().min(pictureMm.min).max(pictureMm.max)).optional(),
    /** `1`: a PNG of a code that needs more pixels than `size` has as many as it needs. */
    thumb: z.literal("1").optional(),
    /** `1`: the browser saves it. */
    download: z.literal("1").optional(),
    /** The version of the code that the page was made from. */
    v: z.string().max(20).optional(),
  })
  .refine(({ format, mm }) => mm === undefined || format === "pdf", {
    path: ["mm"],
    message: "is for a PDF alone: pixels have no width in millimetres",
  });
