import { fieldError, parseUrl, type ServiceError } from "@/lib/platform/errors";
import { newBase62 } from "@/lib/platform/ids";
import { isDay, type Route, startOfDay, type Utm, type When } from "@/lib/routes";
import { systemNames } from "@/lib/scans/visitor";
import { maxRoutes, maxRoutesBytes, type NewRoute, routeSchema } from "./routes-schema";
import { findAddressFaults, isObject } from "./validate";
import { isZone } from "./zone-names";

/** Of a rule what is valid by itself; undefined: nothing is. `isPartial`: the schema refuses some of it. */
export type PartialRoute = (Partial<NewRoute> & { isPartial?: true }) | undefined;

const root = "settings.routes";
const idLength = 8;

/** The rules of raw input, each without the members that the schema refuses, so that the others are judged all the same. */
export function readValidRoutes(routes: unknown): PartialRoute[] {
  if (!Array.isArray(routes)) return [];
  return routes.slice(0, maxRoutes).map((raw: unknown) => {
    const { success, data, error } = routeSchema.safeParse(raw);
    if (success) return data;
    if (!isObject(raw)) return undefined;
    const { id, name, when, to, split } = raw;
    const valid = new Map<string, unknown>(Object.entries({ id, name, to, split }));
    const conditions = new Map(isObject(when) ? Object.entries(when) : []);
    for (const { path } of error.issues) {
      const [member, condition] = path.map(String);
      if (member === "when" && condition !== undefined) conditions.delete(condition);
      else if (member !== undefined) valid.delete(member);
    }
    return { ...Object.fromEntries(valid), when: Object.fromEntries(conditions), isPartial: true };
  });
}

/** Valid rules as they are stored: without unknown members, every id assigned, addresses as they are opened, instants in UTC. */
export function normalizeRoutes(sent: readonly NewRoute[]): Route[] {
  const routes = sent.map((route) => routeSchema.parse(route));
  const taken = new Set(routes.flatMap(({ id }) => id ?? []));
  return routes.map(({ id, name, when, to, split }) => ({
    id: id ?? newRouteId(taken),
    ...(name !== undefined && { name }),
    ...(when !== undefined && { when: normalizeWhen(when) }),
    ...(to !== undefined && { to: canonical(to) }),
    ...(split !== undefined && { split: split.map((entry) => ({ ...entry, to: canonical(entry.to) })) }),
  }));
}

function newRouteId(taken: Set<string>): string {
  const id = newBase62(idLength);
  if (taken.has(id)) return newRouteId(taken);
  taken.add(id);
  return id;
}

function canonical(address: string): string {
  return parseUrl(address)?.href ?? address;
}

function normalizeWhen({ dates, ...others }: When): When {
  if (dates === undefined) return others;
  const { from, until } = dates;
  return {
    ...others,
    dates: {
      ...(from !== undefined && { from: normalizeBound(from) }),
      ...(until !== undefined && { until: normalizeBound(until) }),
    },
  };
}

function normalizeBound(bound: string): string {
  return isDay(bound) ? bound : new Date(bound).toISOString();
}

/** Everything that rules are refused for besides what their schema sees. */
export function findRouteFaults(
  routes: readonly PartialRoute[],
  utm: Utm | { [name: string]: string | null | undefined } | null | undefined,
  known: readonly Route[],
): ServiceError[] {
  const led = new Set(known.flatMap(({ to, split = [] }) => [...split, { to }].map((entry) => entry.to)));
  const faults = routes.flatMap((route, place) =>
    route === undefined ? [] : findFaultsOfOne(route, `${root}.${place}`, (href) => led.has(href)),
  );
  faults.push(...findRepeatedIds(routes));
  const bytes = routes.every((route) => route !== undefined && route.isPartial !== true)
    ? Buffer.byteLength(JSON.stringify([normalizeRoutes(routes as NewRoute[]), utm ?? {}]))
    : 0;
  if (bytes > maxRoutesBytes) faults.push(tooManyBytes(bytes));
  return faults;
}

function findFaultsOfOne(
  { to, split, when, isPartial }: NonNullable<PartialRoute>,
  field: string,
  isKnown: (href: string) => boolean,
): ServiceError[] {
  return [
    ...(to === undefined ? [] : findAddressFaults(to, `${field}.to`, isKnown)),
    ...(split ?? []).flatMap((entry, place) =>
      findAddressFaults(entry.to, `${field}.split.${place}.to`, isKnown),
    ),
    ...(when === undefined ? [] : findWhenFaults(when, `${field}.when`, isPartial === true)),
  ];
}

function findWhenFaults(when: When, field: string, isPartial: boolean): ServiceError[] {
  const { os = [], hours, dates, timezone, ...others } = when;
  const faults = os.flatMap((name, place) =>
    systemNames.has(name) ? [] : [unknownSystem(`${field}.os.${place}`)],
  );
  const hasZone = timezone === undefined || isZone(timezone);
  if (!hasZone) faults.push(unknownZone(`${field}.timezone`));
  if (hours !== undefined && hours.from === hours.until) {
    const says =
      "must not be the same as hours.from; for whole days send 00:00 and 24:00, or leave hours out";
    faults.push(invalid(`${field}.hours.until`, "same_as_from", says));
  }
  if (dates !== undefined)
    faults.push(...findDateFaults(dates, `${field}.dates`, hasZone ? timezone : undefined));
  if (isPartial) return faults;
  const isSet = Object.entries(when).some(([name, value]) => name !== "timezone" && value !== undefined);
  const bounds = [dates?.from, dates?.until];
  const isOfZone =
    others.days !== undefined ||
    hours !== undefined ||
    bounds.some((bound) => bound !== undefined && isDay(bound));
  if (!isSet) {
    const names = "devices, os, countries, languages, days, hours and dates";
    faults.push(invalid(field, "required", `must have at least one condition: ${names}`));
  } else if (isOfZone && timezone === undefined) {
    faults.push(
      invalid(`${field}.timezone`, "required", "is required with days, hours or dates without a time"),
    );
  }
  return faults;
}

function findDateFaults(
  { from, until }: NonNullable<When["dates"]>,
  field: string,
  timezone: string | undefined,
): ServiceError[] {
  if (from === undefined && until === undefined)
    return [invalid(field, "required", "must have from or until, or both")];
  if (from === undefined || until === undefined) return [];
  const isLate =
    isDay(from) && isDay(until) ? until < from : endOf(until, timezone) <= startOf(from, timezone);
  return isLate ? [invalid(`${field}.until`, "too_early", "must be later than dates.from")] : [];
}

/** In milliseconds since 1970. A day without its zone is taken for UTC's; that it has none is reported by itself. */
function startOf(bound: string, timezone = "UTC"): number {
  return isDay(bound) ? startOfDay(bound, timezone) : Date.parse(bound);
}

function endOf(bound: string, timezone = "UTC"): number {
  if (!isDay(bound)) return Date.parse(bound);
  const next = new Date(Date.parse(`${bound}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);
  return startOfDay(next, timezone);
}

function findRepeatedIds(routes: readonly PartialRoute[]): ServiceError[] {
  const seen = new Set<string>();
  return routes.flatMap((route, place) => {
    if (route?.id === undefined) return [];
    if (!seen.has(route.id)) {
      seen.add(route.id);
      return [];
    }
    return [
      invalid(
        `${root}.${place}.id`,
        "repeated",
        "is the id of an earlier rule; choose another one, or leave it out",
      ),
    ];
  });
}

function invalid(field: string, code: string, says: string): ServiceError {
  return fieldError("validation_failed", { field, code, message: `${field} ${says}` });
}

function unknownSystem(field: string): ServiceError {
  const message = `${field} must be a system as scans name it, such as iOS, Android or Windows`;
  return fieldError("validation_failed", { field, code: "unknown_os", message, allowed: [...systemNames] });
}

function unknownZone(field: string): ServiceError {
  const says = "must be the exact name of an IANA time zone, such as Europe/Paris, America/New_York or UTC";
  return invalid(field, "unknown_time_zone", says);
}

function tooManyBytes(actual: number): ServiceError {
  const message = `${root} and settings.utm must have at most ${maxRoutesBytes.toLocaleString("en")} bytes together as JSON; these have ${actual.toLocaleString("en")}. Remove rules, or shorten their addresses.`;
  return fieldError("validation_failed", {
    field: root,
    code: "too_long",
    message,
    max: maxRoutesBytes,
    actual,
  });
}
