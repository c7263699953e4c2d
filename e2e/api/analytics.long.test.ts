import { beforeAll, describe, expect, it } from "vitest";
import { type Analytics, timeRanges } from "@/lib/analytics/schema";
import { sql } from "@/lib/platform/db";
import { rollUpScans } from "@/lib/rollups";
import { wholeAccount } from "@/lib/rollups/counts";
import { purgeScans } from "@/lib/rollups/retention";
import { callV1, newAccount, newKey, type TestAccount } from "../support/accounts";
import {
  type AnalyticsQuestion,
  countAnalytics,
  readStoredScans,
  type StoredScans,
} from "../support/count-analytics";
import { storeCapped, storeExcluded, storeRawScans, storeScanCounter } from "../support/raw-scans";
import { seeded } from "../support/seeded";
import { readZoneYears } from "../support/zoneinfo";

const zones = [
  "America/Santiago",
  "Africa/Cairo",
  "Asia/Beirut",
  "America/Havana",
  "Atlantic/Azores",
  "Australia/Lord_Howe",
  "Asia/Kathmandu",
  "Pacific/Chatham",
  "Pacific/Apia",
  "Pacific/Kiritimati",
  "Europe/Paris",
  "UTC",
];
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const quarterMs = hourMs / 4;
const random = seeded(9);
const upTo = (limit: number) => Math.floor(random() * limit);
const oneOf = <T>(things: readonly T[]): T => things[upTo(things.length)]!;

let account: TestAccount;
let apiKey: string;
let codeIds: string[];
let stored: StoredScans;

/** Instants of the last 400 days: anywhere, within two hours of a change of some zone's clocks, and of the last days. */
async function scatterInstants(count: number): Promise<number[]> {
  // A scan that comes while its neighbours are asked for would be in some answers alone.
  const now = Date.now() - 1_000;
  const years = (await readZoneYears(now - 400 * dayMs, now)).zones.filter(({ zone }) =>
    zones.includes(zone),
  );
  const changes = years.flatMap((year) => year.changes.map(([at]) => at));
  return Array.from({ length: count }, (_, index) => {
    if (index % 3 === 0) return Math.min(now, oneOf(changes) + upTo(4 * hourMs) - 2 * hourMs);
    return now - upTo(index % 3 === 1 ? 400 * dayMs : oneOf([hourMs, dayMs, 9 * dayMs, 32 * dayMs]));
  });
}

beforeAll(async () => {
  account = await newAccount("pro");
  ({ apiKey } = await newKey(account));
  const qrCodes = Array.from({ length: 14 }, (_, index) => ({
    name: `Table ${index}`,
    type: index % 3 === 0 ? "url" : "text",
    content: `https://example.com/${index}`,
    isDynamic: index % 2 === 0,
    tags: [...(index % 2 === 0 ? ["even"] : []), ...(index < 5 ? ["first", "été"] : [])],
  }));
  const { json } = await callV1(apiKey, "POST", "/qr-codes/bulk", { body: { qrCodes } });
  codeIds = (json.created as unknown as { id: string }[]).map(({ id }) => id);
  // The last one is never scanned.
  const scanned = codeIds.slice(0, -1);
  const instants = await scatterInstants(6_000);
  const set = { accountId: account.accountId, isSandbox: false };
  await storeRawScans(
    set,
    instants.map((at) => ({
      codeId: scanned[Math.floor(random() ** 2 * scanned.length)]!,
      at: new Date(at),
      visitor: upTo(300) - 150,
      device: oneOf(["Mobile", "Mobile", "Tablet", "Desktop", "Unknown"]),
      os: oneOf(["iOS", "Android", "Windows", "Unknown"]),
      browser: oneOf(["Safari", "Chrome", "Instagram"]),
      country: oneOf(["PT", "DE", "CL", "NP", "Unknown"]),
      city: oneOf(["Lisbon", "Berlin", "Unknown"]),
    })),
  );
  await storeExcluded(
    set,
    instants.slice(0, 600).map((at, index) => ({
      codeId: oneOf(scanned),
      at: new Date(at),
      reason: ["bot", "preview", "prefetch"][index % 3]!,
    })),
  );
  for (const at of instants.slice(-30))
    await storeCapped(set, {
      codeId: oneOf(scanned),
      minute: new Date(at - (at % 60_000)),
      count: 1 + upTo(5),
    });
  stored = await readStoredScans(account.accountId);
});

const ask = (query: Record<string, string>) => callV1(apiKey, "GET", "/analytics", { query });

function listQuestions(): AnalyticsQuestion[] {
  const qrCodeId = codeIds[1]!;
  const ranges = timeRanges.flatMap((timeRange) => [
    { timeRange },
    { timeRange, qrCodeId },
    { timeRange, tag: "even" },
    { timeRange, tag: "first", qrCodeId },
    { timeRange, tag: "even", qrCodeId },
    ...zones.map((timezone) => ({ timeRange, timezone })),
  ]);
  return [...ranges, { timeRange: "1y", timezone: "America/Havana", qrCodeId }];
}

async function expectAllCounted(): Promise<void> {
  const questions = listQuestions();
  const answers: Analytics[] = [];
  for (const question of questions) {
    const answer = await ask({ ...question });
    expect(answer.status, answer.text).toBe(200);
    answers.push(answer.json as unknown as Analytics);
  }
  const asked = questions.map((question, place) => ({
    ...question,
    now: Date.parse(answers[place]!.summary.endDate),
  }));
  const counted = await countAnalytics(stored, asked);
  for (const [place, answer] of answers.entries()) {
    const title = JSON.stringify(questions[place]);
    expect(answer, title).toEqual(counted[place]);
    expectSums(answer, title);
  }
}

function expectSums({ summary, breakdowns, distributions, dailyScans }: Analytics, title: string): void {
  // No rule led a scan here.
  const { variants, ...whole } = breakdowns;
  expect(variants, title).toEqual({});
  const sum = (counts: number[]) => counts.reduce((total, count) => total + count, 0);
  const countsOf = (list: { count: number }[]) => list.map(({ count }) => count);
  const { hourly, weekly } = distributions;
  for (const list of [
    countsOf(hourly),
    countsOf(weekly),
    countsOf(dailyScans),
    ...Object.values(whole).map(Object.values),
  ])
    expect(sum(list as number[]), title).toBe(summary.totalScans);
}

/** Scans from the start of an instant's quarter-hour, and from the next one's, until another. */
function countFromQuarters(from: number, to: number): [most: number, least: number] {
  const quarter = Math.floor(from / quarterMs) * quarterMs;
  const countFrom = (start: number) => stored.scans.filter(({ at }) => at >= start && at <= to).length;
  return [countFrom(quarter), countFrom(quarter + quarterMs)];
}

describe("Q9: analytics compared with a row-by-row count, in every range and zone", () => {
  it("matches when read from raw scans", expectAllCounted, 120_000);

  it("matches when read from daily documents", async () => {
    const last = Math.max(...stored.scans.map(({ at }) => at));
    await storeScanCounter(
      { accountId: account.accountId, isSandbox: false },
      stored.scans.length,
      new Date(last),
    );
    // The service rolls them, too, once a reading has found them.
    const countRolled = async () => {
      await rollUpScans({ accountId: account.accountId, isForced: true });
      const { rows } = await sql.query<{ scans: number }>(
        "SELECT sum(scans)::int AS scans FROM scan_day WHERE account_id = $1 AND qr_code_id = $2",
        [account.accountId, wholeAccount],
      );
      return rows[0]?.scans ?? 0;
    };
    await expect.poll(countRolled).toBeGreaterThan(5_000);
    await expectAllCounted();
  }, 120_000);

  it("has more than 50 scans in every time range, so no comparison is between empty results", async () => {
    for (const timeRange of timeRanges) {
      const { summary, breakdowns } = (await ask({ timeRange })).json as unknown as Analytics;
      expect(summary.totalScans, timeRange).toBeGreaterThan(50);
      expect(Object.keys(breakdowns.countries)).toHaveLength(5);
    }
  });

  it("reports quarter-hour precision where raw scans are purged, and stays exact for later windows", async () => {
    expect(
      await purgeScans({ accountId: account.accountId, budgetMs: 60_000, keptDays: 60 }),
    ).toBeGreaterThan(1_000);
    const year = (await ask({ timeRange: "1y" })).json as unknown as Analytics;
    expect(year.summary.precision).toBe("quarter-hour");
    expectSums(year, "1y");
    const { startDate, endDate, totalScans } = year.summary;
    const [most, least] = countFromQuarters(Date.parse(startDate), Date.parse(endDate));
    expect(totalScans).toBeLessThanOrEqual(most);
    expect(totalScans).toBeGreaterThanOrEqual(least);

    const tagged = (await ask({ timeRange: "1y", tag: "even" })).json as unknown as Analytics;
    expectSums(tagged, "1y, even");
    expect(tagged.summary.totalScans).toBeGreaterThan(1_000);
    expect(tagged.summary.totalScans).toBeLessThan(totalScans);

    const questions = [
      { timeRange: "30d" },
      { timeRange: "30d", tag: "even" },
      { timeRange: "7d", timezone: "Asia/Kathmandu" },
    ] as const;
    const answers: Analytics[] = [];
    for (const question of questions) answers.push((await ask({ ...question })).json as unknown as Analytics);
    const asked = questions.map((one, place) => ({
      ...one,
      now: Date.parse(answers[place]!.summary.endDate),
    }));
    expect(answers).toEqual(await countAnalytics(stored, asked));
  });
});
