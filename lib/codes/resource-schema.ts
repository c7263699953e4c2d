import { z } from "zod";
import { contentTypes } from "@/lib/content/schema";
import { listedStyleSchema, styleSchema, warningsField } from "@/lib/pictures/schema";
import { errorCodes } from "@/lib/platform/errors";
import { type Pagination, paginationSchema } from "@/lib/platform/schema-fields";
import { scanSummarySchema } from "@/lib/scans/schema";
import { maxRoutes, setRoutesField, setRuleFields } from "./rules-schema";
import { storedTagsField } from "./tag-schema";

/** What a code does now: of several the first in this order. A static code is always active. */
export const codeStates = ["suspended", "off", "expired", "used_up", "scheduled", "active"] as const;
export type CodeState = (typeof codeStates)[number];

/** A time in UTC with milliseconds. */
const stamp = (description?: string) =>
  z.string().meta({
    format: "date-time",
    examples: ["2026-01-02T03:04:05.678Z"],
    ...(description !== undefined && { description }),
  });

const idField = z
  .string()
  .meta({ format: "uuid", description: "Identifier.", examples: ["0192f4c8-5b1e-7c3a-9d2f-8e4b6a1c0d35"] });

const count = (description: string) => z.int().min(0).meta({ description });

/** The settings of a code with every default of its look filled in, and the rules that are set. */
const settingsUsedSchema = styleSchema.extend(setRuleFields).meta({
  id: "SettingsUsed",
  description:
    "The settings that the image was drawn with, defaults filled in; and of a dynamic code what bounds its short URL, as far as it is set.",
});

const { routes: _, ...listedRuleFields } = setRuleFields;
const settingsListedSchema = listedStyleSchema.extend(listedRuleFields).meta({
  id: "SettingsListed",
  description: "The same without `logo.dataUrl` and `routes`.",
});

const commonFields = {
  id: idField,
  name: z.string().meta({ examples: ["Menu, table 4"] }),
  type: z.enum(contentTypes),
  content: z.string().meta({
    description: "The content exactly as it was sent.",
    examples: ["https://example.com/menu"],
  }),
  shortUrl: z
    .string()
    .nullable()
    .meta({
      description: "What a dynamic code holds; null for a static one.",
      examples: ["https://quietzone.example/r/aZ09bY18"],
    }),
  slug: z
    .string()
    .nullable()
    .meta({
      description: "The path that you chose for its short URL; null for a generated one.",
      examples: ["summer-menu"],
    }),
  domain: z
    .string()
    .nullable()
    .meta({
      description: "The host of yours that its short URL is on; null for the service's own.",
      examples: ["go.example.com"],
    }),
  settings: settingsUsedSchema,
  isDynamic: z.boolean(),
  state: z.enum(codeStates).meta({
    description: "What its short URL does now: the first of these that applies. A static code is active.",
  }),
  tags: storedTagsField,
  note: z
    .string()
    .nullable()
    .meta({ examples: ["Printed in May, 400 pieces"] }),
  archived: z.boolean(),
  publicImage: z.boolean(),
  imageUrl: z
    .string()
    .nullable()
    .meta({
      description:
        "Where anybody gets its picture while `publicImage` is true; `.svg` in place of `.png` works, too.",
      examples: ["https://quietzone.example/i/aZ09bY18.png"],
    }),
};

const minSizeField = z
  .int()
  .min(64)
  .max(4096)
  .meta({
    description:
      "The least `size` of its PNG: it is drawn at this and at every larger one. SVG and PDF have none.",
    examples: [82],
  });

const stampFields = {
  createdAt: stamp(),
  updatedAt: stamp(
    "When name, content, slug, domain, settings, tags, note, `archived` or `publicImage` last changed.",
  ),
};

const scanFields = {
  scanCount: count("Scans since the code was made."),
  lastScanned: stamp("Null for a code that was never scanned.").nullable(),
};

const suspendedField = z
  .object({
    since: stamp(),
    reason: z.string().meta({ examples: ["Reported as phishing"] }),
  })
  .optional()
  .meta({
    description:
      "Present while the operator has suspended the code: its short URL answers 410 and says so, whatever else is set.",
  });

/** A code as GET of one presents it. */
export const storedCodeSchema = z
  .object({
    ...commonFields,
    aliases: z.array(z.string()).meta({
      description:
        "Its other short URLs, newest first; each opens the code like `shortUrl`. The generated one on the service's host always opens it and is the last, unless it is `shortUrl`.",
      examples: [["https://quietzone.example/r/spring-menu", "https://quietzone.example/r/aZ09bY18"]],
    }),
    minSize: minSizeField,
    ...scanFields,
    recentScans: z.array(scanSummarySchema).meta({ description: "The last ten, newest first." }),
    suspended: suspendedField,
    ...stampFields,
  })
  .meta({ id: "StoredQrCode" });
export type StoredCode = z.infer<typeof storedCodeSchema>;

export const listedCodeSchema = z
  .object({
    ...commonFields,
    settings: settingsListedSchema,
    routeCount: count("Rules in `settings.routes`, which GET of the code shows.").max(maxRoutes),
    ...scanFields,
    suspended: suspendedField,
    ...stampFields,
  })
  .meta({ id: "ListedQrCode" });
export type ListedCode = z.infer<typeof listedCodeSchema>;

/** A code as its events hold it: as a list does, with its rules. */
export const toldCodeSchema = listedCodeSchema.extend({
  settings: settingsListedSchema
    .extend({ routes: setRoutesField })
    .meta({ id: "SettingsTold", description: "The same without `logo.dataUrl`." }),
});

/** A page of codes. */
export const codePageSchema = z.object({
  data: z.array(listedCodeSchema),
  pagination: paginationSchema,
});
/** A page by its number. */
export interface CodePage {
  data: ListedCode[];
  pagination: Pagination;
}

const drawnFields = {
  ...commonFields,
  minSize: minSizeField,
  qrImage: z.string().meta({
    description: "The PNG as a data URL, for direct use.",
    examples: ["data:image/png;base64,iVBORw0KGgo…"],
  }),
  ...stampFields,
  warnings: warningsField,
};

/** A code with its picture, as what draws it answers. */
export const drawnCodeSchema = z.object(drawnFields).meta({ id: "DrawnQrCode" });
export type DrawnCode = z.infer<typeof drawnCodeSchema>;

const dryRunFields = {
  dryRun: z.literal(true).optional().meta({
    description: "Present with `dryRun=true`: nothing was stored, and `id` and `shortUrl` lead nowhere.",
  }),
  quota: z
    .object({
      codes: z.object({ limit: z.int(), used: z.int(), after: z.int() }),
      dynamicCodes: z.object({
        limit: z.int().nullable().meta({ description: "Null: without a limit of its own." }),
        used: z.int(),
        after: z.int(),
      }),
    })
    .optional()
    .meta({ description: "Present with `dryRun=true`: what the call would leave of the plan." }),
};

/** The answer of POST of one code. */
export const createdCodeSchema = z.object({ ...drawnFields, ...dryRunFields }).meta({ id: "CreatedQrCode" });
export type CreatedCode = z.infer<typeof createdCodeSchema>;

const bulkErrorSchema = z
  .object({
    index: count("Place of the item in the request, from 0."),
    name: z.string().optional().meta({ description: "Its name, where it had a valid one." }),
    error: z.string().meta({ description: "One sentence for people." }),
    code: z.enum(errorCodes).meta({ description: "Stable, for programs." }),
    details: z
      .array(z.looseObject({ field: z.string(), code: z.string(), message: z.string() }))
      .optional()
      .meta({ description: "Every fault of the item; fields are named from the item on." }),
  })
  .meta({ id: "BulkError" });
export type BulkError = z.infer<typeof bulkErrorSchema>;

/** The answer of the bulk POST. */
export const bulkAnswerSchema = z
  .object({
    created: z.array(drawnCodeSchema).meta({ description: "In the order of the request." }),
    errors: z.array(bulkErrorSchema).meta({ description: "In the order of the request." }),
    summary: z.object({ total: z.int(), successful: z.int(), failed: z.int() }),
    ...dryRunFields,
  })
  .meta({ id: "BulkAnswer" });
export type BulkAnswer = z.infer<typeof bulkAnswerSchema>;

/** The answer of the bulk DELETE. */
export const bulkDeletionSchema = z
  .object({
    deleted: z.int().min(0),
    notFound: z.array(z.string()).meta({
      description: "Ids that name no code of this account and environment, in the order of the request.",
    }),
    summary: z.object({ total: z.int(), deleted: z.int(), notFound: z.int() }),
  })
  .meta({ id: "BulkDeletion" });
export type BulkDeletion = z.infer<typeof bulkDeletionSchema>;
