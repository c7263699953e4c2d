import { z } from "zod";
import { plainText } from "@/lib/platform/schema-fields";
import { countryField } from "@/lib/scans/schema";
import { codeStates } from "./resource-schema";

/** `Accept-Language` of RFC 9110 §12.5.4: ranges with weights of at most three decimals. */
const range =
  "(?:[A-Za-z]{1,8}(?:-[A-Za-z0-9]{1,8})*|\\*)(?: *; *[qQ]=(?:0(?:\\.\\d{0,3})?|1(?:\\.0{0,3})?))?";
const acceptLanguage = new RegExp(`^ *${range}(?: *, *${range})* *$`);

/** Body of POST /api/v1/qr-codes/{id}/resolve. */
export const resolveSchema = z
  .object({
    userAgent: z
      .string()
      .max(16_384)
      .optional()
      .meta({
        description:
          "What the visitor's browser would send; a bot's gets the first entry of a split. When left out, device and system are unknown.",
        examples: [
          "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1",
        ],
      }),
    country: countryField
      .optional()
      .meta({ description: "ISO 3166-1 alpha-2. When left out, it is unknown.", examples: ["PT"] }),
    language: z
      .string()
      .max(1_000)
      .regex(acceptLanguage, "must be a language tag like pt-BR, or a list of them as Accept-Language has it")
      .optional()
      .meta({
        description:
          "A language tag, or what a browser sends as `Accept-Language`. When left out, none is accepted.",
        examples: ["pt-BR,pt;q=0.9"],
      }),
    at: z.iso
      .datetime({ offset: true, error: "must be a date and time with its zone, like 2027-01-31T12:00:00Z" })
      .optional()
      .meta({ description: "When the visit is. When left out, now.", examples: ["2027-03-05T19:30:00Z"] }),
    variant: plainText({ min: 1, max: 60 })
      .optional()
      .meta({
        description:
          "Entry of the split of the rule that applies: its name, else its index. When left out, `url` is that of the heaviest. Without a split it says nothing.",
        examples: ["0"],
      }),
  })
  .meta({ id: "ResolveRequest" });
export type ResolveRequest = z.infer<typeof resolveSchema>;

/** The answer of POST /api/v1/qr-codes/{id}/resolve. */
export const resolutionSchema = z
  .object({
    url: z
      .string()
      .nullable()
      .meta({
        format: "uri",
        description:
          "Where a visit without a query is led, campaign parameters included. Where the code isn't active its `fallbackUrl`. Null where a page is shown instead.",
        examples: ["https://example.com/menu?utm_source=poster"],
      }),
    route: z
      .string()
      .nullable()
      .meta({ description: "Id of the rule that applies; null: none does.", examples: ["weekend"] }),
    variant: z
      .string()
      .nullable()
      .meta({ description: "The entry that was asked for, where a split applies; else null." }),
    state: z.enum(codeStates).meta({ description: "What the code does at that time." }),
  })
  .meta({ id: "Resolution" });
export type Resolution = z.infer<typeof resolutionSchema>;
