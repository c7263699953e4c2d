import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  chooseTarget,
  compileRoutes,
  explainRoutes,
  type Route,
  type RouteContext,
  routeDevices,
  type When,
  weekdays,
} from "./";
import { findUnreachable } from "./unreachable";

const url = "https://example.com/";
const context = (more: Partial<RouteContext> = {}): RouteContext => ({
  device: "Mobile",
  os: "iOS",
  country: "PT",
  languages: ["pt-BR", "en"],
  at: Date.parse("2027-03-05T19:00:00Z"),
  visitor: "1",
  isAutomatic: false,
  ...more,
});
const rule = (when: When, id = "rule"): Route => ({ id, when, to: `https://example.com/${id}` });
const applies = (when: When, more: Partial<RouteContext> = {}) =>
  chooseTarget(compileRoutes({ url, routes: [rule(when)] }), context(more)).route === "rule";

/** What a zone's clocks show, read from the words of `Intl` each time. */
function readClock(at: number, timeZone: string) {
  const parts = new Intl.DateTimeFormat("en-US", {
    ...{ timeZone, hourCycle: "h23", weekday: "long" },
    ...{ year: "numeric", month: "2-digit", day: "2-digit", hour: "2-digit", minute: "2-digit" },
  }).formatToParts(at);
  const of = (type: string) => parts.find((part) => part.type === type)?.value ?? "";
  return {
    date: `${of("year")}-${of("month")}-${of("day")}`,
    weekday: of("weekday"),
    time: `${of("hour")}:${of("minute")}`,
  };
}

/** The day before, by the calendar. */
function dayBefore({ date, weekday }: { date: string; weekday: string }) {
  const before = new Date(Date.parse(`${date}T12:00:00Z`) - 86_400_000).toISOString().slice(0, 10);
  return { date: before, weekday: weekdays[(weekdays.indexOf(weekday as "Monday") + 6) % 7] as string };
}

/** The same as the engine says, slowly and obviously. */
function holds(when: When, asked: RouteContext): boolean {
  const { devices, os, countries, languages, days, hours, dates, timezone = "UTC" } = when;
  if (devices && !devices.some((device) => device === asked.device.toLowerCase())) return false;
  if (os && !os.some((name) => name === asked.os)) return false;
  if (countries && !countries.some((code) => code === asked.country)) return false;
  const matches = (range: string, tag: string) => new RegExp(`^${range}(-|$)`, "i").test(tag);
  if (languages && !languages.some((range) => asked.languages.some((tag) => matches(range, tag))))
    return false;
  const clock = readClock(asked.at, timezone);
  let began: { date: string; weekday: string } = clock;
  if (hours) {
    const { from, until } = hours;
    const isOvernight = from > until;
    if (!isOvernight && !(clock.time >= from && clock.time < until)) return false;
    if (isOvernight && clock.time < from && clock.time >= until) return false;
    if (isOvernight && clock.time < until) began = dayBefore(clock);
  }
  if (days && !days.some((day) => day === began.weekday)) return false;
  const { from, until } = dates ?? {};
  if (from && (from.includes("T") ? asked.at < Date.parse(from) : began.date < from)) return false;
  return !(until && (until.includes("T") ? asked.at >= Date.parse(until) : began.date > until));
}

/** Zones whose clocks change at different times of the day, by an hour or half of one, and on both halves of the earth. */
const zones = [
  ...["Europe/Paris", "America/New_York", "Australia/Lord_Howe"],
  ...["America/Santiago", "Africa/Cairo", "Pacific/Chatham"],
];

/** Instants of 2025 to 2027 at which the clocks of a zone change, to the minute. */
function findChanges(zone: string): number[] {
  const changes: number[] = [];
  const offset = (at: number) => {
    const { date, time } = readClock(at, zone);
    return Date.parse(`${date}T${time}:00Z`) - at;
  };
  const hour = 3_600_000;
  for (let at = Date.parse("2025-01-01T00:00Z"); at < Date.parse("2027-12-31T00:00Z"); at += 24 * hour) {
    if (offset(at) === offset(at + 24 * hour)) continue;
    let minute = at;
    while (offset(minute) === offset(minute + 60_000)) minute += 60_000;
    changes.push(minute + 60_000);
  }
  return changes;
}

const some = <T>(values: readonly T[], maxLength = 3) =>
  fc.option(fc.uniqueArray(fc.constantFrom(...values), { minLength: 1, maxLength }), { nil: undefined });
const minute = fc.integer({ min: 0, max: 95 }).map((quarter) => {
  const two = (number: number) => String(number).padStart(2, "0");
  return `${two(Math.floor(quarter / 4))}:${two((quarter % 4) * 15)}`;
});
const day = fc.integer({ min: -3, max: 3 });
const wordsOf = (at: number) => ({
  date: (shift: number) => new Date(at + shift * 86_400_000).toISOString().slice(0, 10),
  instant: (shift: number) => new Date(at + shift * 3_600_000).toISOString(),
});
const languages = ["pt", "pt-BR", "PT-br", "en", "e", "de", "zh-Hant"];
const whenAround = (at: number) =>
  fc.record({
    devices: some(routeDevices, 2),
    os: some(["iOS", "Android", "Windows"]),
    countries: some(["PT", "BR", "DE"]),
    languages: some(languages),
    days: some(weekdays, 5),
    hours: fc.option(
      fc
        .record({ from: minute, until: fc.oneof(minute, fc.constant("24:00")) })
        .filter(({ from, until }) => from !== until),
      { nil: undefined },
    ),
    dates: fc.option(
      fc.record({
        from: fc.option(fc.oneof(day.map(wordsOf(at).date), day.map(wordsOf(at).instant)), {
          nil: undefined,
        }),
        until: fc.option(fc.oneof(day.map(wordsOf(at).date), day.map(wordsOf(at).instant)), {
          nil: undefined,
        }),
      }),
      { nil: undefined },
    ),
    timezone: fc.constantFrom(...zones),
  });
const someContext = (at: fc.Arbitrary<number>): fc.Arbitrary<RouteContext> =>
  fc.record({
    device: fc.constantFrom("Mobile", "Tablet", "Desktop", "Unknown"),
    os: fc.constantFrom("iOS", "Android", "Unknown"),
    country: fc.constantFrom("PT", "BR", "Unknown"),
    languages: fc.array(fc.constantFrom(...languages, "*", "x"), { maxLength: 3 }),
    at,
    visitor: fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map(String),
    isAutomatic: fc.boolean(),
  });

describe("the first rule that applies", () => {
  const instants = zones.flatMap(findChanges);
  const aroundChange = fc.constantFrom(...instants);

  it("is what a slow second implementation finds, around the changes of clocks in six zones", () => {
    expect(instants.length).toBeGreaterThan(30);
    const sample = aroundChange.chain((at) =>
      fc.record({
        whens: fc.array(whenAround(at), { minLength: 1, maxLength: 6 }),
        asked: someContext(fc.integer({ min: at - 129_600_000, max: at + 129_600_000 })),
      }),
    );
    fc.assert(
      fc.property(sample, ({ whens, asked }) => {
        const routes = whens.map((when, place) => rule(when, `rule${place}`));
        const slow = routes.find(({ when = {} }) => holds(when, asked));
        const found = chooseTarget(compileRoutes({ url, routes }), asked);
        expect(found.to).toBe(slow?.to ?? url);
        expect(found.route).toBe(asked.isAutomatic ? null : (slow?.id ?? null));
        const explained = explainRoutes(routes, asked);
        expect(explained.map(({ applies }) => applies)).toEqual(
          routes.map(({ when = {} }) => holds(when, asked)),
        );
      }),
      { numRuns: 1_000 },
    );
  });

  it("is never one that is said to be out of reach", () => {
    const at = Date.parse("2026-03-29T01:00Z");
    let found = 0;
    const sample = fc.record({
      whens: fc.array(
        whenAround(at).map((when) => ({
          ...when,
          timezone: "Europe/Paris",
          countries: undefined,
          os: undefined,
        })),
        {
          minLength: 2,
          maxLength: 8,
        },
      ),
      contexts: fc.array(someContext(fc.integer({ min: at - 4e8, max: at + 4e8 })), {
        minLength: 20,
        maxLength: 20,
      }),
    });
    fc.assert(
      fc.property(sample, ({ whens, contexts }) => {
        const routes = whens.map((when, place) => rule(when, `rule${place}`));
        const lost = new Set(findUnreachable(routes).map(({ id }) => id));
        found += lost.size;
        const compiled = compileRoutes({ url, routes });
        for (const asked of contexts) {
          expect(lost).not.toContain(chooseTarget(compiled, { ...asked, isAutomatic: false }).route);
        }
      }),
      { numRuns: 1_000 },
    );
    expect(found).toBeGreaterThan(50);
  });

  it.each<[string, When, Partial<RouteContext>, boolean]>([
    ["a language range matches longer tags", { languages: ["pt"] }, {}, true],
    ["a language range matches no shorter tag", { languages: ["pt-BR"] }, { languages: ["pt"] }, false],
    ["a language range ends at a hyphen", { languages: ["p"] }, {}, false],
    ["a star matches nothing", { languages: ["en"] }, { languages: ["*"] }, false],
    [
      "a device that is not known matches nothing",
      { devices: [...routeDevices] },
      { device: "Unknown" },
      false,
    ],
    ["a place that is not known matches nothing", { countries: ["PT"] }, { country: "Unknown" }, false],
  ])("%s", (_, when, more, expected) => expect(applies(when, more)).toBe(expected));

  const friday = {
    days: ["Friday"],
    hours: { from: "18:00", until: "02:00" },
    timezone: "Europe/Lisbon",
  } as When;
  it.each([
    ["2027-03-05T17:59:59.999Z", false],
    ["2027-03-05T18:00:00.000Z", true],
    ["2027-03-06T01:00:00.000Z", true],
    ["2027-03-06T02:00:00.000Z", false],
    ["2027-03-05T01:00:00.000Z", false],
    ["2027-03-06T18:00:00.000Z", false],
  ])("hours over midnight belong to the day they began: %s", (at, expected) => {
    expect(applies(friday, { at: Date.parse(at) })).toBe(expected);
    const dated = { ...friday, days: undefined, dates: { from: "2027-03-05", until: "2027-03-05" } };
    expect(applies(dated, { at: Date.parse(at) })).toBe(expected);
  });

  it.each([
    ["2027-03-04T23:59:59.999-05:00", false],
    ["2027-03-05T00:00:00.000-05:00", true],
    ["2027-03-06T23:59:59.999-05:00", true],
    ["2027-03-07T00:00:00.000-05:00", false],
  ])("days of a zone have their last one among them: %s", (at, expected) => {
    const dates = { from: "2027-03-05", until: "2027-03-06" };
    expect(applies({ dates, timezone: "America/New_York" }, { at: Date.parse(at) })).toBe(expected);
  });
});

describe("rules that can never apply", () => {
  const zone = { timezone: "Europe/Paris" };
  it.each<[string, When[], ReturnType<typeof findUnreachable>]>([
    ["different ones", [{ os: ["iOS"] }, { os: ["Android"] }], []],
    [
      "a narrower one behind",
      [{ os: ["iOS"] }, { os: ["iOS"], countries: ["PT"] }],
      [{ id: "1", by: "0", reason: "covered" }],
    ],
    ["a wider one behind", [{ os: ["iOS"], countries: ["PT"] }, { os: ["iOS"] }], []],
    [
      "a longer tag",
      [{ languages: ["PT"] }, { languages: ["pt-BR"] }],
      [{ id: "1", by: "0", reason: "covered" }],
    ],
    [
      "weekends of two working days",
      [{ days: ["Sunday"], dates: { from: "2027-03-01", until: "2027-03-02" }, ...zone }],
      [{ id: "0", by: null, reason: "no_day" }],
    ],
    [
      "dates that end before they begin",
      [{ dates: { from: "2027-03-02", until: "2027-03-01" }, ...zone }],
      [{ id: "0", by: null, reason: "reversed" }],
    ],
    [
      "hours of a day that reach into the next",
      [
        { days: ["Friday"], ...zone },
        { days: ["Friday"], hours: { from: "18:00", until: "02:00" }, ...zone },
      ],
      [],
    ],
  ])("%s", (_, whens, expected) => {
    expect(findUnreachable(whens.map((when, place) => rule(when, String(place))))).toEqual(expected);
  });
});

describe("a split", () => {
  const weights = [1, 10, 39, 50];
  const split = weights.map((weight, place) => ({ to: `https://example.com/${place}`, weight }));
  const compiled = (id: string) => compileRoutes({ url, routes: [{ id, split }] });
  const visitors = 100_000;
  /** Visitors as they are: 64 bits of a hash. */
  const visitorOf = (number: number) =>
    String(((BigInt(number) * 0x9e3779b97f4a7c15n) % 2n ** 63n) - 2n ** 62n);
  const entryOf = (routes: ReturnType<typeof compiled>, number: number) =>
    Number(chooseTarget(routes, context({ visitor: visitorOf(number) })).variant);
  /** Of 99.9 %, by degrees of freedom. */
  const most: Record<number, number> = { 3: 16.27, 15: 37.7 };
  const chiSquare = (counts: readonly number[], shares: readonly number[]) =>
    counts.reduce((sum, count, place) => {
      const expected = visitors * (shares[place] as number);
      return sum + (count - expected) ** 2 / expected;
    }, 0);

  it.each(["a", "b", "weekend"])("follows its weights over 100,000 visitors: %s", (id) => {
    const routes = compiled(id);
    const counts = [0, 0, 0, 0];
    for (let number = 0; number < visitors; number += 1) counts[entryOf(routes, number)]! += 1;
    expect(
      chiSquare(
        counts,
        weights.map((weight) => weight / 100),
      ),
    ).toBeLessThan(most[3] as number);
  });

  it("is independent of another rule's", () => {
    const [first, second] = [compiled("a"), compiled("b")];
    const counts = Array<number>(16).fill(0);
    for (let number = 0; number < visitors; number += 1)
      counts[4 * entryOf(first, number) + entryOf(second, number)]! += 1;
    const shares = weights.flatMap((one) => weights.map((other) => (one * other) / 10_000));
    expect(chiSquare(counts, shares)).toBeLessThan(most[15] as number);
  });

  it("is the same for a visitor each time, and another day's visitor may get another entry", () => {
    const routes = compiled("a");
    expect(entryOf(routes, 7)).toBe(entryOf(compiled("a"), 7));
    expect(new Set(Array.from({ length: 50 }, (_, day) => entryOf(routes, day))).size).toBeGreaterThan(1);
  });

  it("gives its first entry to what is no person, and notes nothing", () => {
    const choice = chooseTarget(compiled("a"), context({ isAutomatic: true, visitor: visitorOf(3) }));
    expect(choice).toMatchObject({ to: split[0]?.to, route: null, variant: null });
  });

  it("names an entry by its name, else by its index", () => {
    const routes = compileRoutes({
      url,
      routes: [
        {
          id: "a",
          split: [
            { name: "green", to: url, weight: 100 },
            { to: `${url}2`, weight: 1 },
          ],
        },
      ],
    });
    const names = Array.from(
      { length: 2_000 },
      (_, visitor) => chooseTarget(routes, context({ visitor: String(visitor) })).variant,
    );
    expect(new Set(names)).toEqual(new Set(["green", "1"]));
  });
});
