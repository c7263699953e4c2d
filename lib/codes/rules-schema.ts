import { z } from "zod";
import { maxUrlLength } from "@/lib/content/schema";
import { documentedPatterns, plainText } from "@/lib/platform/schema-fields";
import { defaultRoute, routeDevices, utmNames, variantOf, weekdays } from "@/lib/routes";
import { countryCodes, countryField } from "@/lib/scans/schema";

export const maxRoutes = 20;
/** Of `routes` and `utm` together as JSON. */
export const maxRoutesBytes = 16_384;

export const utmParameter = plainText({ min: 1, max: 100 });
const eachOf = <T extends z.ZodType>(field: T) =>
  Object.fromEntries(utmNames.map((name) => [name, field])) as Record<(typeof utmNames)[number], T>;
const utmMeta = {
  description:
    "Campaign parameters (`utm_source`, …) that a redirect adds to the target's query, where the target doesn't have them. Only of dynamic codes of type `url`.",
  examples: [{ source: "poster", medium: "qr", campaign: "summer" }],
};

const utmField = z.object(eachOf(utmParameter.nullish())).nullish().meta(utmMeta);
const setUtmField = z.object(eachOf(utmParameter.optional())).optional().meta(utmMeta);

const address = z.string().min(1).max(maxUrlLength).meta({ pattern: documentedPatterns.address });
const id = z
  .string()
  .regex(/^[A-Za-z0-9_-]{1,36}$/, "must have 1 to 36 letters, digits, hyphens or underscores")
  .refine((text) => text !== defaultRoute, {
    message: `must not be “${defaultRoute}”, which names the code's own target`,
    params: { code: "not_allowed" },
  })
  .meta({
    description: "Assigned where it is missing. Scans carry it, and it stays as long as it is sent back.",
    examples: ["weekend"],
  });
const name = plainText({ min: 1, max: 60 }).optional();

const listOf = <T extends z.ZodType>(item: T, max: number) => z.array(item).min(1).max(max).optional();
const clock = z.string().regex(/^(?:(?:[01]\d|2[0-3]):[0-5]\d|24:00)$/, "must be a time of day like 18:00");
const startClock = z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, "must be a time of day like 18:00");
const withinYears = {
  message: "must be in a year from 1970 to 9999",
  params: { code: "invalid_date" },
};
const isWithinYears = (text: string) => isYearBetween(text, 1970, 9_999);
const dayOrInstant = z
  .union([z.iso.date(), z.iso.datetime({ offset: true })], {
    error: "must be a day like 2027-01-31, or a date and time with its zone",
  })
  .refine(isWithinYears, withinYears)
  .optional();

const whenSchema = z
  .object({
    devices: listOf(z.enum(routeDevices), routeDevices.length),
    os: listOf(plainText({ min: 1, max: 32 }), 40).meta({
      description: "As scans name them.",
      examples: [["iOS", "Android"]],
    }),
    countries: listOf(countryField, countryCodes.size),
    languages: listOf(
      z
        .string()
        .regex(/^[A-Za-z]{1,8}(?:-[A-Za-z0-9]{1,8})*$/, "must be a language tag of BCP 47 like pt or pt-BR")
        .max(35),
      50,
    ),
    days: listOf(z.enum(weekdays), weekdays.length),
    hours: z.object({ from: startClock, until: clock }).optional(),
    dates: z.object({ from: dayOrInstant, until: dayOrInstant }).optional(),
    timezone: z
      .string()
      .min(1)
      .max(64)
      .meta({ pattern: documentedPatterns.plain })
      .optional()
      .meta({
        description: "IANA; required with `days`, `hours` and days in `dates`.",
        examples: ["Europe/Paris"],
      }),
  })
  .meta({ id: "RouteConditions", description: "Every member holds, by one of its values." });

const splitSchema = z
  .array(z.object({ name, to: address, weight: z.int().min(1).max(100) }))
  .min(2)
  .max(5)
  .refine((entries) => new Set(entries.map(variantOf)).size === entries.length, {
    message: "must not give two entries the same name; an entry without one is called by its index",
    params: { code: "repeated" },
  });

const routeFields = {
  name,
  when: whenSchema.optional(),
  to: address.optional(),
  split: splitSchema.optional(),
};

export const routeSchema = z
  .object({ id: id.optional(), ...routeFields })
  .refine(({ to, split }) => to !== undefined || split !== undefined, {
    path: ["to"],
    message: "is required where a rule has no split",
    params: { code: "required" },
  })
  .refine(({ to, split }) => to === undefined || split === undefined, {
    path: ["to"],
    message: "must not be sent together with split",
    params: { code: "not_together" },
  })
  .refine(({ when, split }) => when !== undefined || split !== undefined, {
    path: ["when"],
    message: "is required where a rule has no split",
    params: { code: "required" },
  })
  .meta({ id: "NewRoute", description: "Leads to `to`, or to the entries of `split` by their weights." });
export type NewRoute = z.infer<typeof routeSchema>;

const routesMeta = {
  description:
    "At most 20 rules of where a dynamic code of type `url` leads, the first that applies; else to `content`. PUT replaces all of them.",
};

const routesField = z.array(routeSchema).max(maxRoutes).nullish().meta(routesMeta);
export const setRoutes = z.array(z.object({ id, ...routeFields }).meta({ id: "Route" }));
export const setRoutesField = setRoutes.optional().meta(routesMeta);

/** The most scans that a code can be bounded to. */
const maxMaxScans = 1_000_000_000;

/** A time as a client sends it, in any zone. */
const time = () =>
  z.iso
    .datetime({
      offset: true,
      error: "must be a date and time with its zone, like 2027-01-31T12:00:00Z",
    })
    .refine(isWithinYears, withinYears)
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
    .meta({ pattern: documentedPatterns.address })
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
