import { formatFinalUrl } from "./final-url";
import { isDay, type Route, type Utm, variantOf, type Weekday, type When, weekdays } from "./schema";
import { clockOf, dayMs, type LocalTime, type ZoneClock } from "./zone-clock";

/** What a rule is asked about a visit. */
export interface RouteContext {
  /** Device and system as a scan has them. */
  device: string;
  os: string;
  /** ISO 3166-1 alpha-2, or "Unknown". */
  country: string;
  /** Accepted language ranges with q > 0, in any order and case; `*` among them matches nothing. */
  languages: readonly string[];
  /** Milliseconds since 1970. */
  at: number;
  /** Keyed hash of the visitor, under a key of the UTC day: a split is sticky for that day. */
  visitor: string;
  /** Bots, HEAD, previews and prefetches get the first entry of a split, and no rule is noted. */
  isAutomatic: boolean;
}

/** Where a visit is led. */
export interface Choice {
  /** As it is stored. */
  to: string;
  /** With the code's campaign parameters. */
  url: string;
  /** What the scan carries; null where no rule applied, or nothing is noted. */
  route: string | null;
  variant: string | null;
}

/** A rule as it is asked. */
interface CompiledRoute {
  id: string;
  devices: readonly string[] | null;
  os: readonly string[] | null;
  countries: ReadonlySet<string> | null;
  /** In lower case. */
  languages: readonly string[] | null;
  clock: ZoneClock | null;
  /** A bit for each weekday, Monday's the first. */
  days: number | null;
  /** Minutes of the day. */
  hours: { from: number; until: number } | null;
  dates: CompiledDates | null;
  entries: readonly Entry[];
  /** Sum of the weights up to each entry. */
  sums: readonly number[];
  isSplit: boolean;
  seed: number;
  /** For visits that no person makes. */
  automatic: Choice;
}

interface Entry extends Choice {
  weight: number;
}

/** Bounds in milliseconds, or in days since 1970; those that are not set are infinite. */
interface CompiledDates {
  from: number;
  until: number;
  firstDay: number;
  lastDay: number;
}

/** A code's targets, ready to choose from. */
export interface CompiledRoutes {
  routes: readonly CompiledRoute[];
  hasLanguages: boolean;
  /** Where no rule applies. */
  otherwise: Choice;
}

/** The rule that applies. */
export type Chosen = Pick<CompiledRoute, "id" | "isSplit" | "entries">;

/** Compiles rules once for many visits. `url` is the code's own target; routes are as they are stored. */
export function compileRoutes({
  url,
  routes = [],
  utm,
}: {
  url: string;
  routes?: readonly Route[] | undefined;
  utm?: Utm | undefined;
}): CompiledRoutes {
  const compiled = routes.map((route) => compileRoute(route, utm));
  return {
    routes: compiled,
    hasLanguages: compiled.some(({ languages }) => languages !== null),
    otherwise: { to: url, url: formatFinalUrl(url, { utm }), route: null, variant: null },
  };
}

function compileRoute(route: Route, utm: Utm | undefined): CompiledRoute {
  const { id, when = {}, split } = route;
  const isSplit = split !== undefined;
  const entries = (split ?? [{ to: route.to ?? "", weight: 1 }]).map((entry, index) => ({
    to: entry.to,
    url: formatFinalUrl(entry.to, { utm }),
    route: id,
    variant: isSplit ? variantOf(entry, index) : null,
    weight: entry.weight,
  }));
  const [{ to, url }] = entries as [Entry];
  let sum = 0;
  return {
    id,
    devices: when.devices?.map((device) => `${device.charAt(0).toUpperCase()}${device.slice(1)}`) ?? null,
    os: when.os ?? null,
    countries: when.countries === undefined ? null : new Set(when.countries),
    languages: when.languages?.map((range) => range.toLowerCase()) ?? null,
    clock: when.timezone === undefined ? null : clockOf(when.timezone),
    days: when.days?.reduce((bits, day) => bits | bitOf(day), 0) ?? null,
    hours:
      when.hours === undefined
        ? null
        : { from: minuteOf(when.hours.from), until: minuteOf(when.hours.until) },
    dates: when.dates === undefined ? null : compileDates(when.dates),
    entries,
    sums: entries.map(({ weight }) => {
      sum += weight;
      return sum;
    }),
    isSplit,
    seed: hashText(0x9e3779b9, id),
    automatic: { to, url, route: null, variant: null },
  };
}

function bitOf(day: Weekday): number {
  return 1 << weekdays.indexOf(day);
}

/** Of `HH:MM`. */
export function minuteOf(time: string): number {
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
}

export function dayOf(bound: string): number {
  return Date.parse(`${bound}T00:00:00Z`) / dayMs;
}

function compileDates({ from, until }: NonNullable<When["dates"]>): CompiledDates {
  const hasFirst = from !== undefined && isDay(from);
  const hasLast = until !== undefined && isDay(until);
  return {
    from: from === undefined || hasFirst ? Number.NEGATIVE_INFINITY : Date.parse(from),
    until: until === undefined || hasLast ? Number.POSITIVE_INFINITY : Date.parse(until),
    firstDay: hasFirst ? dayOf(from) : Number.NEGATIVE_INFINITY,
    lastDay: hasLast ? dayOf(until) : Number.POSITIVE_INFINITY,
  };
}

/** Where a visit is led: by the first rule that applies, else to the code's own target. */
export function chooseTarget(compiled: CompiledRoutes, context: RouteContext): Choice {
  const route = findCompiled(compiled, context);
  if (route === undefined) return compiled.otherwise;
  if (context.isAutomatic) return route.automatic;
  return route.isSplit ? chooseEntry(route, context.visitor) : (route.entries[0] as Entry);
}

/** The first rule that applies, with its entries; null where none does. */
export function findRoute(compiled: CompiledRoutes, context: RouteContext): Chosen | null {
  return findCompiled(compiled, context) ?? null;
}

function findCompiled({ routes }: CompiledRoutes, context: RouteContext): CompiledRoute | undefined {
  for (const route of routes) if (findFailed(route, context) === null) return route;
  return undefined;
}

/** Of each rule whether it applies by itself, and else the first of its conditions that doesn't hold. */
export function explainRoutes(
  routes: readonly Route[],
  context: RouteContext,
): { id: string; applies: boolean; failed: keyof When | null }[] {
  return compileRoutes({ url: "", routes }).routes.map((route) => {
    const failed = findFailed(route, context);
    return { id: route.id, applies: failed === null, failed };
  });
}

/** The first condition that doesn't hold; null where the rule applies. */
function findFailed(route: CompiledRoute, context: RouteContext): keyof When | null {
  if (route.devices !== null && !route.devices.includes(context.device)) return "devices";
  if (route.os !== null && !route.os.includes(context.os)) return "os";
  if (route.countries !== null && !route.countries.has(context.country)) return "countries";
  if (route.languages !== null && !acceptsAny(context.languages, route.languages)) return "languages";
  return findFailedTime(route, context.at);
}

/** Basic filtering of RFC 4647 §3.3.1: a range matches a tag that is equal, or goes on with a hyphen behind it. */
function acceptsAny(accepted: readonly string[], ranges: readonly string[]): boolean {
  for (const sent of accepted) {
    const tag = sent.toLowerCase();
    for (const range of ranges) {
      if (tag.startsWith(range) && (tag.length === range.length || tag[range.length] === "-")) return true;
    }
  }
  return false;
}

function findFailedTime({ clock, days, hours, dates }: CompiledRoute, at: number): keyof When | null {
  if (dates !== null && (at < dates.from || at >= dates.until)) return "dates";
  if (clock === null) return null;
  const { day, minute } = clock.localAt(at);
  const began = hours === null ? day : dayBegan({ day, minute }, hours);
  if (began === null) return "hours";
  // 1970 began on a Thursday.
  if (days !== null && (days & (1 << modulo(began + 3, 7))) === 0) return "days";
  return dates !== null && (began < dates.firstDay || began > dates.lastDay) ? "dates" : null;
}

/** The day on which the hours began that a time is within; null outside of them. Over midnight that is the day before. */
function dayBegan(
  { day, minute }: LocalTime,
  { from, until }: { from: number; until: number },
): number | null {
  if (from < until) return minute >= from && minute < until ? day : null;
  if (minute >= from) return day;
  return minute < until ? day - 1 : null;
}

function modulo(dividend: number, divisor: number): number {
  return ((dividend % divisor) + divisor) % divisor;
}

function chooseEntry({ seed, sums, entries }: CompiledRoute, visitor: string): Entry {
  const total = sums.at(-1) as number;
  const point = (hashText(seed, visitor) / 2 ** 32) * total;
  return entries[sums.findIndex((sum) => point < sum)] as Entry;
}

/**
 * A hash of 32 bits. Each step folds high bits into low ones, so that the hashes of one text under two seeds are independent;
 * the end is MurmurHash3's.
 */
function hashText(seed: number, text: string): number {
  let hash = seed;
  for (let place = 0; place < text.length; place += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(place), 0x5bd1e995);
    hash ^= hash >>> 15;
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
