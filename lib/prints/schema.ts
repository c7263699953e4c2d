import { z } from "zod";
import { pictureMm, pictureSizes } from "@/lib/codes/schema";
import { pictureFormats } from "@/lib/pictures/schema";
import { besides, mostLabels, sheetNames } from "./geometry";

export type { LabelsDone, LabelsMeasures, LabelsProgress } from "./labels/task";
export type { FilesManifest } from "./manifest";

/** Codes of one order: as many as an account holds. */
const mostCodes = 500;

const idsField = z.array(z.string().max(64)).min(1).max(mostCodes);

/** Which of the account's codes are to be files, and what files. */
export const filesOrderSchema = z
  .strictObject({
    ids: idsField,
    formats: z.array(z.enum(pictureFormats)).min(1).max(pictureFormats.length),
    /** Pixels of a PNG without its frame. */
    size: z.int().min(pictureSizes.min).max(pictureSizes.max).optional(),
    /** Width of a PDF, its frame included. */
    mm: z.number().min(pictureMm.min).max(pictureMm.max).optional(),
  })
  .superRefine(({ formats, size, mm }, context) => {
    const need = (field: "size" | "mm", format: string, value: number | undefined) => {
      if (formats.includes(format as "png") === (value !== undefined)) return;
      const message = value === undefined ? `is required for ${format}` : `is for ${format} alone`;
      context.addIssue({ code: "custom", path: [field], message });
    };
    need("size", "png", size);
    need("mm", "pdf", mm);
    if (new Set(formats).size < formats.length) {
      context.addIssue({ code: "custom", path: ["formats"], message: "must name each format once" });
    }
  });
export type FilesOrder = z.infer<typeof filesOrderSchema>;

const measure = z.number();

const sheetChoiceSchema = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.enum(sheetNames) }),
  z.strictObject({
    kind: z.literal("own"),
    paper: z.enum(["A4", "Letter", "own"]),
    paperWidth: measure,
    paperHeight: measure,
    columns: measure,
    rows: measure,
    labelWidth: measure,
    labelHeight: measure,
    marginLeft: measure,
    marginTop: measure,
    gapX: measure,
    gapY: measure,
  }),
]);
export type SheetChoice = z.infer<typeof sheetChoiceSchema>;

/** Which codes go on labels, and how the labels are laid out. */
export const labelsOrderSchema = z.strictObject({
  ids: idsField,
  sheet: sheetChoiceSchema,
  beside: z.enum(besides),
  /** Width of a code, its quiet zone and frame included; null: as large as fits. */
  codeMm: z.number().nullable(),
  copies: z.int().min(1).max(mostLabels),
  /** The first label that is still on the sheet, from 1. */
  startAt: z.int().min(1),
  /** Lines around the labels to cut along. */
  outlines: z.boolean(),
});
export type LabelsOrder = z.infer<typeof labelsOrderSchema>;

/** Codes to be measured before they are printed. */
export const labelsMeasureSchema = z.strictObject({ ids: idsField });
