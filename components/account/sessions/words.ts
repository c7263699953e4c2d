import type { UserSession } from "@/lib/users/schema";
import { sayCountry } from "../../ui/country";
import { sayAgo } from "../../ui/dates";

const unknown = "Unknown";

/** "Safari on iOS"; what is unknown of it is left out. */
export function nameSession({ browser, os }: Pick<UserSession, "browser" | "os">): string {
  if (browser !== unknown && os !== unknown) return `${browser} on ${os}`;
  if (browser !== unknown) return browser;
  return os === unknown ? "A browser that gives no name" : `A browser on ${os}`;
}

/** The country's name; null where it is not known. */
export function sayPlace(country: string): string | null {
  return country === unknown ? null : sayCountry(country);
}

/** Whether a place is told, which comes from a database that wants to be named. */
export function isPlaceKnown({ country }: Pick<UserSession, "country">): boolean {
  return country !== unknown;
}

const hourMs = 60 * 60_000;

/** Sightings are written once a quarter of an hour, so nothing finer is told. */
export function sayLastSeen(iso: string, nowMs: number, zone: string): string {
  const ms = nowMs - new Date(iso).getTime();
  if (ms < hourMs) return ms < hourMs / 2 ? "Seen within the half hour" : "Seen within the hour";
  return `Seen ${sayAgo(iso, nowMs, zone)}`;
}
