import { beforeAll, describe, expect, it } from "vitest";
import type { Analytics } from "@/lib/analytics/schema";
import { newId } from "@/lib/platform/ids";
import { callV1, newAccount, newKey, type TestAccount } from "../support/accounts";
import { expectRefusal } from "../support/expect-refusal";
import { storeRawScans } from "../support/raw-scans";

let account: TestAccount;
let apiKey: string;
let codeIds: string[];
let foreignCodeId: string;
/** A minute ago. */
let recent: number;

async function newCodes(key: string, names: readonly string[]): Promise<string[]> {
  const qrCodes = names.map((name) => ({
    name,
    type: "url",
    content: "https://example.com/",
    isDynamic: true,
  }));
  const { json } = await callV1(key, "POST", "/qr-codes/bulk", { body: { qrCodes } });
  return (json.created as unknown as { id: string }[]).map(({ id }) => id);
}

beforeAll(async () => {
  [account] = [await newAccount("developer")];
  ({ apiKey } = await newKey(account));
  codeIds = await newCodes(apiKey, ["Door", "Menu", "Unseen"]);
  [foreignCodeId = ""] = await newCodes((await newKey(await newAccount("pro"))).apiKey, ["Foreign"]);
  recent = Date.now() - 60_000;
  const [door, menu] = codeIds as [string, string];
  await storeRawScans(
    { accountId: account.accountId, isSandbox: false },
    [door, door, menu, menu].map((codeId, index) => ({
      codeId,
      at: new Date(recent + index),
      visitor: index,
    })),
  );
});

const ask = (query: Record<string, string> | string = {}, key = apiKey) =>
  callV1(key, "GET", `/analytics?${typeof query === "string" ? query : new URLSearchParams(query)}`);
const read = async (query: Record<string, string> | string = {}, key = apiKey) => {
  const answer = await ask(query, key);
  expect(answer.status, answer.text).toBe(200);
  return answer.json as unknown as Analytics;
};

describe("200: GET /api/v1/analytics", () => {
  it("defaults to 30 rolling days in UTC and all codes, without a list of scans", async () => {
    const answer = await read();
    expect(answer.summary).toMatchObject({
      totalScans: 4,
      totalQRCodes: 3,
      avgScansPerQR: 1.33,
      uniqueVisitors: 4,
      botScans: 0,
      cappedScans: 0,
      timeRange: "30d",
      timeZone: "UTC",
      precision: "exact",
    });
    const { startDate, endDate } = answer.summary;
    expect(Date.parse(endDate) - Date.parse(startDate)).toBe(30 * 86_400_000);
    expect(Math.abs(Date.parse(endDate) - Date.now())).toBeLessThan(30_000);
    expect(answer.dailyScans).toHaveLength(31);
    expect(answer).not.toHaveProperty("scans");
    expect(answer).not.toHaveProperty("scansTruncated");
  });

  it("orders top codes with equal counts by id and leaves out codes without scans", async () => {
    const { topQRCodes } = await read();
    expect(topQRCodes.map(({ id }) => id)).toEqual(codeIds.slice(0, 2).toSorted());
    expect(topQRCodes.map(({ scanCount, isDynamic, type }) => [scanCount, isDynamic, type])).toEqual([
      [2, true, "url"],
      [2, true, "url"],
    ]);
  });

  it("uses a code's current name and leaves out deleted codes", async () => {
    const [id = "", other = ""] = await newCodes(apiKey, ["Old name", "Doomed"]);
    const set = { accountId: account.accountId, isSandbox: false };
    const at = new Date(recent + 10);
    await storeRawScans(set, [
      { codeId: id, at },
      { codeId: other, at },
    ]);
    expect((await callV1(apiKey, "PUT", `/qr-codes/${id}`, { body: { name: "New name" } })).status).toBe(200);
    expect((await read()).topQRCodes.map(({ name }) => name).toSorted()).toEqual([
      "Doomed",
      "Door",
      "Menu",
      "New name",
    ]);
    for (const codeId of [id, other])
      expect((await callV1(apiKey, "DELETE", `/qr-codes/${codeId}`)).status).toBe(204);
    const { summary, topQRCodes } = await read();
    expect([summary.totalScans, summary.totalQRCodes, topQRCodes.length]).toEqual([4, 3, 2]);
    expectRefusal(await ask({ qrCodeId: id }), 404, "not_found");
  });

  it("counts only the scans of the given code, as one code", async () => {
    const { summary, topQRCodes } = await read({ qrCodeId: codeIds[1]! });
    expect([summary.totalScans, summary.totalQRCodes, summary.avgScansPerQR]).toEqual([2, 1, 2]);
    expect(topQRCodes.map(({ name, scanCount }) => [name, scanCount])).toEqual([["Menu", 2]]);
  });

  it("returns zeros and no most active day when there are no scans", async () => {
    const answer = await read({ qrCodeId: codeIds[2]!, timeRange: "7d", timezone: "Asia/Kathmandu" });
    expect(answer).toMatchObject({
      summary: { totalScans: 0, totalQRCodes: 1, avgScansPerQR: 0, uniqueVisitors: 0, mostActiveDay: null },
      breakdowns: { devices: {}, countries: {}, browsers: {}, os: {} },
      topQRCodes: [],
    });
    expect(answer.dailyScans).toHaveLength(7);
    expect([...answer.dailyScans, ...answer.distributions.hourly].every(({ count }) => count === 0)).toBe(
      true,
    );
    const none = await read({}, (await newKey(await newAccount("pro"))).apiKey);
    expect(none.summary).toMatchObject({
      totalScans: 0,
      totalQRCodes: 0,
      avgScansPerQR: 0,
      mostActiveDay: null,
    });
  });

  it("picks the earliest of equally busy days as the most active", async () => {
    const busy = await newAccount("pro");
    const key = (await newKey(busy)).apiKey;
    const [codeId = ""] = await newCodes(key, ["Menu"]);
    const day = 86_400_000;
    const noon = Math.floor(Date.now() / day) * day - day / 2;
    const at = [0, 1, 1, 2, 2, 3].map((days) => ({ codeId, at: new Date(noon - days * day) }));
    await storeRawScans({ accountId: busy.accountId, isSandbox: false }, at);
    const { summary } = await read({ timezone: "UTC", timeRange: "7d" }, key);
    expect(summary.mostActiveDay).toBe(new Date(noon - 2 * day).toISOString().slice(0, 10));
  });

  it("adds the window's scans with includeScans, newest first, as GET /scans returns them", async () => {
    const { scans, scansTruncated } = await read({ includeScans: "true" });
    const listed = await callV1(apiKey, "GET", "/scans");
    expect(scans).toEqual(listed.json.data);
    expect(scans?.map(({ scannedAt }) => Date.parse(scannedAt) - recent)).toEqual([3, 2, 1, 0]);
    expect(scansTruncated).toBe(false);
    const ofMenu = await read({ includeScans: "true", qrCodeId: codeIds[1]!, timeRange: "1h" });
    expect(ofMenu.scans?.map(({ qrCodeName }) => qrCodeName)).toEqual(["Menu", "Menu"]);
    expect(await read({ includeScans: "false" })).not.toHaveProperty("scans");
  });

  it("lists the newest 1,000 scans and sets scansTruncated when there are more", async () => {
    const busy = await newAccount("pro");
    const key = (await newKey(busy)).apiKey;
    const [codeId = ""] = await newCodes(key, ["Menu"]);
    const at = Array.from({ length: 1_001 }, (_, index) => ({ codeId, at: new Date(recent - index * 10) }));
    const set = { accountId: busy.accountId, isSandbox: false };
    await storeRawScans(set, at.slice(1));
    const whole = await read({ includeScans: "true" }, key);
    expect([whole.scans?.length, whole.scansTruncated]).toEqual([1_000, false]);
    await storeRawScans(set, at.slice(0, 1));
    const { scans, scansTruncated, summary } = await read({ includeScans: "true" }, key);
    expect([scans?.length, scansTruncated, summary.totalScans]).toEqual([1_000, true, 1_001]);
    expect(scans?.[0]?.scannedAt).toBe(new Date(recent).toISOString());
  });

  it("keeps sandbox and production scans apart", async () => {
    const { apiKey: testKey } = await newKey(account, { environment: "sandbox" });
    const [codeId = ""] = await newCodes(testKey, ["Trial"]);
    await storeRawScans({ accountId: account.accountId, isSandbox: true }, [
      { codeId, at: new Date(recent) },
    ]);
    const { summary, topQRCodes } = await read({}, testKey);
    expect([summary.totalScans, summary.totalQRCodes, topQRCodes[0]?.name]).toEqual([1, 1, "Trial"]);
    expect((await read()).summary.totalScans).toBe(4);
    expectRefusal(await ask({ qrCodeId: codeId }), 404, "not_found");
    expectRefusal(await ask({ qrCodeId: codeIds[0]! }, testKey), 404, "not_found");
  });

  it("ignores unknown parameters", async () => {
    expect((await read("foo=1&foo=2&TimeRange=9d&tz=nowhere")).summary.timeRange).toBe("30d");
  });
});

describe("Q10: timezone parameter of GET /api/v1/analytics", () => {
  it.each(["Europe/Paris", "Asia/Kathmandu", "America/Argentina/ComodRivadavia", "UTC", "Etc/GMT-14", "GB"])(
    "accepts %s",
    async (timezone) => {
      expect((await read({ timezone })).summary.timeZone).toBe(timezone);
    },
  );

  const wrong = [
    "FOO+3",
    "+03:00",
    "-0300",
    "UTC+3",
    "Foo/Bar",
    "Factory",
    "europe/paris",
    "EUROPE/PARIS",
    "utc",
    "posix/Europe/Paris",
    "right/Europe/Paris",
    "localtime",
    "posixrules",
    "Europe/Paris\0",
    "Europe/Paris ",
    "Europe/Par\u0131s",
    "Europe/../Europe/Paris",
    "<+03>-3",
    "EST5EDT,M3.2.0,M11.1.0",
    "'; DROP TABLE scan; --",
    "",
    "x".repeat(65),
    "Europe/Paris".repeat(500),
  ];

  it.each(wrong.map((timezone) => [timezone.slice(0, 40), timezone]))("rejects %j", async (_, timezone) => {
    const [detail] = expectRefusal(await ask({ timezone: timezone ?? "" }), 400, "validation_failed", [
      "timezone",
    ]);
    expect(detail?.message).toMatch(/^timezone must/);
  });

  it("rejects a value of one megabyte and keeps serving", async () => {
    const { status } = await ask({ timezone: "x".repeat(1 << 20) });
    expect([400, 414, 431]).toContain(status);
    expect((await read({ timezone: "Europe/Paris" })).summary.timeZone).toBe("Europe/Paris");
  });

  it("suggests the correct spelling for a name in the wrong case", async () => {
    const answer = await ask({ timezone: "europe/paris" });
    expect(answer.json.hint).toBe("Did you mean Europe/Paris?");
    expect(expectRefusal(answer, 400, "validation_failed")[0]).toMatchObject({
      code: "unknown_time_zone",
      suggestion: "Europe/Paris",
    });
  });
});

describe("400 and 404: GET /api/v1/analytics", () => {
  it.each([
    "timeRange=2d",
    "timeRange=30D",
    "timeRange=",
    "timeRange=365d",
    "includeScans=1",
    "includeScans=TRUE",
    "includeScans=",
    "qrCodeId=a%00b",
    `qrCodeId=${"x".repeat(300)}`,
    "timeRange=7d&timeRange=7d",
    "timezone=UTC&timezone=UTC",
    "includeScans=true&includeScans=false",
  ])("400: %.40s", async (query) => {
    const field = query.slice(0, query.indexOf("="));
    expectRefusal(await ask(query), 400, "validation_failed", [field]);
  });

  it("reports an unknown time zone together with the other invalid parameters, once each", async () => {
    const wrong = await ask({ timeRange: "9d", timezone: "Mars/Olympus", includeScans: "1" });
    expectRefusal(wrong, 400, "validation_failed", ["includeScans", "timeRange", "timezone"]);
    const twice = await ask("timeRange=9d&timezone=Europe/Paris%00");
    expectRefusal(twice, 400, "validation_failed", ["timeRange", "timezone"]);
    expectRefusal(await ask("timeRange=9d&timezone=UTC"), 400, "validation_failed", ["timeRange"]);
  });

  it("returns the same 404 for a foreign, an unknown and a malformed code id", async () => {
    for (const qrCodeId of [foreignCodeId, newId(), "not-an-id", ""])
      for (const more of [{}, { includeScans: "true" }, { timezone: "Europe/Paris" }]) {
        expectRefusal(await ask({ qrCodeId, ...more } as Record<string, string>), 404, "not_found");
      }
  });

  it("reports an invalid parameter before a missing code", async () => {
    expectRefusal(
      await ask({ qrCodeId: foreignCodeId, timezone: "Mars/Olympus" }),
      400,
      "validation_failed",
      ["timezone"],
    );
  });
});
