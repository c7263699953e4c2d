import { z } from "zod";
import { type Entitlements, entitlements, namePlanWith, type Plan } from "@/lib/plans";
import { plainText } from "@/lib/platform/schema-fields";
import { scanSummarySchema } from "@/lib/scans/schema";
import { type Analytics, timeRanges } from "./figures-schema";

/** What a report can be narrowed by, named as in the address of its page. */
export const filterNames = ["country", "city", "device", "browser", "os"] as const;
export type FilterName = (typeof filterNames)[number];

/** One label each; a city is `<country>/<city>`, as NO/Oslo. */
export type ReportFilters = Partial<Record<FilterName, string | undefined>>;

const country = "(?:[A-Z]{2}|Unknown)";

/** Filters as an address holds them; each is checked at its own name. A label that no scan has finds none. */
export const reportFiltersSchema = z.object({
  country: z
    .string()
    .regex(new RegExp(`^${country}$`), "must be a country's code of ISO 3166-1 alpha-2 in capitals, like NO")
    .optional(),
  city: plainText({ max: 108 })
    .regex(new RegExp(`^${country}/.`, "u"), "must be a country's code and a city, like NO/Oslo")
    .optional(),
  device: scanSummarySchema.shape.device.optional(),
  browser: plainText({ min: 1, max: 32 }).optional(),
  os: plainText({ min: 1, max: 32 }).optional(),
});

/** Days of the calendar of the report's zone, today included where they are not over. */
const calendarRanges = ["yesterday", "this-month", "last-month", "this-year"] as const;
export type CalendarRange = (typeof calendarRanges)[number];

export const reportRanges = [...timeRanges, ...calendarRanges] as const;
export type ReportRange = (typeof reportRanges)[number];

/** From one day to another of the report's zone, both included: `YYYY-MM-DD`. */
export interface DateSpan {
  from: string;
  to: string;
}

export type Period = ReportRange | DateSpan;

export interface ReportQuery {
  timeRange: Period;
  timezone?: string | undefined;
  qrCodeId?: string | undefined;
  tag?: string | undefined;
  filters?: ReportFilters | undefined;
}

/** What the dashboard shows of a window: the figures of the API and what only charts need. */
export interface Report extends Pick<Analytics, "topQRCodes" | "topTags"> {
  /** `botScans` and `cappedScans` have neither place nor device: they are those of the window whatever it is narrowed by. */
  summary: Analytics["summary"];
  /** `visitors`: distinct ones of the day; null where the zone's days are not those of UTC, by which visitors are known. */
  dailyScans: { date: string; count: number; visitors: number | null }[];
  series: ReportSeries;
  previous: PreviousPeriod;
  /** Places, devices and times; null on a plan without them. */
  details: ReportDetails | null;
  /** Narrowed figures begin here, for older scans are only counted up; null: they begin with the window. */
  detailSince: string | null;
  /** Whether charts of this plan show scans as they come. */
  isLive: boolean;
}

/** The line of a chart. Its counts add up to `totalScans`. */
export interface ReportSeries {
  unit: "5min" | "hour" | "day";
  points: SeriesPoint[];
  /** Whether the last point is of now, still to grow. */
  isRunning: boolean;
  /** The hours of today that are still to come. */
  ahead: Pick<SeriesPoint, "at" | "previous">[];
}

export interface SeriesPoint {
  /** Where it begins: an instant, or of a day `YYYY-MM-DD`. The first may lie before the window. */
  at: string;
  count: number;
  /** Of the same place in the period before: its hour on the clock or its day; null where that has no such place. */
  previous: number | null;
}

/** As many days or hours right before the window. */
export interface PreviousPeriod extends Pick<Analytics, "dailyScans"> {
  startDate: string;
  endDate: string;
  totalScans: number;
  uniqueVisitors: number;
  /** Its scans up to the time of its last day that it is now: what a day that has only begun compares with. */
  scansSoFar: number;
  /** Visitors up to the same time; null where that is kept by the quarter-hour alone. */
  visitorsSoFar: number | null;
  /** Whether `scansSoFar` are those of a part of it, for the window's last day is not over. */
  isSoFar: boolean;
  /** False where a part of it is only counted up, so that narrowed figures don't compare with it. */
  isWhole: boolean;
}

export interface ReportDetails extends Pick<Analytics, "breakdowns" | "distributions"> {
  /** Monday to Sunday, each by its 24 hours. */
  week: number[][];
  /** The most frequent first; `Unknown` where a place is not known. */
  cities: { city: string; country: string; count: number }[];
  /** Scans of all cities, those that are not listed as well. */
  cityScans: number;
}

/** Tables that a report can be taken along as. */
const allCsvKinds = ["line", "breakdowns", "codes", "scans"] as const;
export type CsvKind = (typeof allCsvKinds)[number];

/** What of a report a plan shows beside counts and the daily line. */
export interface ReportParts {
  /** Places, devices and times, and filters by them. */
  hasDetails: boolean;
  isLive: boolean;
  timeRanges: readonly ReportRange[];
  csvKinds: readonly CsvKind[];
}

/** Whether a period is an hour or one day: its line has times, and a point a day would be all that it has. */
export function isShort(period: Period): boolean {
  if (typeof period !== "string") return period.from === period.to;
  return period === "1h" || period === "1d" || period === "yesterday";
}

/** Whether a plan's reports may be of a period; times are details. */
export function allowsPeriod({ hasDetails }: ReportParts, period: Period): boolean {
  return hasDetails || !isShort(period);
}

/** Ranges whose line has a point a day. */
const daysOnly = reportRanges.filter((range) => !isShort(range));

/** By each kind of charts; null: there are no charts. */
const shown: Record<Entitlements["analytics"], ReportParts | null> = {
  daily: { hasDetails: false, isLive: false, timeRanges: daysOnly, csvKinds: ["line", "codes"] },
  full: { hasDetails: true, isLive: false, timeRanges: reportRanges, csvKinds: allCsvKinds },
  live: { hasDetails: true, isLive: true, timeRanges: reportRanges, csvKinds: allCsvKinds },
  api: null,
};

/** What of a report a plan has; null: none. */
export function partsOfReport(plan: Plan): ReportParts | null {
  return shown[entitlements[plan].analytics];
}

/** The plan that details begin with. */
export const detailsPlan = namePlanWith(({ analytics }) => shown[analytics]?.hasDetails === true);

/** The tables that a plan's reports can be taken along as. */
export function csvKinds(plan: Plan): readonly CsvKind[] {
  return partsOfReport(plan)?.csvKinds ?? [];
}
