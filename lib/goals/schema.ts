import { z } from "zod";
import { plainText } from "@/lib/platform/schema-fields";

/** Goals of one scan, and names of goals of one code. */
export const maxGoals = 20;
/** A scan takes goals for so many days. */
export const goalDays = 30;
export const maxGoalName = 60;
const maxValue = 1_000_000_000;

/** Currencies in use, by ISO 4217. */
const currencies: ReadonlySet<string> = new Set(
  "AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BGN BHD BIF BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF CLF CLP CNY COP CRC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GNF GTQ GYD HKD HNL HTG HUF IDR ILS INR IQD IRR ISK JMD JOD JPY KES KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD RUB RWF SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TND TOP TRY TTD TWD TZS UAH UGX USD UYU UZS VED VES VND VUV WST XAF XCD XCG XOF XPF YER ZAR ZMW ZWG".split(
    " ",
  ),
);

/** As JavaScript writes a number that has at most two decimals. */
const twoDecimals = /^\d+(?:\.\d{1,2})?$/;

const goalName = plainText({ min: 1, max: maxGoalName });

/** Query of DELETE /api/v1/qr-codes/{id}/goals. */
export const goalNameQuery = z.object({
  name: goalName.meta({ description: "The goal's name as it was sent.", examples: ["signup"] }),
});

/** How many goals were deleted. */
export const deletedGoalsSchema = z.object({ deleted: z.int().min(0) }).meta({ id: "DeletedGoals" });

/** Body of POST /api/public/goals and of POST /api/v1/goals. */
export const goalSchema = z
  .object({
    scanId: plainText({ min: 1, max: 255 }).meta({
      description: `The \`qz_scan\` that the target was called with: id of a scan of the last ${goalDays} days.`,
      examples: ["019a9b6e-4c1d-7f3a-9b52-8d1e6f0a2c47"],
    }),
    name: goalName
      .refine((name) => /[^\p{Z}\p{Cf}]/u.test(name), {
        message: "must have a visible character",
        params: { code: "invalid_characters" },
      })
      .meta({
        description: `What was reached. A scan has each name once, and at most ${maxGoals} names; a code has at most ${maxGoals} names.`,
        examples: ["signup"],
      }),
    value: z
      .number()
      .min(0)
      .max(maxValue)
      .refine((value) => twoDecimals.test(String(value)), {
        message: "must have at most 2 decimals",
        params: { code: "too_precise" },
      })
      .optional()
      .meta({
        description: "What it is worth, with at most 2 decimals; together with `currency`.",
        examples: [49.9],
      }),
    currency: z
      .string()
      .refine((code) => currencies.has(code), {
        message: "must be a currency's code of ISO 4217 in capitals, like EUR",
        params: { code: "invalid_currency" },
      })
      .meta({ pattern: "^[A-Z]{3}$" })
      .optional()
      .meta({ description: "ISO 4217; together with `value`.", examples: ["EUR"] }),
  })
  .refine(({ value, currency }) => value === undefined || currency !== undefined, {
    path: ["currency"],
    message: "must be sent with value",
    params: { code: "required" },
  })
  .refine(({ value, currency }) => currency === undefined || value !== undefined, {
    path: ["value"],
    message: "must be sent with currency",
    params: { code: "required" },
  })
  .meta({ id: "NewGoal" });
export type NewGoal = z.infer<typeof goalSchema>;

/** The answer of both: it tells nothing about the code. */
export const recordedGoalSchema = z
  .object({
    recorded: z
      .boolean()
      .meta({ description: "False for a goal that the scan had already: nothing has changed." }),
  })
  .meta({ id: "RecordedGoal" });
export type RecordedGoal = z.infer<typeof recordedGoalSchema>;

const label = (description: string) => z.record(z.string(), z.int().min(0)).meta({ description });

/** A goal as analytics count it. */
export const goalFiguresSchema = z
  .object({
    name: z.string().meta({ examples: ["signup"] }),
    count: z.int().min(0).meta({ description: "Scans within the window that reached it." }),
    rate: z
      .number()
      .min(0)
      .meta({ description: "`count` by `totalScans`, with 4 decimals; 0 without scans." }),
    values: z
      .record(z.string(), z.string())
      .meta({ description: "Sum by currency, as a decimal string like `1249.50`." }),
    routes: label("By the rule's id, `default` for the code's own target; adds up to `count`."),
    variants: label("By `<route id>/<variant>`, of rules with a split."),
  })
  .meta({ id: "GoalFigures" });
export type GoalFigures = z.infer<typeof goalFiguresSchema>;

/** What a page includes: a `qzGoal` that keeps calls until the script has come, and the script. */
export const writeScriptTag = (
  baseUrl: string,
) => `<script>window.qzGoal=window.qzGoal||function(){(qzGoal.q=qzGoal.q||[]).push(arguments)}</script>
<script src="${baseUrl}/goals.js" async></script>`;
