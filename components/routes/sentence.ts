import { isDay, type Route, type When } from "@/lib/routes/schema";
import { formatCountry } from "../ui/country";
import { formatShortDay } from "../ui/dates";
import { needsZone } from "./draft";
import { days as allDays, devices as allDevices, formatLanguage, formatZoneCity } from "./names";

/** Of more countries or languages than this the first are named and the rest counted. */
const mostNamed = 4;

export interface ToldTarget {
  /** Of a split's entry. */
  name: string | null;
  address: string;
  /** Of a split's entry: a fraction of the rule's scans. */
  share: number | null;
}

/** When a rule applies, as the start of a sentence: `On iPhone in Germany, on weekends`. */
export function describeWhen(when: When | undefined): string {
  const place = [describeDevices(when), describeCountries(when)].filter((part) => part !== null).join(" ");
  const parts = [place, describeLanguages(when), describeDays(when), ...describeTimes(when)];
  const sentence = parts.filter((part) => part !== null && part !== "").join(", ");
  if (sentence === "") return "For everyone";
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}

export function describeTargets({ to, split }: Route): ToldTarget[] {
  if (split === undefined) return [{ name: null, address: to ?? "", share: null }];
  const total = split.reduce((sum, { weight }) => sum + weight, 0);
  return split.map((entry, index) => ({
    name: entry.name?.trim() || String(index),
    address: entry.to,
    share: total > 0 ? entry.weight / total : null,
  }));
}

/** A rule as one sentence: `On iPhone in Germany, on weekends → https://example.com/de`. */
export function describeRoute(route: Route): string {
  const targets = describeTargets(route).map(({ name, address, share }) =>
    [share === null ? null : `${formatShare(share)} ${name}:`, address || "no address yet"]
      .filter((part) => part !== null)
      .join(" "),
  );
  return `${describeWhen(route.when)} → ${targets.join(", ")}`;
}

/** `12.5%`, of 0.125. */
export const formatShare = (share: number): string =>
  share.toLocaleString("en-GB", { style: "percent", maximumFractionDigits: 1 });

const isFilled = <T>(list: readonly T[] | undefined): list is readonly T[] =>
  list !== undefined && list.length > 0;

function either(names: readonly string[], what?: string): string {
  const shown = names.length > mostNamed + 1 ? names.slice(0, mostNamed) : names;
  const rest = names.length - shown.length;
  const all = rest === 0 ? [...shown] : [...shown, `${rest} other ${what}`];
  const last = all.pop();
  return all.length === 0 ? (last ?? "") : `${all.join(", ")} or ${last}`;
}

/** An iPhone is a phone with iOS and an iPad a tablet with it; scans know neither by name. */
const apple: Partial<Record<string, string>> = { mobile: "iPhone", tablet: "iPad" };

function describeDevices(when: When | undefined): string | null {
  const { devices, os } = when ?? {};
  const kinds = isFilled(devices) ? allDevices.filter(({ value }) => devices.includes(value)) : [];
  const isApple = os?.length === 1 && os[0] === "iOS" && kinds.length > 0;
  if (isApple && kinds.every(({ value }) => apple[value] !== undefined))
    return `on ${either(kinds.map(({ value }) => apple[value] ?? ""))}`;
  const plain = either(kinds.map(({ plural }) => plural));
  if (!isFilled(os)) return plain === "" ? null : `on ${plain}`;
  const systems = either(os, "systems");
  return plain === "" ? `on ${systems}` : `on ${plain} with ${systems}`;
}

function describeCountries(when: When | undefined): string | null {
  const countries = when?.countries;
  return isFilled(countries) ? `in ${either(countries.map(formatCountry), "countries")}` : null;
}

function describeLanguages(when: When | undefined): string | null {
  const languages = when?.languages;
  return isFilled(languages) ? `for readers of ${either(languages.map(formatLanguage), "languages")}` : null;
}

function describeDays(when: When | undefined): string | null {
  const chosen = when?.days;
  if (!isFilled(chosen)) return null;
  const names = allDays.map(({ value }) => value).filter((day) => chosen.includes(day));
  const weekend = names.filter((day) => day === "Saturday" || day === "Sunday").length;
  if (names.length === allDays.length) return "every day";
  if (names.length === 2 && weekend === 2) return "on weekends";
  if (names.length === 5 && weekend === 0) return "on weekdays";
  return `on ${either(names)}`;
}

function describeTimes(when: When | undefined): (string | null)[] {
  const { hours, dates, timezone } = when ?? {};
  const clock = hours ? `from ${hours.from || "…"} to ${hours.until || "…"}` : null;
  const span = describeDates(dates, timezone);
  return [clock, span, needsZone(when ?? {}) && timezone ? `${formatZoneCity(timezone)} time` : null];
}

function describeDates(dates: When["dates"], zone: string | undefined): string | null {
  const { from, until } = dates ?? {};
  const say = (text: string) => formatEdge(text, zone);
  // The last day is part of it; the last instant isn't.
  const last = until && (isDay(until) ? `the end of ${say(until)}` : say(until));
  if (from && last) return `from ${say(from)} until ${last}`;
  if (from) return `from ${say(from)} on`;
  return last ? `until ${last}` : null;
}

function formatEdge(text: string, zone = "UTC"): string {
  if (isDay(text)) return formatShortDay(`${text}T12:00:00Z`, "UTC");
  const at = new Date(text);
  if (Number.isNaN(at.getTime())) return text;
  return at.toLocaleString("en-GB", {
    day: "numeric",
    month: "short",
    year: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    timeZone: zone,
    timeZoneName: "short",
  });
}
