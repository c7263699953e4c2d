import { beforeAll, expect, it } from "vitest";
import { isLong } from "@/e2e/support/long";
import { seeded } from "@/e2e/support/seeded";
import {
  type ClockChange,
  countByZoneinfo,
  lengthFor,
  readZoneYears,
  type ZoneAnswer,
  type ZoneCase,
  type ZoneYears,
} from "@/e2e/support/zoneinfo";
import type { DayCounts } from "@/lib/rollups";
import { bucketSlots, listSlots, sum, sumHours, sumWeekdays } from "./bucket";
import { type TimeRange, timeRanges } from "./figures-schema";
import { chooseWindow, dateOf, dayMs, hourMs } from "./window";

const from = Date.UTC(2024, 0, 1);
const to = Date.UTC(2028, 0, 1);
const scansOfCase = 36;

const random = seeded(20260102);
const upTo = (limit: number) => Math.floor(random() * limit);

interface Asked {
  timeRange: TimeRange;
  timeZone: string | undefined;
  question: ZoneCase;
}

/** Instants of a window and a little before it: anywhere, close to a change of the clocks, and on the hour. */
function scatter(now: number, lengthMs: number, changes: readonly number[]): number[] {
  return Array.from({ length: scansOfCase }, (_, index) => {
    const somewhere = now - upTo(lengthMs + 2 * dayMs);
    const change = changes[upTo(changes.length)];
    if (index % 3 === 0 && change !== undefined) return Math.min(now, change + upTo(2 * hourMs) - hourMs);
    return index % 3 === 1 ? Math.floor(somewhere / hourMs) * hourMs - upTo(2) : somewhere;
  });
}

function makeCase(zone: string, timeRange: TimeRange, now: number, changes: readonly ClockChange[]): Asked {
  const timeZone = timeRange === "1h" || upTo(8) > 0 ? zone : undefined;
  const length = lengthFor(timeRange, timeZone !== undefined);
  const lengthMs = "days" in length ? length.days * dayMs : length.hours * hourMs;
  const near = changes.map(([at]) => at).filter((at) => at <= now && at > now - lengthMs - dayMs);
  const instants = scatter(now, lengthMs, near);
  return { timeRange, timeZone, question: { zone: timeZone ?? "UTC", now, instants, ...length } };
}

/** The long ones are rarer: Python takes them day by day. */
const nearRanges: readonly TimeRange[] = ["1h", "1d", "1d", "7d", "7d", "7d", "30d", "30d", "90d", "1y"];

/** Right before or at each change, soon and long after it, in windows that it begins, ends or lies within; and each range anywhere. */
function makeCases({ zone, changes }: ZoneYears): Asked[] {
  const near = changes.flatMap(([at]) => {
    const moments = [at - upTo(2), at + upTo(26 * hourMs), at + upTo(100 * dayMs)];
    return moments.map((now) => makeCase(zone, nearRanges[upTo(nearRanges.length)]!, now, changes));
  });
  return [...near, ...timeRanges.map((range) => makeCase(zone, range, from + upTo(to - from), changes))];
}

/** Scans as the rollups store them: by the quarter-hours of UTC days. */
function countQuarters(instants: readonly number[]): DayCounts[] {
  const days = new Map<string, number[]>();
  for (const instant of instants.toSorted((one, other) => one - other)) {
    const day = new Date(instant).toISOString().slice(0, 10);
    const quarters = days.get(day) ?? Array<number>(96).fill(0);
    days.set(day, quarters);
    const quarter = Math.floor((instant % dayMs) / (hourMs / 4));
    quarters[quarter] = (quarters[quarter] ?? 0) + 1;
  }
  const rest = { scans: 0, visitors: 0, bots: 0, capped: 0 };
  const totals = { device: {}, os: {}, browser: {}, country: {}, city: {}, route: {}, variant: {} };
  return [...days].map(([day, quarters]) => ({ day, quarters, totals, ...rest }));
}

function answerByOurs({ timeRange, timeZone, question: { now, instants } }: Asked): ZoneAnswer {
  const window = chooseWindow(timeRange, timeZone, now);
  const within = instants.filter((instant) => instant >= window.from && instant < window.to);
  const buckets = bucketSlots(window, listSlots(countQuarters(within)));
  return {
    start: window.from,
    dates: window.days.map(dateOf),
    daily: buckets.days,
    hourly: sumHours(buckets),
    weekly: sumWeekdays(buckets),
    outside: instants.length - within.length,
  };
}

/** Whether every sum is the number of scans, and whole days are as many as were asked for. */
function addsUp({ question }: Asked, { dates, daily, hourly, weekly, outside }: ZoneAnswer): boolean {
  const isWhole = !("days" in question) || dates.length === question.days;
  const counted = scansOfCase - outside;
  return isWhole && [daily, hourly, weekly].every((counts) => sum(counts) === counted);
}

const wallClock = (timeZone: string) =>
  new Intl.DateTimeFormat("en-GB", { timeZone, dateStyle: "short", timeStyle: "medium" });
const utcClock = wallClock("UTC");

/** Whether this runtime's own database of zones has the same clocks: around each change, and every ten days. */
function isOfOneMind({ zone, ahead, changes }: ZoneYears): boolean {
  const clock = wallClock(zone);
  const isSame = (at: number, seconds: number) => clock.format(at) === utcClock.format(at + seconds * 1_000);
  const around = changes.every(([at, before, after]) => isSame(at - 1, before) && isSame(at, after));
  const between = Array.from({ length: 146 }, (_, index) => from + index * 10 * dayMs).every((at) =>
    isSame(at, changes.findLast(([change]) => change <= at)?.[2] ?? ahead),
  );
  return around && between;
}

function isKnownHere(timeZone: string): boolean {
  try {
    return new Intl.DateTimeFormat("en", { timeZone }) !== undefined;
  } catch {
    return false;
  }
}

let zones: ZoneYears[];
let differing: string[];
let version: string;

beforeAll(async () => {
  const all = await readZoneYears(from, to);
  version = all.version;
  const known = all.zones.filter(({ zone }) => isKnownHere(zone));
  differing = known.filter((one) => !isOfOneMind(one)).map(({ zone }) => zone);
  zones = known.filter(({ zone }) => !differing.includes(zone));
  expect(zones.length).toBeGreaterThan(500);
}, 120_000);

it("Node.js and Python have the same time zone data except for changes between their versions", () => {
  if (differing.length > 0) {
    const here = process.versions.tz;
    console.warn(`Not compared, as ${here} (here) and ${version} (Python) differ: ${differing.join(", ")}`);
  }
  if (process.versions.tz === version) expect(differing).toEqual([]);
  expect(differing.length).toBeLessThan(20);
});

/** Every zone in a long run, else every fourth: many have the same clocks. */
const step = isLong ? 1 : 4;

it("Q9: days, hours and weekdays match Python's zoneinfo around every clock change of 2024 to 2027", async () => {
  const cases = zones.filter((_, index) => index % step === 0).flatMap(makeCases);
  const theirs = await countByZoneinfo(cases.map(({ question }) => question));
  expect(cases.length).toBeGreaterThan(5_000 / step);
  // Thousands of assertions take longer than what they assert; the first cases that differ tell enough.
  const faults = cases.flatMap((asked, index) => {
    const ours = answerByOurs(asked);
    const isSame = JSON.stringify(ours) === JSON.stringify(theirs[index]) && addsUp(asked, ours);
    return isSame ? [] : [{ asked, ours, theirs: theirs[index] }];
  });
  expect(faults.slice(0, 3)).toEqual([]);
}, 120_000);

it("every clock change of these years is at and by full quarter-hours, as bucketSlots assumes", () => {
  const odd = zones.flatMap(({ zone, changes }) =>
    changes
      .filter(([at, before, after]) => at % (hourMs / 4) !== 0 || before % 900 !== 0 || after % 900 !== 0)
      .map(([at]) => `${zone} ${new Date(at).toISOString()}`),
  );
  expect(odd).toEqual([]);
});
