import { filterNames, reportFiltersSchema, type TimeRange, timeRanges } from "@/lib/analytics/schema";
import { usualRange, type View } from "./view";

/** A member of the address that says nothing that this page knows. */
export interface AddressFault {
  name: string;
  value: string;
}

const members = ["range", "zone", "code", ...filterNames] as const;

type Params = Record<string, string | string[] | undefined>;

/** Reads an address; members of other names are nobody's here. What is not known is told, never guessed. */
export function readView(params: Params): { view: View; fault: AddressFault | null } {
  const given: Partial<Record<(typeof members)[number], string>> = {};
  for (const name of members) {
    const value = params[name];
    if (Array.isArray(value)) return refuse(name, value.join(", "));
    if (value !== undefined && value !== "") given[name] = value;
  }
  const { range = usualRange, zone, code, ...rest } = given;
  if (!isRange(range)) return refuse("range", range);
  const filters = reportFiltersSchema.safeParse(rest);
  if (filters.success) return { view: { range, zone, code, filters: filters.data }, fault: null };
  const name = filterNames.find((filter) => filter === filters.error.issues[0]?.path[0]) ?? "device";
  return refuse(name, rest[name] ?? "");
}

function refuse(name: string, value: string): { view: View; fault: AddressFault } {
  return { view: { range: usualRange, filters: {} }, fault: { name, value } };
}

function isRange(text: string): text is TimeRange {
  return timeRanges.some((range) => range === text);
}
