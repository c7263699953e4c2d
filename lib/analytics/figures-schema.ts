import { z } from "zod";
import { contentTypes } from "@/lib/content/schema";
import { type GoalFigures, goalFiguresSchema } from "@/lib/goals/schema";
import { plainText, tagName } from "@/lib/platform/schema-fields";
import { weekdays } from "@/lib/routes/schema";
import { scanEventSchema } from "@/lib/scans/schema";

export const timeRanges = ["1h", "1d", "7d", "30d", "90d", "1y"] as const;
export type TimeRange = (typeof timeRanges)[number];

export const defaultTimeRange: TimeRange = "30d";

/** Days from `startDate` to `endDate` at most. */
const mostDaysApart = 400;

const dateField = z.iso.date({ error: "must be a date like 2027-01-31" }).optional();

/** More than the longest name of a zone has, which is 32. */
const maxZoneLength = 64;

/** Codes that are listed by their scans at most. */
export const maxTopCodes = 10;

/** Tags that are listed by their scans at most. */
export const maxTopTags = 10;

/** Scans that are listed beside the figures at most. */
export const maxListedScans = 1_000;

const readFlag = (text: unknown) => (text === "true" ? true : text === "false" ? false : text);

/** Query of GET /api/v1/analytics. */
export const analyticsQuery = z
  .object({
    qrCodeId: plainText({ max: 255 })
      .optional()
      .meta({
        description: "Scans of this code only.",
        examples: ["0192f4c8-5b1e-7c3a-9d2f-8e4b6a1c0d35"],
      }),
    tag: tagName.optional().meta({
      description:
        "Scans of codes with this tag only; together with `qrCodeId` of that code, if it has the tag. A visitor of several of its codes counts once, but on days of which single scans are no longer kept once for each code.",
      examples: ["summer"],
    }),
    timeRange: z.enum(timeRanges).optional().meta({
      description:
        "Not together with `startDate` and `endDate`. How long the window is, which ends now. Without `timezone` it is so many hours: `7d` is 168 hours. With it, it is whole days of that zone, today included: `7d` is today and the six days before, however many hours they have. `1h` is 60 minutes in both cases; `1y` is 365 days.",
      default: defaultTimeRange,
    }),
    startDate: dateField.meta({
      description:
        "The first of whole days of `timezone`, or of UTC, in place of `timeRange`; together with `endDate`.",
      examples: ["2026-01-01"],
    }),
    endDate: dateField.meta({
      description: `The last of these days, itself among them: not before \`startDate\`, at most ${mostDaysApart} days after it, not after today.`,
      examples: ["2026-01-31"],
    }),
    includeScans: z
      .preprocess(readFlag, z.boolean())
      .default(false)
      .meta({
        description: `\`true\` adds \`scans\`, the newest ${maxListedScans.toLocaleString("en-GB")} of the window, and \`scansTruncated\`.`,
        default: false,
      }),
    timezone: plainText({ max: maxZoneLength })
      .optional()
      .meta({
        description:
          "An IANA time zone, written as in its database: `Europe/Paris`, not `europe/paris`, `CEST` or `+02:00`. Days, weekdays and hours are then those of its clocks, also where a day has 23 or 25 hours. Without it they are UTC.",
        examples: ["Europe/Paris"],
      }),
  })
  .refine(({ startDate, endDate }) => (startDate === undefined) === (endDate === undefined), {
    path: ["endDate"],
    message: "and startDate must be sent together",
    params: { code: "incomplete" },
  })
  .refine(({ timeRange, startDate }) => timeRange === undefined || startDate === undefined, {
    path: ["timeRange"],
    message: "must not be sent together with startDate and endDate",
    params: { code: "not_together" },
  })
  .refine(({ startDate, endDate }) => daysApart(startDate, endDate) >= 0, {
    path: ["endDate"],
    message: "must not be before startDate",
    params: { code: "too_early" },
  })
  .refine(({ startDate, endDate }) => daysApart(startDate, endDate) <= mostDaysApart, {
    path: ["endDate"],
    message: `must be at most ${mostDaysApart} days after startDate`,
    params: { code: "too_long" },
  });
export type AnalyticsQuery = z.infer<typeof analyticsQuery>;

function daysApart(startDate = "1970-01-01", endDate = startDate): number {
  return (Date.parse(endDate) - Date.parse(startDate)) / 86_400_000;
}

const count = (description?: string) =>
  z
    .int()
    .min(0)
    .meta({ ...(description !== undefined && { description }) });

const instant = (description: string) =>
  z.string().meta({ format: "date-time", description, examples: ["2026-01-02T03:04:05.678Z"] });

const date = () => z.string().meta({ format: "date", examples: ["2026-01-02"] });

const summarySchema = z
  .object({
    totalScans: count("Scans by people within the window."),
    totalQRCodes: count(
      "All codes of this data set, scanned or not; 1 with `qrCodeId`, with `tag` those that have it.",
    ),
    avgScansPerQR: z
      .number()
      .min(0)
      .meta({ description: "`totalScans` for each of `totalQRCodes`, with two decimals; 0 without codes." }),
    uniqueVisitors: count(
      "Distinct visitors of each UTC day, added up. A visitor can't be recognised on another day: nothing is kept by which that could be done.",
    ),
    botScans: count("Calls by crawlers and link previews, which count nowhere else."),
    cappedScans: count(
      "Scans beyond the plan's detailed ones of a month: counted here and in the code's `scanCount`, nowhere else. Each is kept by its minute, so an edge within a minute is not exact for them.",
    ),
    timeRange: z
      .enum([...timeRanges, "custom"])
      .meta({ description: "`custom` with `startDate` and `endDate`." }),
    timeZone: z.string().meta({
      description: "The zone of days, weekdays and hours; `UTC` without `timezone`.",
      examples: ["Europe/Paris"],
    }),
    startDate: instant("The window's first instant."),
    endDate: instant(
      "The window's last instant: now, by the database's clock, or the end of a day before today.",
    ),
    mostActiveDay: date().nullable().meta({
      description: "The day with the most scans, the earliest of several; null without scans.",
    }),
    precision: z.enum(["exact", "quarter-hour", "recounting"]).meta({
      description:
        "`exact`: every figure is that of the scans there are. `quarter-hour`: the window begins within a day of which the service has kept quarter-hours alone, so its first edge is exact to 15 minutes. `recounting`: days of the window are being counted again, for a minute as a rule. After the deletion of a code `uniqueVisitors` may be too high until then, and every other figure is right already. After a bulk import of scans, days that have not been counted yet are missing from the figures.",
    }),
  })
  .meta({ id: "AnalyticsSummary" });

const labels = (description: string) => z.record(z.string(), count()).meta({ description });

const breakdownsSchema = z
  .object({
    devices: labels("Mobile, Tablet, Desktop or Unknown."),
    countries: labels("ISO 3166-1 alpha-2, or Unknown."),
    browsers: labels("Names of browsers."),
    os: labels("Names of operating systems."),
    routes: labels(
      "Ids of the rules that led scans, those of deleted rules too; `default` for the code's own target.",
    ),
    variants: labels("`<route id>/<variant>`; adds up to the scans of rules with a split."),
  })
  .meta({
    id: "AnalyticsBreakdowns",
    description:
      "Label to count, the most frequent first. Each of the maps but `variants` adds up to `totalScans`.",
  });

const distributionsSchema = z
  .object({
    hourly: z
      .array(z.object({ hour: z.int().min(0).max(23), count: count() }))
      .length(24)
      .meta({ description: "Scans by the hour of the day, 0 to 23." }),
    weekly: z
      .array(z.object({ day: z.enum(weekdays), count: count() }))
      .length(7)
      .meta({ description: "Scans by the day of the week, Monday first." }),
  })
  .meta({ id: "AnalyticsDistributions" });

const topCodeSchema = z
  .object({
    id: z.string().meta({
      format: "uuid",
      description: "Identifier.",
      examples: ["0192f4c8-5b1e-7c3a-9d2f-8e4b6a1c0d35"],
    }),
    name: z.string().meta({ description: "As it is called now.", examples: ["Menu, table 4"] }),
    type: z.enum(contentTypes),
    scanCount: count("Scans within the window."),
    isDynamic: z.boolean(),
  })
  .meta({ id: "TopQrCode" });

const topTagSchema = z
  .object({
    name: z.string().meta({ examples: ["summer"] }),
    scanCount: count("Scans within the window of the codes that have it now."),
  })
  .meta({ id: "TopTag" });

/** The answer of GET /api/v1/analytics. */
export const analyticsSchema = z
  .object({
    summary: summarySchema,
    breakdowns: breakdownsSchema,
    distributions: distributionsSchema,
    dailyScans: z.array(z.object({ date: date(), count: count() })).meta({
      description:
        "Every day of the window, oldest first, those without scans too. Without `timezone` the first and the last are as much of a day as the window touches.",
    }),
    topQRCodes: z
      .array(topCodeSchema)
      .max(maxTopCodes)
      .meta({ description: "The codes with the most scans within the window, equals by id." }),
    topTags: z.array(topTagSchema).max(maxTopTags).meta({
      description: "The tags whose codes have the most scans within the window, equals by code point.",
    }),
    goals: z.array(goalFiguresSchema).meta({
      description:
        "What visitors did after scans of the window, whenever they did it: the most frequent first, equals by name.",
    }),
    scans: z
      .array(scanEventSchema)
      .max(maxListedScans)
      .optional()
      .meta({ description: "Present with `includeScans=true`: the window's scans, newest first." }),
    scansTruncated: z.boolean().optional().meta({
      description: "Present with `includeScans=true`: whether the window has scans that are not listed.",
    }),
  })
  .meta({ id: "Analytics" });
export type Analytics = z.infer<typeof analyticsSchema>;
export type AnalyticsSummary = Analytics["summary"];
export type TopCode = Analytics["topQRCodes"][number];
export type TopTag = Analytics["topTags"][number];

/** A code's scans by the rules of its target, and what came of them. */
export interface RouteFigures {
  total: number;
  /** By the rule's id, `default` for the code's own target. */
  routes: Record<string, number>;
  /** By `<route id>/<variant>`. */
  variants: Record<string, number>;
  countries: Record<string, number>;
  goals: (GoalFigures & { countries: Record<string, number> })[];
}
