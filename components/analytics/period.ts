import type { DateSpan, Period, ReportRange } from "@/lib/analytics/schema";
import { formatCount } from "../ui/counts";
import { dayMs, formatDayMonth, formatShortDay } from "../ui/dates";

interface PeriodLabels {
  /** On the button that chooses it: "Last 30 days". */
  name: string;
  names: { current: string; previous: string };
  emptyNote: string;
}

const days = (count: number, name: string): PeriodLabels => ({
  name,
  names: { current: `${formatCount(count)} days`, previous: `${formatCount(count)} days before` },
  emptyNote: `No scans in these ${formatCount(count)} days.`,
});

const oneDay = (name: string, previous: string, emptyNote: string): PeriodLabels => ({
  name,
  names: { current: name, previous },
  emptyNote,
});

const sameLength = "As many days before";

const rangeLabels: Record<ReportRange, PeriodLabels> = {
  "1h": {
    name: "Last hour",
    names: { current: "60 minutes", previous: "60 minutes before" },
    emptyNote: "No scans in these 60 minutes.",
  },
  "1d": oneDay("Today", "Yesterday", "No scans today."),
  yesterday: oneDay("Yesterday", "The day before", "No scans yesterday."),
  "7d": days(7, "Last 7 days"),
  "30d": days(30, "Last 30 days"),
  "90d": days(90, "Last 90 days"),
  "this-month": oneDay("This month", sameLength, "No scans this month."),
  "last-month": oneDay("Last month", sameLength, "No scans last month."),
  "this-year": oneDay("This year", sameLength, "No scans this year."),
  "1y": days(365, "Last 12 months"),
};

/** Ranges in the order in which they are offered. */
export const presets = Object.keys(rangeLabels) as ReportRange[];

export function labelPeriod(period: Period): PeriodLabels {
  if (typeof period === "string") return rangeLabels[period];
  const { from, to } = period;
  if (from === to)
    return {
      name: formatShortDay(from),
      names: { current: formatDayMonth(from), previous: "The day before" },
      emptyNote: "No scans on this day.",
    };
  const isOneYear = from.slice(0, 4) === to.slice(0, 4);
  const first = (isOneYear ? formatDayMonth : formatShortDay)(from);
  return days(daysBetween(from, to) + 1, `${first} – ${formatShortDay(to)}`);
}

/** From the first to the last day at most, as the API has it. */
const mostDaysApart = 400;

/** Days before are those of no account. */
const firstDate = "2000-01-01";

const daysBetween = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / dayMs;

export interface DateFault {
  field: keyof DateSpan;
  /** What to change. */
  sentence: string;
}

/** What is wrong with two days, if anything; how long and how late they may be is judged by today's date in their zone. */
export function findDateFault(span: DateSpan, today?: string): DateFault | null {
  const fault = findDayFault("from", span, today) ?? findDayFault("to", span, today) ?? findOrderFault(span);
  return fault ?? (today === undefined ? null : findLengthFault(span));
}

function findDayFault(field: keyof DateSpan, span: DateSpan, today: string | undefined): DateFault | null {
  const day = span[field];
  if (day === "") return { field, sentence: `Enter the ${field === "from" ? "first" : "last"} day.` };
  if (!isDate(day)) return { field, sentence: `“${day}” is not a date. Use YYYY-MM-DD, like 2026-01-31.` };
  if (day < firstDate) return { field, sentence: `Choose a day from ${formatShortDay(firstDate)} on.` };
  if (today === undefined || day <= today) return null;
  return {
    field,
    sentence: `${formatShortDay(day)} is in the future. Choose ${formatShortDay(today)} or an earlier day.`,
  };
}

function isDate(text: string): boolean {
  const ms = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(text) : Number.NaN;
  // Some engines read 30 February as 2 March.
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(text);
}

function findOrderFault({ from, to }: DateSpan): DateFault | null {
  return to < from ? { field: "to", sentence: `Choose ${formatShortDay(from)} or a later day.` } : null;
}

function findLengthFault({ from, to }: DateSpan): DateFault | null {
  if (daysBetween(from, to) <= mostDaysApart) return null;
  const earliest = new Date(Date.parse(to) - mostDaysApart * dayMs).toISOString();
  return {
    field: "from",
    sentence: `A period has at most ${mostDaysApart + 1} days. Choose ${formatShortDay(earliest)} or a later day.`,
  };
}
