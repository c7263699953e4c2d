import type { Caller } from "@/lib/accounts/schema";
import { listUsesByDay, listUsesByHour, type UseRow } from "./queries";
import type { KeyUse, TodayUses, UseCounts, UsePoint, UseRange, UseReport } from "./schema";

const days: Record<Exclude<UseRange, "24h">, number> = { "7d": 7, "30d": 30 };

const hourMs = 3_600_000;
const shownHours = 24;

interface Question {
  range: UseRange;
  /** A zone that the database knows, too. */
  zone: string;
  /** The points are of this key alone. */
  keyId?: string | undefined;
}

/**
 * What came with the keys of the caller's environment: by hour over 24 hours, or by day of the zone. An hour belongs to
 * the day in which it begins.
 */
export async function readUses(
  caller: Caller,
  { range, zone, keyId }: Question,
  now = new Date(),
): Promise<UseReport> {
  const isHours = range === "24h";
  const places = isHours ? lastHours(now.getTime()) : lastDays(range, zone, now.getTime());
  const { accountId, environment } = caller;
  const rows = isHours
    ? await listUsesByHour(accountId, environment, places[0], places.at(-1))
    : await listUsesByDay(accountId, environment, places[0], zone);
  return {
    unit: isHours ? "hour" : "day",
    points: fill(places, keyId === undefined ? rows : rows.filter((row) => row.keyId === keyId)),
    keys: addUpKeys(rows),
  };
}

/** What the page of the keys shows: today by hour, and each key's last 24 hours. */
export async function readToday(caller: Caller, zone: string, now = new Date()): Promise<TodayUses> {
  const [today, last] = [hoursOfToday(zone, now.getTime()), lastHours(now.getTime())];
  const hours = [...today, ...last].sort();
  const rows = await listUsesByHour(caller.accountId, caller.environment, hours[0], hours.at(-1));
  const keyIds = new Set(rows.filter(({ at }) => last.includes(at)).map(({ keyId }) => keyId));
  const sparkOf = (keyId: string) =>
    fill(
      last,
      rows.filter((row) => row.keyId === keyId),
    ).map(({ requests }) => requests);
  return {
    points: fill(today, rows),
    sparks: Object.fromEntries([...keyIds].map((keyId) => [keyId, sparkOf(keyId)])),
  };
}

const nothing: UseCounts = { requests: 0, refused: 0, limited: 0, failed: 0 };

function fill(places: readonly string[], rows: readonly UseRow[]): UsePoint[] {
  const sumsByPlace = new Map<string, UseCounts>();
  for (const row of rows) sumsByPlace.set(row.at, add(sumsByPlace.get(row.at) ?? nothing, row));
  return places.map((at) => ({ at, ...(sumsByPlace.get(at) ?? nothing) }));
}

function addUpKeys(rows: readonly UseRow[]): KeyUse[] {
  const byKey = new Map<string, UseCounts>();
  for (const row of rows) byKey.set(row.keyId, add(byKey.get(row.keyId) ?? nothing, row));
  return [...byKey]
    .map(([keyId, counts]) => ({ keyId, ...counts }))
    .sort((a, b) => b.requests - a.requests || (a.keyId < b.keyId ? -1 : 1));
}

function add(one: UseCounts, other: UseCounts): UseCounts {
  return {
    requests: one.requests + other.requests,
    refused: one.refused + other.refused,
    limited: one.limited + other.limited,
    failed: one.failed + other.failed,
  };
}

/** The present hour and the 23 before it, each by the instant at which it begins. */
export function lastHours(nowMs: number): string[] {
  const present = nowMs - (nowMs % hourMs);
  return Array.from({ length: shownHours }, (_, place) =>
    new Date(present - (shownHours - 1 - place) * hourMs).toISOString(),
  );
}

/** Today and the days before it, as the zone's clocks name them. */
export function lastDays(range: Exclude<UseRange, "24h">, zone: string, nowMs: number): string[] {
  const today = Date.parse(dayFormat(zone).format(nowMs));
  const length = days[range];
  return Array.from({ length }, (_, place) =>
    new Date(today - (length - 1 - place) * 24 * hourMs).toISOString().slice(0, 10),
  );
}

/** The hours (UTC) that begin today by the zone's clocks: 24, or 23 or 25 where these are put on or back. */
export function hoursOfToday(zone: string, nowMs: number): string[] {
  const format = dayFormat(zone);
  const today = format.format(nowMs);
  const present = nowMs - (nowMs % hourMs);
  return Array.from({ length: 53 }, (_, place) => present + (place - 26) * hourMs)
    .filter((ms) => format.format(ms) === today)
    .map((ms) => new Date(ms).toISOString());
}

/** `2026-11-20`. */
function dayFormat(timeZone: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat("en-CA", { timeZone, year: "numeric", month: "2-digit", day: "2-digit" });
}
