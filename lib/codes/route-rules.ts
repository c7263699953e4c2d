import { fieldError, parseUrl, type ServiceError } from "@/lib/platform/errors";
import { newBase62 } from "@/lib/platform/ids";
import { isObject } from "@/lib/platform/json-text";
import { isDay, type Route, startOfDay, type Utm, type When } from "@/lib/routes";
import { systemNames } from "@/lib/scans/labels";
import { maxRoutes, maxRoutesBytes, type NewRoute, routeSchema } from "./rules-schema";
import { findAddressFaults } from "./validate";

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

/** Links of tzdata 2025b, and zones that this runtime lists by another name (`Asia/Calcutta` for `Asia/Kolkata`). */
const links = `
  Africa/Asmara Africa/Asmera Africa/Timbuktu America/Argentina/Buenos_Aires America/Argentina/Catamarca
  America/Argentina/ComodRivadavia America/Argentina/Cordoba America/Argentina/Jujuy America/Argentina/Mendoza
  America/Atikokan America/Atka America/Buenos_Aires America/Catamarca America/Coral_Harbour America/Cordoba
  America/Ensenada America/Fort_Wayne America/Godthab America/Indiana/Indianapolis America/Indianapolis
  America/Jujuy America/Kentucky/Louisville America/Knox_IN America/Kralendijk America/Louisville
  America/Lower_Princes America/Marigot America/Mendoza America/Montreal America/Nipigon America/Nuuk
  America/Pangnirtung America/Porto_Acre America/Rainy_River America/Rosario America/Santa_Isabel
  America/Shiprock America/St_Barthelemy America/Thunder_Bay America/Virgin America/Yellowknife
  Antarctica/South_Pole Arctic/Longyearbyen Asia/Ashkhabad Asia/Calcutta Asia/Choibalsan Asia/Chongqing
  Asia/Chungking Asia/Dacca Asia/Harbin Asia/Ho_Chi_Minh Asia/Istanbul Asia/Kashgar Asia/Kathmandu
  Asia/Katmandu Asia/Kolkata Asia/Macao Asia/Rangoon Asia/Saigon Asia/Tel_Aviv Asia/Thimbu Asia/Ujung_Pandang
  Asia/Ulan_Bator Asia/Yangon Atlantic/Faeroe Atlantic/Faroe Atlantic/Jan_Mayen Australia/ACT
  Australia/Canberra Australia/Currie Australia/LHI Australia/NSW Australia/North Australia/Queensland
  Australia/South Australia/Tasmania Australia/Victoria Australia/West Australia/Yancowinna Brazil/Acre
  Brazil/DeNoronha Brazil/East Brazil/West CET CST6CDT Canada/Atlantic Canada/Central Canada/Eastern
  Canada/Mountain Canada/Newfoundland Canada/Pacific Canada/Saskatchewan Canada/Yukon Chile/Continental
  Chile/EasterIsland Cuba EET EST EST5EDT Egypt Eire Etc/GMT Etc/GMT+0 Etc/GMT+1 Etc/GMT+10 Etc/GMT+11
  Etc/GMT+12 Etc/GMT+2 Etc/GMT+3 Etc/GMT+4 Etc/GMT+5 Etc/GMT+6 Etc/GMT+7 Etc/GMT+8 Etc/GMT+9 Etc/GMT-0
  Etc/GMT-1 Etc/GMT-10 Etc/GMT-11 Etc/GMT-12 Etc/GMT-13 Etc/GMT-14 Etc/GMT-2 Etc/GMT-3 Etc/GMT-4 Etc/GMT-5
  Etc/GMT-6 Etc/GMT-7 Etc/GMT-8 Etc/GMT-9 Etc/GMT0 Etc/Greenwich Etc/UCT Etc/UTC Etc/Universal Etc/Zulu
  Europe/Belfast Europe/Bratislava Europe/Busingen Europe/Kiev Europe/Kyiv Europe/Mariehamn Europe/Nicosia
  Europe/Podgorica Europe/San_Marino Europe/Tiraspol Europe/Uzhgorod Europe/Vatican Europe/Zaporozhye GB
  GB-Eire GMT GMT+0 GMT-0 GMT0 Greenwich HST Hongkong Iceland Iran Israel Jamaica Japan Kwajalein Libya MET
  MST MST7MDT Mexico/BajaNorte Mexico/BajaSur Mexico/General NZ NZ-CHAT Navajo PRC PST8PDT Pacific/Chuuk
  Pacific/Enderbury Pacific/Johnston Pacific/Kanton Pacific/Pohnpei Pacific/Ponape Pacific/Samoa Pacific/Truk
  Pacific/Yap Poland Portugal ROC ROK Singapore Turkey UCT US/Alaska US/Aleutian US/Arizona US/Central
  US/East-Indiana US/Eastern US/Hawaii US/Indiana-Starke US/Michigan US/Mountain US/Pacific US/Samoa UTC
  Universal W-SU WET Zulu`;

let known: ReadonlySet<string> | undefined;

/** Whether a text is the exact name of an IANA zone, or of a link to one. `Intl` alone would take any case, and offsets. */
function isZone(name: string): boolean {
  known ??= new Set([...Intl.supportedValuesOf("timeZone"), ...links.trim().split(/\s+/)]);
  return known.has(name) && isKnownHere(name);
}

/** A link may be newer than the zones of this runtime. */
function isKnownHere(timeZone: string): boolean {
  try {
    new Intl.DateTimeFormat("en", { timeZone });
    return true;
  } catch {
    return false;
  }
}
