import { z } from "zod";
import { maxContentLength } from "@/lib/content/schema";
import { plainText } from "@/lib/platform/schema-fields";
import { type ImportRow, maxCheckRows, maxImportRows } from "./schema";

/** Text that the database can keep; what it means is judged row by row. */
const cell = (max: number) => plainText({ max, lines: true });

/** Characters of rules that are written with many blanks; the codes themselves take 16 kB. */
const maxRules = 40_000;

const position = { row: z.int().min(1).max(1_000_000) };

/** A row that is to become a code. */
const importRowSchema: z.ZodType<ImportRow> = z.object({
  ...position,
  name: cell(1_000),
  type: cell(40),
  content: cell(4 * maxContentLength),
  isDynamic: z.boolean(),
  tags: z.array(cell(1_000)).max(100).exactOptional(),
  note: cell(10_000).nullable().exactOptional(),
  archived: z.boolean().exactOptional(),
  publicImage: z.boolean().exactOptional(),
  slug: cell(1_000).exactOptional(),
  domain: cell(1_000).exactOptional(),
  routes: cell(maxRules).exactOptional(),
  utm: cell(maxRules).exactOptional(),
  passQuery: z.boolean().exactOptional(),
  appendScanId: z.boolean().exactOptional(),
});

/** A row that is left out, as it stands in the table: it is stored to be corrected later. */
const leftOutSchema = z.object({
  ...position,
  name: cell(1_000),
  type: cell(200),
  content: cell(4 * maxContentLength),
  kind: cell(200),
  tags: cell(1_000).exactOptional(),
  note: cell(10_000).exactOptional(),
  archived: cell(200).exactOptional(),
  publicImage: cell(200).exactOptional(),
  slug: cell(1_000).exactOptional(),
  domain: cell(1_000).exactOptional(),
  routes: cell(maxRules).exactOptional(),
  utm: cell(maxRules).exactOptional(),
  passQuery: cell(200).exactOptional(),
  appendScanId: cell(200).exactOptional(),
  error: cell(1_000),
});

/** The look of every code: one of the account's presets, or null for the plain one. */
const presetId = z.string().max(64).nullable();

export const checkSchema = z.object({
  presetId,
  rows: z.array(importRowSchema).min(1).max(maxCheckRows),
});
export type RowCheck = z.infer<typeof checkSchema>;

export const newImportSchema = z
  .object({
    /** What the file is called. */
    name: plainText({ min: 1, max: 200 }),
    presetId,
    rows: z.array(importRowSchema).min(1).max(maxImportRows),
    leftOut: z.array(leftOutSchema).max(maxImportRows),
  })
  .refine(({ rows, leftOut }) => rows.length + leftOut.length <= maxImportRows, {
    path: ["rows"],
    message: `and leftOut must have at most ${maxImportRows} items together`,
  });
export type NewImport = z.infer<typeof newImportSchema>;
