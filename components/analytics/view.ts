import type { CsvKind, FilterName, ReportFilters, TimeRange } from "@/lib/analytics/schema";
import type { ScanEvent } from "@/lib/scans/schema";
import { formatCountry } from "../ui/country";

const days = (count: number): RangeLabels => ({
  names: { current: `${count} days`, previous: `${count} days before` },
  emptyNote: `No scans in these ${count} days.`,
  soFar: "same time last period",
});

export const rangeLabels: Record<TimeRange, RangeLabels> = {
  "1h": {
    names: { current: "60 minutes", previous: "60 minutes before" },
    emptyNote: "No scans in these 60 minutes.",
    soFar: "in the previous hour",
  },
  "1d": {
    names: { current: "Today", previous: "Yesterday" },
    emptyNote: "No scans today.",
    soFar: "yesterday by this time",
  },
  "7d": days(7),
  "30d": days(30),
  "90d": days(90),
  "1y": days(365),
};

export const filterLabels: Record<FilterName, string> = {
  country: "Country",
  city: "City",
  device: "Device",
  browser: "Browser",
  os: "System",
};

export const tableLabels: Record<CsvKind, string> = {
  line: "Scans over time",
  breakdowns: "Places and devices",
  codes: "Codes by scans",
  scans: "Every scan",
};

export interface View {
  range: TimeRange;
  /** Left out: the zone of the visitor's clocks. */
  zone?: string | undefined;
  code?: string | undefined;
  filters: ReportFilters;
}

export const usualRange: TimeRange = "30d";

/** Here and not in the schema, which would bring its parser along to every page of charts. */
const filterOrder = Object.keys(filterLabels) as FilterName[];

export function writeView({ range, zone, code, filters }: View, path = "/analytics"): string {
  const query = new URLSearchParams();
  if (range !== usualRange) query.set("range", range);
  if (zone !== undefined) query.set("zone", zone);
  if (code !== undefined) query.set("code", code);
  for (const name of filterOrder) {
    const value = filters[name];
    if (value !== undefined) query.set(name, value);
  }
  return query.size === 0 ? path : `${path}?${query}`;
}

/** The view with a filter put on, or taken off where it is on; a country leaves no city of another. */
export function toggleFilter(view: View, name: FilterName, value: string): View {
  const isOn = view.filters[name] === value;
  const filters: ReportFilters = { ...view.filters, [name]: isOn ? undefined : value };
  const isElsewhere = name === "country" && !isOn && !filters.city?.startsWith(`${value}/`);
  return { ...view, filters: isElsewhere ? { ...filters, city: undefined } : filters };
}

export function isNarrowed({ filters }: View): boolean {
  return filterOrder.some((name) => filters[name] !== undefined);
}

interface RangeLabels {
  names: { current: string; previous: string };
  emptyNote: string;
  soFar: string;
}

/** A value of a filter in words: `Norway`, `Oslo`, `Mobile`. */
export function formatValue(name: FilterName, value: string): string {
  if (name === "country") return formatCountry(value);
  return name === "city" ? value.slice(value.indexOf("/") + 1) : value;
}

/** Scans that the feed shows. */
export const feedRows = 6;

export function isInView(scan: ScanEvent, { code, filters }: View): boolean {
  if (code !== undefined && scan.qrCodeId !== code) return false;
  const { city, ...others } = filters;
  if (city !== undefined && `${scan.country}/${scan.city}` !== city) return false;
  const names = Object.keys(others) as (keyof typeof others)[];
  return names.every((name) => others[name] === undefined || scan[name] === others[name]);
}
