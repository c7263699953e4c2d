import { isDay, type Route, type Utm, utmNames, type When } from "@/lib/routes/schema";
import type { Faults } from "../qr-builder/draft/read-settings";

/** What the editor holds of a code's smart targets: as typed, so that rules may be incomplete. */
export interface Routing {
  routes: readonly Route[];
  utm: Record<keyof Utm, string>;
  passQuery: boolean;
  appendScanId: boolean;
}

/** The members of a code's settings, as they are stored. */
export interface RoutingSettings {
  routes?: Route[] | null | undefined;
  utm?: { [name in keyof Utm]?: string | null | undefined } | null | undefined;
  passQuery?: boolean | null | undefined;
  appendScanId?: boolean | null | undefined;
}

export const emptyUtm: Routing["utm"] = { source: "", medium: "", campaign: "", term: "", content: "" };
export const noRouting: Routing = { routes: [], utm: emptyUtm, passQuery: false, appendScanId: false };

export function openRouting({ routes, utm, passQuery, appendScanId }: RoutingSettings): Routing {
  const filled = utmNames.map((name) => [name, utm?.[name] ?? ""]);
  return {
    routes: routes ?? [],
    utm: Object.fromEntries(filled) as Routing["utm"],
    passQuery: passQuery === true,
    appendScanId: appendScanId === true,
  };
}

export const hasRouting = ({ routes, utm, passQuery, appendScanId }: Routing): boolean =>
  routes.length > 0 || passQuery || appendScanId || Object.values(utm).some((value) => value.trim() !== "");

/** The same as settings: what says nothing is left out. */
export function readRouting({ routes, utm, passQuery, appendScanId }: Routing): RoutingSettings {
  const parameters = readUtm(utm);
  return {
    ...(routes.length > 0 && { routes: routes.map(readRoute) }),
    ...(Object.keys(parameters).length > 0 && { utm: parameters }),
    ...(passQuery && { passQuery }),
    ...(appendScanId && { appendScanId }),
  };
}

export function readUtm(utm: Routing["utm"]): Utm {
  const filled = utmNames.map((name) => [name, utm[name].trim()] as const);
  return Object.fromEntries(filled.filter(([, value]) => value !== ""));
}

/** A rule without what was left empty. */
export function readRoute({ id, name, when, to, split }: Route): Route {
  const conditions = readWhen(when);
  return {
    id,
    ...named(name),
    ...(conditions !== undefined && { when: conditions }),
    ...(split === undefined
      ? { to: (to ?? "").trim() }
      : {
          split: split.map((entry) => ({ ...named(entry.name), to: entry.to.trim(), weight: entry.weight })),
        }),
  };
}

/** As it is: scans carry an entry's name, spaces included. */
const named = (name: string | undefined) => (name?.trim() ? { name } : {});

function readWhen(when: When | undefined): When | undefined {
  const { hours, dates, timezone, ...lists } = when ?? {};
  const filled = Object.entries(lists).filter(([, list]) => list !== undefined && list.length > 0);
  const edges = Object.entries(dates ?? {}).filter(([, edge]) => edge !== undefined && edge !== "");
  const conditions: When = {
    ...Object.fromEntries(filled),
    ...(hours && (hours.from !== "" || hours.until !== "") && { hours }),
    ...(edges.length > 0 && { dates: Object.fromEntries(edges) }),
  };
  if (Object.keys(conditions).length === 0) return undefined;
  return { ...conditions, ...(timezone && needsZone(conditions) && { timezone }) };
}

/** Whether a zone says when the rule applies; instants have their own. */
export const needsZone = ({ days, hours, dates }: When): boolean =>
  (days !== undefined && days.length > 0) ||
  hours !== undefined ||
  [dates?.from, dates?.until].some((edge) => edge !== undefined && isDay(edge));

const missingAddress = "Enter an address: start with https://.";

/** What a rule misses, by its control; what else is wrong the server says when it is saved. */
export function findRoutingFaults(routes: readonly Route[]): Faults {
  const faults: Faults = {};
  for (const [place, route] of routes.entries()) {
    const { when, to, split } = readRoute(route);
    const check = (control: string, address: string) => {
      if (!/^https?:\/\//i.test(address))
        faults[`routes.${place}.${control}`] = address === "" ? missingAddress : "Start with https://.";
    };
    if (split === undefined) check("to", to ?? "");
    for (const [index, entry] of (split ?? []).entries()) check(`split.${index}.to`, entry.to);
    if (split === undefined && when === undefined)
      faults[`routes.${place}.when`] = "Choose at least one condition.";
    if (when?.hours && (when.hours.from === "" || when.hours.until === ""))
      faults[`routes.${place}.hours`] = "Enter both times, like 18:00 and 02:00.";
  }
  return faults;
}

/**
 * The control that a fault of the server belongs to: `routes.0.countries` of `settings.routes[0].when.countries[2]`. Null for what
 * is none of these settings.
 */
export function controlOfRouting(field: string): string | null {
  const path = field.replace(/\[(\d+)\]/g, ".$1");
  if (/^settings\.(?:utm\.\w+|passQuery|appendScanId|utm)$/.test(path)) return path.slice("settings.".length);
  const [, place, rest = ""] = /^settings\.routes(?:\.(\d+)(?:\.(.+))?)?$/.exec(path) ?? [];
  if (!path.startsWith("settings.routes")) return null;
  if (place === undefined) return "routes";
  const [member = "", ...inner] = rest.replace(/^when\./, "").split(".");
  const isEntry = member === "split" && inner.length > 1;
  return ["routes", place, member, ...(isEntry ? inner : [])].filter((part) => part !== "").join(".");
}

/** The domain begins with the place, at which it is said here. */
export const formatRoutingFault = (message: string): string =>
  message.replace(/^settings\.routes\.\d+(?:\.[\w.]+)? /i, "This ");

const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/** 8 base62 characters, as the server would assign them. */
export function newRouteId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(64));
  const fair = [...bytes].filter((byte) => byte < 4 * alphabet.length).slice(0, 8);
  return fair.map((byte) => alphabet[byte % alphabet.length]).join("");
}

export function moveRoute(routes: readonly Route[], from: number, to: number): readonly Route[] {
  const moved = routes[from];
  return moved === undefined ? routes : routes.toSpliced(from, 1).toSpliced(to, 0, moved);
}
