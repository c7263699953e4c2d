import type { CsvKind, FilterName, Period, ReportFilters } from "@/lib/analytics/schema";
import type { ScanEvent } from "@/lib/scans/schema";
import { formatCountry } from "../ui/country";

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
  range: Period;
  /** Left out: the zone of the visitor's clocks. */
  zone?: string | undefined;
  code?: string | undefined;
  tag?: string | undefined;
  filters: ReportFilters;
}

export const usualRange = "30d" satisfies Period;

/** Here and not in the schema, which would bring its parser along to every page of charts. */
const filterOrder = Object.keys(filterLabels) as FilterName[];

/** @param path where it is shown; empty for the query alone. */
export function writeView({ range, zone, code, tag, filters }: View, path = "/analytics"): string {
  const query = new URLSearchParams();
  if (typeof range !== "string") for (const [name, day] of Object.entries(range)) query.set(name, day);
  else if (range !== usualRange) query.set("range", range);
  if (zone !== undefined) query.set("zone", zone);
  if (code !== undefined) query.set("code", code);
  if (tag !== undefined) query.set("tag", tag);
  for (const name of filterOrder) {
    const value = filters[name];
    if (value !== undefined) query.set(name, value);
  }
  if (path === "") return query.toString();
  return query.size === 0 ? path : `${path}?${query}`;
}

/** The view with a filter put on, or taken off where it is on; a country leaves no city of another. */
export function toggleFilter(view: View, name: FilterName, value: string): View {
  const isOn = view.filters[name] === value;
  const filters: ReportFilters = { ...view.filters, [name]: isOn ? undefined : value };
  const isElsewhere = name === "country" && !isOn && !filters.city?.startsWith(`${value}/`);
  return { ...view, filters: isElsewhere ? { ...filters, city: undefined } : filters };
}

/** The view of the codes of a tag, or of all where it is that of this tag. */
export function toggleTag(view: View, tag: string): View {
  return { ...view, tag: view.tag === tag ? undefined : tag };
}

/** The view of some days by the clocks of a zone, which the address then names: who is sent it sees the same. */
export function viewDays(view: View, zone: string, range: Period): View {
  return { ...view, zone, range };
}

/** Whether it is narrowed by labels, which single scans have alone. */
export function isNarrowed({ filters }: View): boolean {
  return filterOrder.some((name) => filters[name] !== undefined);
}

/** A value of a filter in words: `Norway`, `Oslo`, `Mobile`. */
export function formatValue(name: FilterName, value: string): string {
  if (name === "country") return formatCountry(value);
  return name === "city" ? value.slice(value.indexOf("/") + 1) : value;
}

/** Scans that the feed shows. */
export const feedRows = 6;

/** @param tagged the codes of the view's tag. */
export function isInView(
  scan: ScanEvent,
  { code, filters }: View,
  tagged: readonly string[] | null,
): boolean {
  if (code !== undefined && scan.qrCodeId !== code) return false;
  if (tagged !== null && !tagged.includes(scan.qrCodeId)) return false;
  const { city, ...others } = filters;
  if (city !== undefined && `${scan.country}/${scan.city}` !== city) return false;
  const names = Object.keys(others) as (keyof typeof others)[];
  return names.every((name) => others[name] === undefined || scan[name] === others[name]);
}
