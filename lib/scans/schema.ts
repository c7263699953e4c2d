import { z } from "zod";
import { contentTypes } from "@/lib/content/schema";
import {
  paginationSchema,
  pagingFields,
  plainText,
  refuseTwoPages,
  tagName,
  twoPages,
} from "@/lib/platform/schema-fields";
import { countryCodes, devices, unknown } from "./visit";

export { countryCodes, unknown };

const exampleCode = "0192f4c8-5b1e-7c3a-9d2f-8e4b6a1c0d35";

const stamp = z.string().meta({
  format: "date-time",
  description: "UTC, to the millisecond.",
  examples: ["2026-11-21T09:30:00.125Z"],
});

const wrongInstant = "must be a date and time with its zone, like 2026-11-21T09:30:00Z";

/** A time as clients send it; it names its zone. */
const instant = z.iso.datetime({ offset: true, error: wrongInstant });

/** In an address, where a plus sign that is not escaped means a space. */
const instantOfQuery = z.iso.datetime({
  offset: true,
  error: ({ input }) =>
    /T\S+ \d\d:\d\d$/.test(String(input))
      ? "has a space before its zone; write the plus sign of an address as %2B, or the time in UTC with a Z"
      : wrongInstant,
});

const placeFields = {
  device: z.enum(devices),
  os: z.string().meta({ description: "`Unknown` where the user agent does not say.", examples: ["iOS"] }),
  browser: z.string().meta({
    description: "The browser, or the app whose own browser it was; else `Unknown`.",
    examples: ["Safari"],
  }),
  country: z.string().meta({
    description: "ISO 3166-1 alpha-2, or `Unknown`. IP Geolocation by DB-IP.",
    examples: ["PT"],
  }),
};

/** Where somebody is said to be, as a client sends it. */
export const countryField = z
  .string()
  .refine((code) => countryCodes.has(code), {
    message: "must be a country's code of ISO 3166-1 alpha-2 in capitals, like PT",
    params: { code: "invalid_country" },
  })
  .meta({ pattern: "^[A-Z]{2}$" });

/** A scan as GET of one code holds it. */
export const scanSummarySchema = z
  .object({ id: z.string().meta({ format: "uuid" }), scannedAt: stamp, ...placeFields })
  .meta({ id: "ScanSummary" });
export type ScanSummary = z.infer<typeof scanSummarySchema>;

/** A scan as every list of scans presents it. */
export const scanEventSchema = z
  .object({
    id: z.string().meta({ format: "uuid", examples: ["019a9b6e-4c1d-7f3a-9b52-8d1e6f0a2c47"] }),
    qrCodeId: z.string().meta({ format: "uuid", examples: [exampleCode] }),
    qrCodeName: z.string().meta({ description: "As it is now.", examples: ["Menu, table 4"] }),
    qrCodeType: z.enum(contentTypes),
    shortUrl: z
      .string()
      .nullable()
      .meta({
        description: "The short URL of the code; null for a static one.",
        examples: ["https://quietzone.example/r/aZ09bY18"],
      }),
    scannedAt: stamp,
    ...placeFields,
    city: z.string().meta({ description: "`Unknown` where it is not known.", examples: ["Lisbon"] }),
    userAgent: z.string().meta({ description: "At most 512 characters of what the visitor's browser sent." }),
    route: z
      .string()
      .nullable()
      .meta({
        description: "Id of the rule that chose the target; null for the code's own target.",
        examples: ["weekend"],
      }),
    variant: z
      .string()
      .nullable()
      .meta({
        description: "Entry of the rule's split: its name, else its index; null without a split.",
        examples: ["blue"],
      }),
  })
  .meta({ id: "ScanEvent" });
export type ScanEvent = z.infer<typeof scanEventSchema>;

/** Query of GET /api/v1/scans. */
export const scanListQuery = z
  .object({
    qrCodeId: plainText({ max: 255 })
      .optional()
      .meta({ description: "Scans of this code only.", examples: [exampleCode] }),
    tag: tagName.optional().meta({ description: "Scans of codes with this tag only.", examples: ["summer"] }),
    since: instantOfQuery.optional().meta({
      description:
        "Only scans after this instant, which itself is left out: the `scannedAt` of the newest scan you have. No scan appears later with an earlier time, so that polling misses none and repeats none.",
      examples: ["2026-11-21T09:30:00.125Z"],
    }),
    until: instantOfQuery.optional().meta({
      description:
        "Only scans up to this instant, which itself is part of it. With the `scannedAt` of the first scan of page 1 the further pages stay as they are while new scans come.",
      examples: ["2026-11-21T10:00:00.000Z"],
    }),
    ...pagingFields,
  })
  .refine(refuseTwoPages, twoPages);
export type ScanListQuery = z.infer<typeof scanListQuery>;

/** A page of scans. */
export const scanPageSchema = z.object({ data: z.array(scanEventSchema), pagination: paginationSchema });
export type ScanPage = z.infer<typeof scanPageSchema>;

/** Most scans of one sandbox call. */
const maxSandboxScans = 100;

/** Body of POST /api/v1/sandbox/scans. */
export const sandboxScansSchema = z
  .object({
    qrCodeId: plainText({ min: 1, max: 255 }).meta({
      description: "Id of a code of the sandbox.",
      examples: [exampleCode],
    }),
    count: z
      .int()
      .min(1)
      .max(maxSandboxScans)
      .default(1)
      .meta({ description: `How many scans, 1 to ${maxSandboxScans}.`, default: 1 }),
    userAgent: z
      .string()
      .max(16_384)
      .optional()
      .meta({
        description:
          "What the visitor's browser would send; when left out, a usual phone's. It is read as a real one is: a bot's makes no scan.",
        examples: [
          "Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/137.0.0.0 Mobile Safari/537.36",
        ],
      }),
    country: countryField
      .optional()
      .meta({ description: "When left out, the country of your own address.", examples: ["PT"] }),
    city: plainText({ min: 1, max: 100 })
      .optional()
      .meta({
        description:
          "When left out, the city of your own address where it is known; with `country` alone, `Unknown`.",
        examples: ["Lisbon"],
      }),
    scannedAt: instant.optional().meta({
      description:
        "When the scans were: at most a year ago and not in the future; each further one a millisecond later. When left out, now.",
      examples: ["2026-11-14T12:00:00.000Z"],
    }),
  })
  .meta({ id: "SandboxScans" });
export type SandboxScans = z.infer<typeof sandboxScansSchema>;

/** The answer of POST /api/v1/sandbox/scans. */
export const createdScansSchema = z
  .object({
    created: z.int().min(0).meta({ description: "Scans that were made." }),
    excluded: z.int().min(0).meta({
      description:
        "Visits that count as no scan: the user agent is a bot's or a link preview's, or `maxScans` is reached.",
    }),
  })
  .meta({ id: "CreatedScans" });
export type CreatedScans = z.infer<typeof createdScansSchema>;
