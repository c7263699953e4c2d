/** Campaign parameters of a target, by what follows `utm_` in their names. */
export const utmNames = ["source", "medium", "campaign", "term", "content"] as const;
export type Utm = Partial<Record<(typeof utmNames)[number], string | undefined>>;

/** Devices that a rule can name, as a scan has them in lower case. */
export const routeDevices = ["mobile", "tablet", "desktop"] as const;
export const weekdays = [
  "Monday",
  "Tuesday",
  "Wednesday",
  "Thursday",
  "Friday",
  "Saturday",
  "Sunday",
] as const;
export type Weekday = (typeof weekdays)[number];

/** When a rule applies: every member that is present holds, by one of its values. */
export interface When {
  devices?: (typeof routeDevices)[number][] | undefined;
  /** As scans name them. */
  os?: string[] | undefined;
  /** ISO 3166-1 alpha-2. */
  countries?: string[] | undefined;
  /** Language ranges of RFC 4647 §2.1. */
  languages?: string[] | undefined;
  days?: Weekday[] | undefined;
  /** `HH:MM` of the zone's clock, `from` among them and `until` not. Over midnight it belongs to the day it began. */
  hours?: { from: string; until: string } | undefined;
  /** Instants, or days of the zone with `until` among them. */
  dates?: { from?: string | undefined; until?: string | undefined } | undefined;
  /** IANA. */
  timezone?: string | undefined;
}

export interface SplitEntry {
  name?: string | undefined;
  to: string;
  /** 1 to 100. */
  weight: number;
}

/** A rule of a code's targets: it leads to one address, or to those of a split by their weights; `when` is missing with a split alone. */
export interface Route {
  /** 1 to 36 letters, digits, hyphens and underscores. */
  id: string;
  name?: string | undefined;
  when?: When | undefined;
  to?: string | undefined;
  /** In place of `to`. */
  split?: SplitEntry[] | undefined;
}

/** What breakdowns call the scans that no rule chose the target of. */
export const defaultRoute = "default";

/** What a scan of a split's entry carries: its name, else its index. */
export const variantOf = ({ name }: Pick<SplitEntry, "name">, index: number): string => name ?? String(index);

/** Whether a bound of `dates` is a day, and no instant. */
export function isDay(bound: string): boolean {
  return bound.length === 10;
}
