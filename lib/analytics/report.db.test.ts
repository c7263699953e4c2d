import { describe, expect, it } from "vitest";
import { callerOf, newAccount } from "@/e2e/support/accounts";
import { type RawScan, storeRawScans } from "@/e2e/support/raw-scans";
import { insertCodes } from "@/e2e/support/tenants";
import type { Plan } from "@/lib/plans";
import { sql } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { readReport } from "./index";
import type { Period, ReportQuery } from "./report-schema";
import { chooseWindow } from "./window";

const dayMs = 86_400_000;
const minuteMs = 60_000;

async function newShop(plan: Plan) {
  const { accountId } = await newAccount(plan);
  const [codeId = "", other = ""] = await insertCodes(sql, [
    { accountId, environment: "production", isDynamic: true },
    { accountId, environment: "production" },
  ]);
  const store = (scans: Omit<RawScan, "codeId">[]) =>
    storeRawScans(
      { accountId, isSandbox: false },
      scans.map((scan) => ({ codeId, ...scan })),
    );
  return { caller: callerOf({ accountId }, plan), codeId, other, store };
}

const now = Date.now();
const midnight = Math.floor(now / dayMs) * dayMs;
const ago = (ms: number) => new Date(now - ms);

describe("report contents by plan", () => {
  it("Free has counts, the daily line and the period before, but no places, devices or times", async () => {
    const { caller, store, codeId } = await newShop("free");
    await store([{ at: ago(minuteMs) }, { at: ago(8 * dayMs) }]);
    const report = await readReport(caller, { timeRange: "7d" });
    expect(report.summary).toMatchObject({ totalScans: 1, totalQRCodes: 2, uniqueVisitors: 1 });
    expect(report.dailyScans.map(({ count }) => count)).toEqual(expect.arrayContaining([1, 0]));
    expect(report.topQRCodes.map(({ id }) => id)).toEqual([codeId]);
    expect(report.previous).toMatchObject({ totalScans: 1, uniqueVisitors: 1, scansSoFar: 1 });
    expect([report.details, report.isLive]).toEqual([null, false]);
    for (const timeRange of ["1h", "1d"] as const)
      await expect(readReport(caller, { timeRange })).rejects.toMatchObject({ code: "plan_required" });
  });

  it.each(["starter", "pro"] as const)("%s also has places, devices and times", async (plan) => {
    const { caller, store } = await newShop(plan);
    await store([
      { at: ago(minuteMs), country: "PT", city: "Lisbon" },
      { at: ago(2 * minuteMs), country: "PT", city: "Lisbon" },
      { at: ago(3 * minuteMs), country: "BR", city: "Lisbon/Sul" },
      { at: ago(4 * minuteMs), country: "Unknown", city: "Unknown" },
    ]);
    const { details, isLive, summary } = await readReport(caller, { timeRange: "30d", timezone: "UTC" });
    expect(isLive).toBe(plan === "pro");
    expect(details?.cities).toEqual([
      { city: "Lisbon", country: "PT", count: 2 },
      { city: "Lisbon/Sul", country: "BR", count: 1 },
      { city: "Unknown", country: "Unknown", count: 1 },
    ]);
    expect(details?.breakdowns.countries).toEqual({ PT: 2, BR: 1, Unknown: 1 });
    expect(details?.week.map((hours) => hours.length)).toEqual(Array(7).fill(24));
    expect(details?.week.flat().reduce((total, scans) => total + scans, 0)).toBe(summary.totalScans);
    expect(details?.distributions.hourly).toHaveLength(24);
  });

  it("Developer is refused, as it has figures in the API only", async () => {
    const { caller } = await newShop("developer");
    await expect(readReport(caller, { timeRange: "7d" })).rejects.toMatchObject({ code: "plan_required" });
  });
});

describe("report figures and comparisons", () => {
  it("compare with the same number of days right before", async () => {
    const { caller, store } = await newShop("pro");
    const daysBack = [0, 6, 7, 13, 14];
    await store(daysBack.map((days) => ({ at: new Date(midnight - days * dayMs) })));
    const { summary, previous } = await readReport(caller, { timeRange: "7d", timezone: "UTC" });
    expect([summary.totalScans, previous.totalScans, previous.scansSoFar]).toEqual([2, 2, 2]);
    expect(previous.startDate).toBe(new Date(midnight - 13 * dayMs).toISOString());
    expect(previous.endDate).toBe(new Date(midnight - 6 * dayMs - 1).toISOString());
    expect(previous.dailyScans.map(({ count }) => count)).toEqual([1, 0, 0, 0, 0, 0, 1]);
  });

  it("compare a day in progress with the same part of the day before", async () => {
    const { caller, store } = await newShop("pro");
    await store([
      { at: new Date(midnight - dayMs), visitor: 1 },
      { at: new Date(midnight - 1), visitor: 2 },
    ]);
    const { previous } = await readReport(caller, { timeRange: "1d", timezone: "UTC" });
    expect([previous.totalScans, previous.scansSoFar]).toEqual([2, 1]);
    expect([previous.uniqueVisitors, previous.visitorsSoFar]).toEqual([2, 1]);
    const rolling = await readReport(caller, { timeRange: "7d" });
    expect(rolling.previous.scansSoFar).toBe(rolling.previous.totalScans);
  });

  it.each(["UTC", "Asia/Kolkata", "America/Los_Angeles", "Pacific/Auckland"])(
    "compare scans and visitors up to the current time in %s, with and without a filter",
    async (timezone) => {
      const { caller, store } = await newShop("pro");
      const scans = Array.from({ length: 60 }, (_, nth) => ({
        at: ago(nth * 6.5 * 3_600_000 + 1_000),
        visitor: nth % 3,
        device: "Mobile",
      }));
      await store(scans);
      const plain = await readReport(caller, { timeRange: "7d", timezone });
      const { summary, previous } = plain;
      const lastDay = previous.dailyScans.length - 1;
      const [today = 0, dayBefore = 0] = [summary.startDate, previous.startDate].map((start) => {
        const { from } = chooseWindow("7d", timezone, Date.parse(start) + 6.5 * dayMs).days[lastDay] ?? {};
        return from ?? Number.NaN;
      });
      const until = dayBefore + Date.parse(summary.endDate) + 1 - today;
      const inside = scans.filter(({ at }) => +at >= Date.parse(previous.startDate) && +at < until);
      const visits = new Set(inside.map(({ at, visitor }) => `${at.toISOString().slice(0, 10)} ${visitor}`));
      expect([previous.scansSoFar, previous.visitorsSoFar]).toEqual([inside.length, visits.size]);
      const narrowed = await readReport(caller, {
        timeRange: "7d",
        timezone,
        filters: { device: "Mobile" },
      });
      expect(narrowed.previous).toMatchObject({
        scansSoFar: previous.scansSoFar,
        visitorsSoFar: previous.visitorsSoFar,
      });
    },
  );

  it("include daily visitors only if the days of the time zone are UTC days", async () => {
    const { caller, store } = await newShop("starter");
    await store([
      { at: ago(2 * dayMs), visitor: 1 },
      { at: ago(2 * dayMs), visitor: 1 },
      { at: ago(2 * dayMs), visitor: 2 },
    ]);
    const day = ago(2 * dayMs)
      .toISOString()
      .slice(0, 10);
    for (const timezone of [undefined, "UTC", "Africa/Abidjan"]) {
      const { dailyScans } = await readReport(caller, { timeRange: "7d", ...(timezone && { timezone }) });
      expect(dailyScans.find(({ date }) => date === day)).toEqual({ date: day, count: 3, visitors: 2 });
      expect(dailyScans.filter(({ visitors }) => visitors === 0)).toHaveLength(dailyScans.length - 1);
    }
    const local = await readReport(caller, { timeRange: "7d", timezone: "Asia/Kathmandu" });
    expect(local.dailyScans.every(({ visitors }) => visitors === null)).toBe(true);
  });

  it("cover one code on request, but not an unknown code or one of another account", async () => {
    const { caller, store, other } = await newShop("pro");
    await store([{ at: ago(minuteMs) }]);
    const report = await readReport(caller, { timeRange: "1h", qrCodeId: other });
    expect([report.summary.totalScans, report.summary.totalQRCodes]).toEqual([0, 1]);
    const foreign = await newShop("pro");
    for (const qrCodeId of [foreign.codeId, newId(), "nothing"])
      await expect(readReport(caller, { timeRange: "1h", qrCodeId })).rejects.toMatchObject({
        code: "not_found",
      });
    await expect(readReport(caller, { timeRange: "1h", timezone: "utc" })).rejects.toMatchObject({
      code: "validation_failed",
    });
  });
});

describe("a report between two dates", () => {
  const dayOf = (daysBack: number) => new Date(midnight - daysBack * dayMs).toISOString().slice(0, 10);

  it("includes both days, and shows one day by hour beside the day before", async () => {
    const { caller, store } = await newShop("pro");
    const at = (daysBack: number, hours: number) => new Date(midnight - daysBack * dayMs + hours * 3_600_000);
    await store([{ at: at(0, 0) }, { at: at(1, 0) }, { at: at(1, 23) }, { at: at(2, 23) }, { at: at(4, 5) }]);
    const read = (timeRange: Period) => readReport(caller, { timeRange, timezone: "UTC" });

    const two = await read({ from: dayOf(2), to: dayOf(1) });
    expect(two.series).toMatchObject({ unit: "day", isRunning: false, ahead: [] });
    expect(two.series.points.map(({ count, previous }) => [count, previous])).toEqual([
      [1, 1],
      [2, 0],
    ]);
    expect(two.previous).toMatchObject({ totalScans: 1, scansSoFar: 1, isSoFar: false });

    const one = await read({ from: dayOf(1), to: dayOf(1) });
    expect(one.series.unit).toBe("hour");
    expect(one.series.points).toHaveLength(24);
    expect(one.series.points.at(-1)).toMatchObject({ count: 1, previous: 1 });
    const { series, previous, topQRCodes } = await read("yesterday");
    expect({ series, previous, topQRCodes }).toEqual({
      series: one.series,
      previous: one.previous,
      topQRCodes: one.topQRCodes,
    });
    expect((await read({ from: dayOf(0), to: dayOf(0) })).series.isRunning).toBe(true);
  });

  it("has the same hours when it is filtered", async () => {
    const { caller, store } = await newShop("pro");
    await store([{ at: new Date(midnight - dayMs), device: "Mobile" }]);
    const query = { timeRange: "yesterday", timezone: "UTC" } as const;
    const narrowed = await readReport(caller, { ...query, filters: { device: "Mobile" } });
    expect(narrowed.series).toEqual((await readReport(caller, query)).series);
  });

  it("refuses future days, and a single day on a plan without hours", async () => {
    const { caller } = await newShop("free");
    const read = (from: string, to: string) => readReport(caller, { timeRange: { from, to } });
    await expect(read(dayOf(1), dayOf(-1))).rejects.toMatchObject({ code: "validation_failed" });
    await expect(read(dayOf(1), dayOf(1))).rejects.toMatchObject({ code: "plan_required" });
    expect((await read(dayOf(2), dayOf(1))).series.unit).toBe("day");
  });
});

it("a report of a tag covers the codes with that tag, and every report ranks the tags", async () => {
  const { caller, store, codeId } = await newShop("pro");
  await store([
    { at: ago(minuteMs), device: "Mobile" },
    { at: ago(minuteMs), device: "Tablet" },
  ]);
  await sql.query("UPDATE qr_code SET tags = '{autumn,summer}' WHERE id = $1", [codeId]);
  const read = (more: Partial<ReportQuery>) => readReport(caller, { timeRange: "7d", ...more });
  const { summary, topTags } = await read({ tag: "summer" });
  expect([summary.totalScans, summary.totalQRCodes]).toEqual([2, 1]);
  expect(topTags).toEqual([
    { name: "autumn", scanCount: 2 },
    { name: "summer", scanCount: 2 },
  ]);
  expect((await read({})).topTags).toEqual(topTags);
  const narrowed = await read({ tag: "summer", filters: { device: "Mobile" } });
  expect([narrowed.summary.totalScans, narrowed.topTags[0]?.scanCount]).toEqual([1, 1]);
  await expect(read({ tag: "winter" })).rejects.toMatchObject({ code: "not_found" });
});
