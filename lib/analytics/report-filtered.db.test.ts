import { describe, expect, it } from "vitest";
import { callerOf, newAccount } from "@/e2e/support/accounts";
import { type RawScan, storeRawScans, storeScanCounter } from "@/e2e/support/raw-scans";
import { seeded } from "@/e2e/support/seeded";
import { insertCodes } from "@/e2e/support/tenants";
import type { Plan } from "@/lib/plans";
import { sql } from "@/lib/platform/db";
import { rollUpScans } from "@/lib/rollups";
import { purgeScans } from "@/lib/rollups/retention";
import { timeRanges } from "./figures-schema";
import { readReport } from "./index";
import { type ReportFilters, reportFiltersSchema } from "./report-schema";

const dayMs = 86_400_000;
const minuteMs = 60_000;
const now = Date.now();
const ago = (ms: number) => new Date(now - ms);

async function newShop(plan: Plan) {
  const { accountId } = await newAccount(plan);
  const owner = { accountId, isSandbox: false };
  const [codeId = "", other = ""] = await insertCodes(sql, [
    { accountId, environment: "production", isDynamic: true },
    { accountId, environment: "production" },
  ]);
  const store = async (scans: Omit<RawScan, "codeId">[], id = codeId) => {
    await storeRawScans(
      owner,
      scans.map((scan) => ({ codeId: id, ...scan })),
    );
    await storeScanCounter(owner, scans.length, ago(minuteMs));
  };
  return { caller: callerOf({ accountId }, plan), accountId, codeId, other, store };
}

describe("a filtered report", () => {
  const at = ago(5 * minuteMs);
  const scans = [
    { at, country: "NO", city: "Oslo", device: "Mobile", browser: "Safari", os: "iOS", visitor: 1 },
    { at, country: "NO", city: "Oslo", device: "Mobile", browser: "Chrome", os: "Android", visitor: 2 },
    { at, country: "NO", city: "Bergen", device: "Desktop", browser: "Chrome", os: "Linux", visitor: 3 },
    { at, country: "PT", city: "Oslo", device: "Mobile", browser: "Chrome", os: "Android", visitor: 2 },
    { at: ago(8 * dayMs), country: "NO", city: "Oslo", device: "Mobile" },
    { at: ago(8 * dayMs), country: "PT", city: "Porto", device: "Mobile" },
  ];

  it("applies all filters to its figures, but leaves its own filter out of each breakdown", async () => {
    const { caller, store, codeId, other } = await newShop("pro");
    await store(scans);
    await store([{ at, country: "PT", city: "Porto", device: "Mobile" }], other);
    const read = (filters: ReportFilters) =>
      readReport(caller, { timeRange: "7d", timezone: "UTC", filters });

    const { summary, topQRCodes, details, previous, series, dailyScans } = await read({ country: "NO" });
    expect(summary).toMatchObject({ totalScans: 3, uniqueVisitors: 3, totalQRCodes: 2, avgScansPerQR: 1.5 });
    expect([previous.totalScans, previous.isWhole]).toEqual([1, true]);
    expect(topQRCodes.map(({ id, scanCount }) => [id, scanCount])).toEqual([[codeId, 3]]);
    expect(details?.breakdowns.countries).toEqual({ NO: 3, PT: 2 });
    expect(details?.breakdowns.devices).toEqual({ Mobile: 2, Desktop: 1 });
    expect(details?.breakdowns.browsers).toEqual({ Chrome: 2, Safari: 1 });
    expect(details?.cities.map(({ country, city, count }) => [`${country}/${city}`, count])).toEqual([
      ["NO/Oslo", 2],
      ["NO/Bergen", 1],
    ]);
    expect(details?.cityScans).toBe(3);
    const sum = (counts: number[]) => counts.reduce((total, count) => total + count, 0);
    expect(sum(details?.week.flat() ?? [])).toBe(3);
    expect(sum(series.points.map(({ count }) => count))).toBe(3);
    expect(sum(dailyScans.map(({ visitors }) => visitors ?? 0))).toBe(3);

    const both = await read({ country: "NO", device: "Mobile" });
    expect(both.summary.totalScans).toBe(2);
    expect(both.details?.breakdowns.countries).toEqual({ NO: 2, PT: 2 });
    expect(both.details?.breakdowns.devices).toEqual({ Mobile: 2, Desktop: 1 });
    expect(both.details?.breakdowns.os).toEqual({ Android: 1, iOS: 1 });

    const all = {
      country: "NO",
      city: "NO/Oslo",
      device: "Mobile",
      browser: "Chrome",
      os: "Android",
    } as const;
    expect((await read(all)).summary).toMatchObject({ totalScans: 1, uniqueVisitors: 1 });
    const none = await read({ ...all, os: "Windows" });
    expect([none.summary.totalScans, none.summary.mostActiveDay, none.topQRCodes]).toEqual([0, null, []]);
    expect(none.details?.breakdowns.os).toEqual({ Android: 1 });
  });

  it("equals the plain report if all scans match the filter, in every range and time zone", async () => {
    const { caller, store, accountId, other, codeId } = await newShop("pro");
    const random = seeded(6);
    const pick = (labels: readonly string[]) => labels[Math.floor(random() * labels.length)]!;
    for (const id of [other, codeId]) {
      const made = Array.from({ length: 400 }, () => ({
        at: ago(5_000 + Math.floor(random() ** 4 * 730 * dayMs)),
        visitor: Math.floor(random() * 5),
        browser: pick(["Chrome", "Safari"]),
        country: pick(["NO", "PT", "Unknown"]),
        city: pick(["Oslo", "__proto__", "Unknown"]),
      }));
      await store(made, id);
    }
    await rollUpScans({ accountId, isForced: true, until: ago(3 * dayMs) });
    for (const timezone of [undefined, "Asia/Kathmandu", "Australia/Lord_Howe"]) {
      for (const timeRange of timeRanges) {
        for (const qrCodeId of [undefined, codeId]) {
          const query = { timeRange, timezone, qrCodeId };
          const [plain, narrowed] = await Promise.all([
            readReport(caller, query),
            readReport(caller, { ...query, filters: { device: "Mobile" } }),
          ]);
          // Read a moment later, the window is a moment later, too.
          const omitMoment = ({ summary, previous, ...rest }: typeof plain) => {
            const { startDate, endDate, ...figures } = summary;
            const { startDate: _, endDate: __, ...before } = previous;
            return { figures, before, ...rest };
          };
          expect(omitMoment(narrowed)).toEqual(omitMoment(plain));
          expect(plain.summary.totalScans).toBeGreaterThan(0);
        }
      }
    }
  });

  it("begins where detailed scans begin, and returns that date", async () => {
    const { caller, store, accountId } = await newShop("starter");
    await store([{ at: ago(2 * dayMs) }, { at: ago(35 * dayMs) }, { at: ago(40 * dayMs) }]);
    expect(await purgeScans({ accountId, keptDays: 31 })).toBe(2);
    const kept = new Date(Math.floor(now / dayMs - 31) * dayMs);
    const filters = { country: "DE" };
    const quarter = await readReport(caller, { timeRange: "90d", timezone: "UTC", filters });
    expect([quarter.summary.totalScans, quarter.detailSince]).toEqual([1, kept.toISOString()]);
    const month = await readReport(caller, { timeRange: "30d", timezone: "UTC", filters });
    expect([month.detailSince, month.previous.isWhole]).toEqual([null, false]);
    expect(new Set(month.series.points.slice(0, -3).map(({ previous }) => previous))).toEqual(
      new Set([null]),
    );
    const week = await readReport(caller, { timeRange: "7d", timezone: "UTC", filters });
    expect([week.detailSince, week.previous.isWhole]).toEqual([null, true]);
    const all = await readReport(caller, { timeRange: "90d", timezone: "UTC" });
    expect([all.summary.totalScans, all.detailSince, all.previous.isWhole]).toEqual([3, null, true]);
  });

  it("is refused on a plan without details, and not found for another account's code", async () => {
    const { caller, codeId } = await newShop("free");
    const filters = { device: "Mobile" };
    await expect(readReport(caller, { timeRange: "7d", filters })).rejects.toMatchObject({
      code: "plan_required",
    });
    expect(await readReport(caller, { timeRange: "7d", filters: {} })).toMatchObject({ details: null });
    const foreign = (await newShop("pro")).caller;
    const asked = readReport(foreign, { timeRange: "7d", qrCodeId: codeId, filters });
    await expect(asked).rejects.toMatchObject({ code: "not_found" });
  });
});

describe("reportFiltersSchema", () => {
  it.each([
    { country: "Unknown" },
    { city: "NO/Å/ø" },
    { city: "Unknown/Unknown" },
    { device: "Tablet" },
    {},
  ])("accepts %j", (filters) => expect(reportFiltersSchema.parse(filters)).toEqual(filters));

  it.each([
    ["country", "no"],
    ["country", "Norway"],
    ["city", "Oslo"],
    ["city", "NO/"],
    ["city", "NO/a\u0000"],
    ["device", "mobile"],
    ["browser", ""],
    ["os", "x".repeat(33)],
  ])("refuses %s %j at its field", (name, label) => {
    const { error } = reportFiltersSchema.safeParse({ [name]: label });
    expect(error?.issues.map(({ path }) => path)).toEqual([[name]]);
  });
});
