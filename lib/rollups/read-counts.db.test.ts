import { beforeEach, describe, expect, it } from "vitest";
import { storeCapped, storeExcluded, storeRawScans, storeScanCounter } from "@/e2e/support/raw-scans";
import { insertAccounts } from "@/e2e/support/tenants";
import { sql, transaction } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { markCodesForPurge, markStaleDays, readCounts, rebuildDays, rollUpScans, sumCodes } from "./index";

const at = (text: string) => new Date(`2026-03-${text}Z`);

describe("readCounts before any rollup", () => {
  it("counts scans from the start of the interval up to but excluding its end", async () => {
    const owner = { accountId: newId(), isSandbox: false };
    const [a, b] = [newId(), newId()];
    await storeRawScans(owner, [
      { codeId: a, at: at("01T10:00:00"), visitor: 1 },
      { codeId: a, at: at("01T10:14:59.999"), visitor: 1, city: "Paris", country: "FR", device: "Desktop" },
      { codeId: b, at: at("01T10:15:00"), visitor: 2, city: "__proto__" },
      { codeId: b, at: at("02T00:00:00"), visitor: 1 },
      { codeId: b, at: at("02T12:00:00"), visitor: 1 },
    ]);
    await storeExcluded(owner, [
      { codeId: a, at: at("01T11:00:00"), reason: "bot" },
      { codeId: a, at: at("01T11:00:00"), reason: "preview" },
      { codeId: a, at: at("01T11:00:00"), reason: "prefetch" },
    ]);
    await storeCapped(owner, { codeId: b, minute: at("01T12:00:00"), count: 3 });
    const interval = { from: at("01T10:00:00"), to: at("02T12:00:00") };
    const { counts } = await readCounts(owner, () => [
      interval,
      { from: at("02T12:00:00"), to: at("04T00:00:00") },
    ]);
    const [first, second] = counts;
    expect(first?.days.map(({ quarters, totals, ...day }) => day)).toEqual([
      { day: "2026-03-01", scans: 3, visitors: 2, bots: 2, capped: 3 },
      { day: "2026-03-02", scans: 1, visitors: 1, bots: 0, capped: 0 },
    ]);
    expect(first?.days[0]?.quarters.slice(39, 43)).toEqual([0, 2, 1, 0]);
    expect(first?.days[0]?.totals.device).toEqual({ Mobile: 2, Desktop: 1 });
    expect(Object.entries(first?.days[0]?.totals.city ?? {}).sort()).toEqual([
      ["DE/Berlin", 1],
      ["DE/__proto__", 1],
      ["FR/Paris", 1],
    ]);
    expect(first?.codes.sort((x, y) => y.scans - x.scans)).toEqual(
      expect.arrayContaining([
        { codeId: a, scans: 2 },
        { codeId: b, scans: 2 },
      ]),
    );
    expect(second?.days.map(({ scans }) => scans)).toEqual([1]);
    const ofCode = await readCounts({ ...owner, codeId: a }, () => [interval]);
    expect(ofCode.counts[0]?.days.map(({ scans, bots, capped }) => [scans, bots, capped])).toEqual([
      [2, 2, 0],
    ]);
    expect((await readCounts({ ...owner, isSandbox: true }, () => [interval])).counts[0]?.days).toEqual([]);
  });

  it("places now after the last scan when the database's clock went back", async () => {
    const owner = { accountId: newId(), isSandbox: false };
    const last = new Date(Date.now() + 60_000);
    await storeRawScans(owner, [{ codeId: newId(), at: last }]);
    await storeScanCounter(owner, 1, last);
    const { now, counts } = await readCounts(owner, (now) => [
      { from: new Date(now.getTime() - 3_600_000), to: now },
    ]);
    expect(now).toEqual(new Date(last.getTime() + 1));
    expect(counts[0]?.days.map(({ scans }) => scans)).toEqual([1]);
  });
});

describe("readCounts while scans are inserted directly into the table", () => {
  const dayMs = 86_400_000;
  const midnight = Math.floor(Date.now() / dayMs) * dayMs;
  const noonOf = (daysAgo: number) => midnight - daysAgo * dayMs + dayMs / 2;
  const fortnight = { from: new Date(midnight - 14 * dayMs), to: new Date(midnight) };
  const codeId = newId();
  let owner = { accountId: "", isSandbox: false };
  beforeEach(async () => {
    const [accountId = ""] = await insertAccounts(sql, ["pro"]);
    owner = { accountId, isSandbox: false };
  });

  const insert = (daysAgo: number, count: number) =>
    storeRawScans(
      owner,
      Array.from({ length: count }, (_, nth) => ({
        codeId,
        at: new Date(noonOf(daysAgo) + nth),
        visitor: nth,
      })),
    );
  const read = async (mostRaw?: number) => {
    const { counts } = await readCounts(owner, () => [fortnight], { ...(mostRaw && { mostRaw }) });
    const days = counts[0]?.days.map(({ day, scans, visitors }) => [day.slice(8), scans, visitors]);
    return { days, isRecounting: counts[0]?.isRecounting };
  };
  const dayOf = (daysAgo: number) => new Date(noonOf(daysAgo)).toISOString().slice(8, 10);
  const readDocumentDays = async () => {
    const text = "SELECT DISTINCT day::text FROM scan_day WHERE account_id = $1 ORDER BY 1";
    return (await sql.query(text, [owner.accountId])).rows.map(({ day }) => day.slice(8));
  };

  it("counts a day without a document from its rows, until a rebuild writes the document", async () => {
    for (const daysAgo of [9, 5]) await insert(daysAgo, 2);
    await storeScanCounter(owner, 4, new Date(noonOf(5)));
    await rollUpScans({ accountId: owner.accountId, isForced: true });
    await insert(7, 3);
    const counted = { days: [9, 7, 5].map((ago) => [dayOf(ago), ago === 7 ? 3 : 2, ago === 7 ? 3 : 2]) };
    expect(await read()).toEqual({ ...counted, isRecounting: false });
    expect(await rebuildDays({ accountId: owner.accountId })).toBe(1);
    expect(await readDocumentDays()).toEqual([9, 7, 5].map(dayOf));
    expect(await read()).toEqual({ ...counted, isRecounting: false });
    expect(await rebuildDays({ accountId: owner.accountId })).toBe(0);
  });

  it("counts such a day while a deleted code still has rows, whose own days are no gaps", async () => {
    const gone = newId();
    const insertGone = (daysAgo: number) =>
      storeRawScans(owner, [{ codeId: gone, at: new Date(noonOf(daysAgo)), visitor: 1 }]);
    await insert(9, 2);
    await insertGone(9);
    await storeScanCounter(owner, 3, new Date(noonOf(9)));
    await rollUpScans({ accountId: owner.accountId, isForced: true });
    await transaction((tx) => markCodesForPurge(tx, { ...owner, environment: "production" }, [gone]));
    await insert(7, 3);
    await insertGone(8);
    const days = [9, 7].map((ago) => [dayOf(ago), ago === 7 ? 3 : 2, ago === 7 ? 3 : 2]);
    // The visitors of the deleted code's day are counted again by the rebuild.
    expect(await read()).toEqual({ days, isRecounting: true });
    await rebuildDays({ accountId: owner.accountId });
    expect(await readDocumentDays()).toEqual([9, 7].map(dayOf));
    expect(await read()).toEqual({ days, isRecounting: false });
  });

  it("counts such a day in a code's sums too", async () => {
    await insert(9, 2);
    await storeScanCounter(owner, 2, new Date(noonOf(9)));
    await rollUpScans({ accountId: owner.accountId, isForced: true });
    await insert(7, 3);
    expect(await sumCodes(owner, [codeId], () => [fortnight])).toEqual(new Map([[codeId, [5]]]));
    expect(await rebuildDays({ accountId: owner.accountId })).toBe(1);
  });

  it("counts only the latest days beyond the row limit, marks that as recounting, and rolls up the rest", async () => {
    for (const daysAgo of [9, 7, 5]) await insert(daysAgo, 5);
    expect(await read(12)).toEqual({ days: [7, 5].map((ago) => [dayOf(ago), 5, 5]), isRecounting: true });
    expect(await rollUpScans({ accountId: owner.accountId })).toBe(15);
    expect(await read(12)).toEqual({ days: [9, 7, 5].map((ago) => [dayOf(ago), 5, 5]), isRecounting: false });
  });

  it("reads an outdated document rather than too many rows, until the rebuild", async () => {
    await insert(7, 5);
    await storeScanCounter(owner, 5, new Date(noonOf(7)));
    await rollUpScans({ accountId: owner.accountId, isForced: true });
    await transaction((tx) => markStaleDays(tx, owner, [new Date(noonOf(7)).toISOString().slice(0, 10)]));
    await storeRawScans(owner, [{ codeId, at: new Date(noonOf(7) + 60_000), visitor: 99 }]);
    expect(await read(5)).toEqual({ days: [[dayOf(7), 5, 5]], isRecounting: true });
    await rebuildDays({ accountId: owner.accountId });
    expect(await read(5)).toEqual({ days: [[dayOf(7), 6, 6]], isRecounting: false });
  });
});
