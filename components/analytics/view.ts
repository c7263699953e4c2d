import type { FilterName, ReportFilters, TimeRange } from "@/lib/analytics/schema";
import { filterWords } from "./words";

/** What the page shows, as its address says. */
export interface View {
  range: TimeRange;
  /** Left out: the zone of the visitor's clocks. */
  zone?: string | undefined;
  code?: string | undefined;
  filters: ReportFilters;
}

export const usualRange: TimeRange = "30d";
/** Here and not in the schema, which would bring its parser along to every page of charts. */
const filterOrder = Object.keys(filterWords) as FilterName[];

/** The address of a view, with nothing in it that is usual. */
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

/** Whether the figures are those of a part of the scans alone. */
export function isNarrowed({ filters }: View): boolean {
  return filterOrder.some((name) => filters[name] !== undefined);
}
