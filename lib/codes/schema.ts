import { z } from "zod";
import { contentTypes, maxContentLength } from "@/lib/content/schema";
import { pictureFormats } from "@/lib/pictures/schema";
import {
  documentedPatterns,
  pagingFields,
  plainText,
  readNumber,
  refuseTwoPages,
  twoPages,
} from "@/lib/platform/schema-fields";
import { settingsSchema } from "@/lib/qr/schema";
import { codeStates } from "./resource-schema";
import { ruleFields } from "./rules-schema";
import { tagListQuery, tagsField } from "./tag-schema";

export {
  idsUpTo,
  type ListingChange,
  type ListingMove,
  listingChangeSchema,
  listingMovesSchema,
  type ManyOutcome,
  maxLot,
  maxSelected,
  type SelectedCode,
  type StateMove,
  type StyleMove,
  stateMovesSchema,
  styleMovesSchema,
  type TargetMove,
  type TimeRules,
  targetMovesSchema,
} from "./bulk-schema";
export { createdDataSchema, deletedDataSchema, expiredDataSchema, updatedDataSchema } from "./event-schema";
export {
  type FoundCode,
  findQuery,
  type LedTo,
  type Target,
  type TargetChange,
  type TargetList,
  targetChangeSchema,
  targetListSchema,
  targetParams,
} from "./read-schema";
export {
  type Resolution,
  type ResolveRequest,
  resolutionSchema,
  resolveSchema,
} from "./resolve-schema";
export {
  type BulkAnswer,
  type BulkDeletion,
  type BulkError,
  bulkAnswerSchema,
  bulkDeletionSchema,
  type CodePage,
  type CodeState,
  type CreatedCode,
  codePageSchema,
  createdCodeSchema,
  type DrawnCode,
  drawnCodeSchema,
  type ListedCode,
  type StoredCode,
  storedCodeSchema,
} from "./resource-schema";
export { type Rules, utmParameter } from "./rules-schema";
export {
  type Tag,
  tagChangeSchema,
  tagListSchema,
  tagParams,
  tagSchema,
} from "./tag-schema";

/** Longest note, in characters. */
const maxNote = 2_000;

const noteField = plainText({ max: maxNote, lines: true })
  .nullable()
  .meta({
    description: "Your own words about the code, at most 2,000 characters; null: none.",
    examples: ["Printed in May, 400 pieces"],
  });

const archivedField = z.boolean().meta({
  description: "Out of the way in lists. Its short URL, its scans and its place in the quota are as before.",
  default: false,
});

const publicImageField = z.boolean().meta({
  description: "`true` lets anybody have its picture at `imageUrl`, without a key.",
  default: false,
});

const slugField = z
  .string()
  .nullable()
  .meta({
    minLength: 1,
    maxLength: 60,
    pattern: "^[A-Za-z0-9_-]+$",
    description:
      "The path of a dynamic code's short URL, unique on its host whatever the case; null: a generated one. On the service's host at least 4 characters, and not 8 letters and digits. Earlier short URLs stay valid as aliases, at most 10. Not on Free, nor in the sandbox.",
    examples: ["summer-menu"],
  });

const domainField = z
  .string()
  .max(253)
  .meta({ pattern: documentedPatterns.plain })
  .nullable()
  .meta({
    description:
      "Your verified domain that a dynamic code's short URL is on; null: the service's host. A new code has your default one.",
    examples: ["go.example.com"],
  });

/** Members that neither its picture nor its short URL depends on. */
const orderFields = {
  tags: tagsField.optional(),
  note: noteField.optional(),
  archived: archivedField.optional(),
  publicImage: publicImageField.optional(),
};

/** How long a code that was deleted in the dashboard can be brought back. */
export const undoSeconds = 10;

/** Most items of one bulk call, and most codes of one page. */
export const maxBulkItems = 100;

const nameField = plainText({ min: 1, max: 200 }).meta({
  description: "Display name; 1 to 200 characters.",
  examples: ["Menu, table 4"],
});

const typeField = z
  .enum(contentTypes)
  .meta({ description: "What the content is. It cannot be changed.", examples: ["url"] });

const contentField = z.string().meta({
  pattern: documentedPatterns.content,
  minLength: 1,
  maxLength: maxContentLength,
  description:
    "A plain string for url and text, an address for email, a number for sms; else a JSON object serialised into a string, or a payload that is already encoded (`WIFI:`, `BEGIN:VCARD`, `MECARD:`, `mailto:`, `sms:`, `SMSTO:`). At most 4,096 characters, an address 2,048.",
  examples: ["https://example.com/menu"],
});

/** Appearance of a stored code as a client sends it. */
export const lookSchema = settingsSchema(4096);

/** Settings of a stored code as a client sends them: how it looks, and what bounds a dynamic one's short URL. */
export const codeSettingsSchema = lookSchema.extend(ruleFields).meta({
  id: "Settings",
  description:
    "Appearance, and of a dynamic code when its short URL leads where; everything in it may be left out. On a static code `isActive`, `startsAt`, `expiresAt`, `maxScans`, `fallbackUrl`, `utm`, `passQuery`, `routes` and `appendScanId` must be left out, or be as they are by default.",
});
export type CodeSettings = z.infer<typeof codeSettingsSchema>;

/** Body of POST /api/v1/qr-codes, and an item of the bulk call. */
export const newCodeSchema = z
  .object({
    name: nameField,
    type: typeField,
    content: contentField,
    settings: codeSettingsSchema.nullish(),
    isDynamic: z.boolean().optional().meta({
      description:
        "The code holds a short URL that leads to the content, so that the content can be changed after printing. It cannot be changed.",
      default: false,
    }),
    slug: slugField.optional(),
    domain: domainField.optional(),
    ...orderFields,
  })
  .meta({ id: "NewQrCode" });
export type NewCode = z.infer<typeof newCodeSchema>;

/** Anything in JSON: what it holds is judged by the domain, item by item or once it is merged, as `id` describes it. */
function judgedLater(id: string, isNullable = false) {
  const named = { $ref: `#/components/schemas/${id}` };
  const described = isNullable ? { anyOf: [named, { type: "null" }] } : named;
  const override = ({ jsonSchema }: { jsonSchema: object }) => void Object.assign(jsonSchema, described);
  return z.unknown().meta({ override });
}

/** Body of PUT /api/v1/qr-codes/{id}. */
export const codeChangeSchema = z
  .object({
    name: nameField.optional(),
    content: contentField.optional(),
    settings: judgedLater("Settings", true).optional(),
    type: typeField.optional().meta({ description: "May be sent as it is; another one is refused." }),
    isDynamic: z.boolean().optional().meta({ description: "May be sent as it is; another one is refused." }),
    slug: slugField.optional(),
    domain: domainField.optional(),
    ...orderFields,
  })
  .meta({
    id: "QrCodeChange",
    description:
      "What is left out stays. `tags` replaces all of them, and a `note` of null takes it away. `settings` is merged deeply: a member that is null goes back to its default, and null for all of it is as if absent.",
  });
export type CodeChange = z.infer<typeof codeChangeSchema>;

/**
 * An array that the domain refuses by its length before it looks at any item, since a body may hold millions; `items`
 * judges each afterwards.
 */
function boundedArray(items: object, meta: { description: string; examples?: unknown[] }) {
  const described = { type: "array", minItems: 1, maxItems: maxBulkItems, items };
  const override = ({ jsonSchema }: { jsonSchema: object }) => void Object.assign(jsonSchema, described);
  return z
    .custom<readonly unknown[]>(Array.isArray, {
      message: "must be an array",
      params: { code: "invalid_type" },
    })
    .meta({ ...meta, override });
}

/** Body of POST /api/v1/qr-codes/bulk. */
export const bulkRequestSchema = z
  .object({
    qrCodes: boundedArray(
      { $ref: "#/components/schemas/NewQrCode" },
      { description: "1 to 100 codes. Each is judged by itself: the others are stored." },
    ),
  })
  .meta({ id: "BulkQrCodes" });

/** What each of the ids must be, whether or not it names a code. */
export const codeIdsSchema = z.object({ qrCodeIds: z.array(plainText({ max: 255 })) });

/** Body of DELETE /api/v1/qr-codes/bulk. */
export const bulkDeletionRequestSchema = z
  .object({
    qrCodeIds: boundedArray(
      { type: "string", maxLength: 255, pattern: documentedPatterns.plain },
      {
        description: "1 to 100 ids; one that is repeated counts once.",
        examples: [["0192f4c8-5b1e-7c3a-9d2f-8e4b6a1c0d35"]],
      },
    ),
  })
  .meta({ id: "BulkQrCodeIds" });

/** What a query holds as text; what is no flag is left to the schema to refuse. */
const readFlag = (text: unknown) => (text === "true" ? true : text === "false" ? false : text);

const flag = z.preprocess(readFlag, z.boolean());

export const dryRunQuery = z.object({
  dryRun: flag.optional().meta({
    description: "`true` stores nothing: the same answer, with `dryRun` and the effect on the quota.",
    default: false,
  }),
});

export const listSorts = ["createdAt", "updatedAt", "name", "scanCount"] as const;

/** Query of GET /api/v1/qr-codes. */
export const codeListQuery = z
  .object({
    ...pagingFields,
    type: typeField.optional().meta({ description: "Codes of this type only." }),
    isDynamic: flag.optional().meta({ description: "Dynamic codes only, or static ones only." }),
    search: plainText({ max: 200, lines: true }).optional().meta({
      description:
        "Codes whose name, content or slug contains it, whatever the case and the accents of Latin, Greek and Cyrillic letters; `%` and `_` stand for themselves. One or two letters or digits must begin a word. A short URL, an earlier one too, finds its code. At most 200 characters.",
    }),
    tags: tagListQuery.optional().meta({
      description: "Codes with these tags, separated by commas: with any of them, or by `tagMode` with all.",
      examples: ["menus,summer"],
      override: ({ jsonSchema }: { jsonSchema: Record<string, unknown> }) => {
        delete jsonSchema.items;
        delete jsonSchema.maxItems;
        jsonSchema.type = "string";
        jsonSchema.pattern = documentedPatterns.tagList;
      },
    }),
    tagMode: z.enum(["any", "all"]).default("any").meta({ description: "For `tags`.", default: "any" }),
    archived: z.enum(["false", "true", "any"]).default("false").meta({
      description: "Codes that are not archived, those alone that are, or both.",
      default: "false",
    }),
    state: z.enum(codeStates).optional().meta({
      description:
        "Codes in this state. Where several apply it is the first of suspended, off, expired, used_up, scheduled, active; a static code is active.",
    }),
    updatedSince: z.iso
      .datetime({ offset: true, error: "must be a date and time with its zone, like 2027-01-31T12:00:00Z" })
      .optional()
      .meta({
        description: "Codes whose `updatedAt` is later than this instant.",
        examples: ["2027-01-31T12:00:00Z"],
      }),
    sort: z.enum(listSorts).optional().meta({
      description:
        "`createdAt` where it is missing; with `search`, codes are then ordered by how well they match: exact name, beginning of the name, within the name, content or slug. `name` follows the root collation of Unicode, with numbers by value; for rare characters it depends on the version of ICU in the service's database. Codes that are equal in it are ordered by id, in the same direction.",
    }),
    order: z.enum(["asc", "desc"]).default("desc").meta({ default: "desc" }),
  })
  .refine(refuseTwoPages, twoPages);
export type CodeListQuery = z.infer<typeof codeListQuery>;

/** What a list is sorted by: a search without a sort by how well a code matches. */
export function orderOf({ sort, search = "" }: Pick<CodeListQuery, "sort" | "search">) {
  return sort ?? (search === "" ? "createdAt" : "rank");
}
export type ListOrder = ReturnType<typeof orderOf>;

/** Why the operator takes a code out of service; its owner is told. */
export const suspensionSchema = z.object({ reason: plainText({ min: 1, max: 200 }) });

export const codeParams = z.object({
  id: z.string().meta({
    format: "uuid",
    description: "Id of the code.",
    examples: ["0192f4c8-5b1e-7c3a-9d2f-8e4b6a1c0d35"],
  }),
});

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

/** Width and height of a public image in pixels, without its frame. */
export const publicImageSizes = { min: 64, max: 1_024 };

/** Query of GET /i/{file}. */
export const publicImageQuery = z.object({
  size: z
    .preprocess(readNumber, z.int().min(publicImageSizes.min).max(publicImageSizes.max))
    .optional()
    .meta({
      description:
        "Width and height in pixels without the frame, of a PNG at least the code's `minSize`; its own, at most 1,024, where it is left out.",
    }),
});
export type PublicImageQuery = z.infer<typeof publicImageQuery>;

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
