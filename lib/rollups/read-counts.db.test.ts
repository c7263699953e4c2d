import { describe, expect, it } from "vitest";
import { storeCapped, storeExcluded, storeLedger, storeRawScans } from "@/e2e/support/raw-scans";
import { newId } from "@/lib/platform/ids";
import { readCounts } from "./index";

const at = (text: string) => new Date(`2026-03-${text}Z`);

describe("readCounts of rows that nothing has rolled", () => {
  it("counts what lies in the interval, from its first instant to before its last", async () => {
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

  it("has now after the last stamp, when the database's clock was put back", async () => {
    const owner = { accountId: newId(), isSandbox: false };
    const last = new Date(Date.now() + 60_000);
    await storeRawScans(owner, [{ codeId: newId(), at: last }]);
    await storeLedger(owner, 1, last);
    const { now, counts } = await readCounts(owner, (now) => [
      { from: new Date(now.getTime() - 3_600_000), to: now },
    ]);
    expect(now).toEqual(new Date(last.getTime() + 1));
    expect(counts[0]?.days.map(({ scans }) => scans)).toEqual([1]);
  });
});
