import type { CsvKind, FilterName, TimeRange } from "@/lib/analytics/schema";
import { sayCountry } from "../ui/country";

interface RangeWords {
  /** How the line of now and the one before it are called. */
  names: { current: string; previous: string };
  emptyNote: string;
  /** What figures of the period before are called, up to the same time. */
  soFar: string;
}

const days = (count: number): RangeWords => ({
  names: { current: `${count} days`, previous: `${count} days before` },
  emptyNote: `No scans in these ${count} days.`,
  soFar: "before, by this time",
});

export const rangeWords: Record<TimeRange, RangeWords> = {
  "1h": {
    names: { current: "60 minutes", previous: "60 minutes before" },
    emptyNote: "No scans in these 60 minutes.",
    soFar: "in the hour before",
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

export const filterWords: Record<FilterName, string> = {
  country: "Country",
  city: "City",
  device: "Device",
  browser: "Browser",
  os: "System",
};

/** The tables that can be taken along; their files are called after them. */
export const tableWords: Record<CsvKind, string> = {
  line: "Scans over time",
  breakdowns: "Places and devices",
  codes: "Codes by scans",
  scans: "Every scan",
};

/** A value of a filter in words: `Norway`, `Oslo`, `Mobile`. */
export function sayValue(name: FilterName, value: string): string {
  if (name === "country") return sayCountry(value);
  return name === "city" ? value.slice(value.indexOf("/") + 1) : value;
}
