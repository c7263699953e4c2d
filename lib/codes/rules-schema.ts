import { z } from "zod";
import { maxUrlLength } from "@/lib/content/schema";
import { routesField, setRoutesField, setUtmField, utmField } from "./routes-schema";

/** The most scans that a code can be bounded to. */
const maxMaxScans = 1_000_000_000;

/** A time as a client sends it, in any zone. */
const time = () =>
  z.iso
    .datetime({
      offset: true,
      error: "must be a date and time with its zone, like 2027-01-31T12:00:00Z",
    })
    .refine((text) => isYearBetween(text, 1970, 9_999), {
      message: "must be in a year from 1970 to 9999",
      params: { code: "invalid_date" },
    })
    .nullish();

function isYearBetween(text: string, first: number, last: number): boolean {
  const year = new Date(text).getUTCFullYear();
  return year >= first && year <= last;
}

const words = {
  isActive: "`false` switches a dynamic code off: its short URL answers 410.",
  startsAt:
    "From when on the short URL of a dynamic code leads to its content; before, to `fallbackUrl`, or to a page that says so.",
  expiresAt:
    "Until when the short URL of a dynamic code leads to its content; afterwards it leads to `fallbackUrl`, or answers 410. Later than `startsAt`.",
  maxScans:
    "After so many scans (`scanCount`) the short URL of a dynamic code leads to `fallbackUrl`, or answers 410.",
  fallbackUrl:
    "An absolute http or https address that takes the content's place before `startsAt`, after `expiresAt` and beyond `maxScans`. Visits of it are not scans.",
  passQuery:
    "`true` appends the query that the short URL was called with to the target: parameters that the target has win, then `utm`. Only of dynamic codes of type `url`.",
  appendScanId:
    "`true` adds `qz_scan`, the scan's id, to the target, by which goals are recorded. Only of dynamic codes of type `url`; not on Free.",
};

/** Members of `settings` that bound the short URL of a dynamic code, as a client sends them. */
export const ruleFields = {
  isActive: z.boolean().nullish().meta({ description: words.isActive, default: true }),
  startsAt: time().meta({ description: words.startsAt, examples: ["2027-01-31T12:00:00+01:00"] }),
  expiresAt: time().meta({ description: words.expiresAt, examples: ["2027-02-28T23:00:00.000Z"] }),
  maxScans: z
    .int()
    .min(1)
    .max(maxMaxScans)
    .nullish()
    .meta({ description: words.maxScans, examples: [500] }),
  fallbackUrl: z
    .string()
    .max(maxUrlLength)
    .nullish()
    .meta({ description: words.fallbackUrl, examples: ["https://example.com/too-late"] }),
  utm: utmField,
  passQuery: z.boolean().nullish().meta({ description: words.passQuery, default: false }),
  routes: routesField,
  appendScanId: z.boolean().nullish().meta({ description: words.appendScanId, default: false }),
};
export const ruleNames = Object.keys(ruleFields) as (keyof typeof ruleFields)[];

const stamp = (description: string) =>
  z.string().meta({ format: "date-time", description, examples: ["2027-01-31T11:00:00.000Z"] });

/** The same as they are stored and answered: those alone that are not as they are by default, times in UTC. */
export const setRuleFields = {
  isActive: z
    .literal(false)
    .optional()
    .meta({ description: `${words.isActive} Absent while it is on.` }),
  startsAt: stamp(words.startsAt).optional(),
  expiresAt: stamp(words.expiresAt).optional(),
  maxScans: z.int().min(1).max(maxMaxScans).optional().meta({ description: words.maxScans }),
  fallbackUrl: z.string().optional().meta({ format: "uri", description: words.fallbackUrl }),
  utm: setUtmField,
  passQuery: z.literal(true).optional().meta({ description: words.passQuery }),
  routes: setRoutesField,
  appendScanId: z.literal(true).optional().meta({ description: words.appendScanId }),
};

const rulesSchema = z.object(setRuleFields);
/** What bounds the short URL of a dynamic code; the column `rules` holds it as JSON, and null where nothing does. */
export type Rules = z.infer<typeof rulesSchema>;
