import { beforeEach, describe, expect, it } from "vitest";
import { callerOf, newAccount } from "@/e2e/support/accounts";
import { type RawScan, storeGoalScans, storeRawScans, storeScanCounter } from "@/e2e/support/raw-scans";
import { insertCodes } from "@/e2e/support/tenants";
import type { Caller } from "@/lib/accounts/schema";
import { recordGoal } from "@/lib/goals";
import { sql } from "@/lib/platform/db";
import { rollUpScans } from "@/lib/rollups";
import { readAnalytics, readReport, readRouteFigures } from "./index";
import { analyticsSchema } from "./schema";

const dayMs = 86_400_000;
const owner = { accountId: "", isSandbox: false };
let caller: Caller;
let codeId: string;

beforeEach(async () => {
  owner.accountId = (await newAccount("pro")).accountId;
  caller = callerOf(owner, "pro");
  [codeId = ""] = await insertCodes(sql, [{ ...owner, environment: "production", isDynamic: true }]);
});

const at = (daysAgo: number, nth = 0) => new Date(Date.now() - daysAgo * dayMs - 60_000 + nth);
const query = { includeScans: false, timeRange: "30d" } as const;

/** Scans of two days: three by a rule with a split, one by another, two by none. */
const scans = (): RawScan[] => [
  { codeId, at: at(3), route: "split", variant: "blue", country: "PT" },
  { codeId, at: at(3, 1), route: "split", variant: "1", country: "PT" },
  { codeId, at: at(3, 2), country: "DE" },
  { codeId, at: at(0), route: "split", variant: "blue", country: "DE" },
  { codeId, at: at(0, 1), route: "weekend", country: "DE" },
  { codeId, at: at(0, 2), country: "DE" },
];

describe("route breakdown", () => {
  it.each([false, true])(
    "adds up to the number of scans, whether or not they are rolled up into documents: %s",
    async (isRolled) => {
      await storeRawScans(owner, scans());
      if (isRolled) {
        await storeScanCounter(owner, 6, at(0, 2));
        await rollUpScans({ accountId: owner.accountId, isForced: true });
      }
      const { breakdowns, summary } = await readAnalytics(caller, query);
      expect(summary.totalScans).toBe(6);
      expect(Object.entries(breakdowns.routes)).toEqual([
        ["split", 3],
        ["default", 2],
        ["weekend", 1],
      ]);
      expect(breakdowns.variants).toEqual({ "split/blue": 2, "split/1": 1 });
      const report = await readReport(caller, { timeRange: "30d", filters: { country: "PT" } });
      expect(report.details?.breakdowns.routes).toEqual({ split: 2 });
      expect(report.details?.breakdowns.variants).toEqual({ "split/blue": 1, "split/1": 1 });
    },
  );

  it("counts the default target without rules, and is empty without scans", async () => {
    expect((await readAnalytics(caller, query)).breakdowns.routes).toEqual({});
    await storeRawScans(owner, [{ codeId, at: at(1) }]);
    expect((await readAnalytics(caller, query)).breakdowns).toMatchObject({
      routes: { default: 1 },
      variants: {},
    });
  });
});

describe("goals in analytics", () => {
  it("have their rate, sums and routes, for scans in the time range only", async () => {
    const ids = await storeGoalScans(owner, [...scans(), { codeId, at: at(20), country: "DE" }]);
    for (const scanId of [ids[0], ids[2], ids[6]] as string[]) {
      await recordGoal({ scanId, name: "order", value: 0.1, currency: "EUR" }, null);
    }
    await recordGoal({ scanId: ids[3] as string, name: "order", value: 7, currency: "CHF" }, null);
    const answer = await readAnalytics(caller, { ...query, timeRange: "7d", qrCodeId: codeId });
    expect(analyticsSchema.parse(answer)).toEqual(answer);
    expect(answer.goals).toEqual([
      {
        name: "order",
        count: 3,
        rate: 0.5,
        values: { CHF: "7.00", EUR: "0.20" },
        routes: { split: 2, default: 1 },
        variants: { "split/blue": 2 },
      },
    ]);
    const month = await readAnalytics(caller, query);
    expect(month.goals[0]).toMatchObject({ count: 4, rate: 0.5714, values: { EUR: "0.30" } });
  });

  it("are part of a code's route figures, together with its scans by rule and country", async () => {
    const ids = await storeGoalScans(owner, scans());
    await recordGoal({ scanId: ids[0] as string, name: "signup" }, null);
    expect(await readRouteFigures(caller, codeId)).toEqual({
      total: 6,
      routes: { split: 3, default: 2, weekend: 1 },
      variants: { "split/blue": 2, "split/1": 1 },
      countries: { DE: 4, PT: 2 },
      goals: [
        {
          name: "signup",
          count: 1,
          rate: 0.1667,
          values: {},
          routes: { split: 1 },
          variants: { "split/blue": 1 },
          countries: { PT: 1 },
        },
      ],
    });
    const stranger = callerOf(await newAccount("pro"), "pro");
    await expect(readRouteFigures(stranger, codeId)).rejects.toMatchObject({ code: "not_found" });
  });
});
