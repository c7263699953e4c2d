import {
  analyticsQuery,
  filterNames,
  type Period,
  type ReportRange,
  reportFiltersSchema,
  reportRanges,
} from "@/lib/analytics/schema";
import { findDateFault } from "./period";
import { usualRange, type View } from "./view";

/** A member of the address that says nothing that this page knows. */
export interface AddressFault {
  name: string;
  value: string;
  /** What to change, where the name and the value don't say it. */
  sentence?: string;
}

const members = ["range", "from", "to", "zone", "code", "tag", ...filterNames] as const;

type Params = Record<string, string | string[] | undefined>;

/** Reads an address; members of other names are nobody's here. What is not known is told, never guessed. */
export function readView(params: Params): { view: View; fault: AddressFault | null } {
  const given: Partial<Record<(typeof members)[number], string>> = {};
  for (const name of members) {
    const value = params[name];
    if (Array.isArray(value)) return refuse(name, value.join(", "));
    if (value !== undefined && value !== "") given[name] = value;
  }
  const { range, from, to, zone, code, tag, ...rest } = given;
  const period = readPeriod({ range, from, to });
  if ("fault" in period) return refuse(period.fault.name, period.fault.value, period.fault.sentence);
  const tagged = analyticsQuery.shape.tag.safeParse(tag);
  if (!tagged.success) return refuse("tag", tag ?? "");
  const filters = reportFiltersSchema.safeParse(rest);
  const view = { range: period.range, zone, code, tag: tagged.data };
  if (filters.success) return { view: { ...view, filters: filters.data }, fault: null };
  const name = filterNames.find((filter) => filter === filters.error.issues[0]?.path[0]) ?? "device";
  return refuse(name, rest[name] ?? "");
}

function refuse(name: string, value: string, sentence?: string): { view: View; fault: AddressFault } {
  const fault = { name, value, ...(sentence !== undefined && { sentence }) };
  return { view: { range: usualRange, filters: {} }, fault };
}

/** A range by its name, or two days. Whether they are over depends on the zone. */
function readPeriod({
  range,
  from,
  to,
}: Partial<Record<"range" | "from" | "to", string | undefined>>):
  | { range: Period }
  | { fault: AddressFault } {
  if (from === undefined && to === undefined) {
    const named = range ?? usualRange;
    return isRange(named) ? { range: named } : { fault: { name: "range", value: named } };
  }
  if (range !== undefined) {
    const sentence = "The address has a range and days. Remove range, or from and to.";
    return { fault: { name: "range", value: range, sentence } };
  }
  const span = { from: from ?? "", to: to ?? "" };
  const fault = findDateFault(span);
  if (fault === null) return { range: span };
  const { field, sentence } = fault;
  return { fault: { name: field, value: span[field], sentence: `${field}: ${sentence}` } };
}

function isRange(text: string): text is ReportRange {
  return reportRanges.some((range) => range === text);
}
