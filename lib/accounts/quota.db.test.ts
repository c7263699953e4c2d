import { describe, expect, it } from "vitest";
import { callerOf, newAccount } from "@/e2e/support/accounts";
import { entitlements, type Plan, plans, sandboxEntitlements } from "@/lib/plans";
import { sql, transaction } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { previewQuota, readCodeQuota, releaseCodes, reserveCodes } from "./quota";
import type { Caller } from "./schema";

async function open(plan: Plan, environment: Caller["environment"] = "production"): Promise<Caller> {
  return { ...callerOf(await newAccount(plan), plan), environment };
}

const codes = (count: number, isDynamic = false) => Array.from({ length: count }, () => ({ isDynamic }));
const reserve = (caller: Caller, wanted: { isDynamic: boolean }[]) =>
  transaction((tx) => reserveCodes(tx, caller, wanted));

async function counters({ accountId }: Caller) {
  const { rows } = await sql.query(
    "SELECT code_count AS codes, dynamic_code_count AS dynamic, sandbox_code_count AS sandbox FROM account WHERE id = $1",
    [accountId],
  );
  return rows[0];
}

describe("reserveCodes", () => {
  it.each(plans)(
    "Q1: counts up to the limit of %s and refuses the next code without counting it",
    async (plan) => {
      const caller = await open(plan);
      const limit = entitlements[plan].codes;
      expect(await reserve(caller, codes(limit))).toEqual(Array(limit).fill(null));
      const [refusal] = await reserve(caller, codes(1));
      expect(refusal).toMatchObject({
        code: "quota_exceeded",
        details: [{ field: "codes", code: "quota_exceeded", limit, used: limit, message: refusal?.message }],
      });
      expect(await counters(caller)).toEqual({ codes: limit, dynamic: 0, sandbox: 0 });
    },
  );

  it("Q1: grants codes in order until the limit and counts those granted", async () => {
    const caller = await open("free");
    await reserve(caller, codes(3));
    const verdicts = await reserve(caller, codes(10));
    expect(verdicts.map((verdict) => verdict?.code ?? null)).toEqual([
      ...Array(7).fill(null),
      ...Array(3).fill("quota_exceeded"),
    ]);
    expect((await counters(caller)).codes).toBe(10);
  });

  it("Q2: gives the place of a dynamic code beyond the limit to a later static one", async () => {
    const caller = await open("free");
    const wanted = [...codes(3, true), ...codes(10)];
    const verdicts = await reserve(caller, wanted);
    expect(verdicts.map((verdict) => verdict?.details?.[0]?.field ?? null)).toEqual([
      null,
      "isDynamic",
      "isDynamic",
      ...Array(9).fill(null),
      "codes",
    ]);
    expect(await counters(caller)).toMatchObject({ codes: 10, dynamic: 1 });
  });

  it("Q2: refuses codes above the plan after a downgrade until enough are deleted", async () => {
    const pro = await open("pro");
    await reserve(pro, [...codes(8), ...codes(4, true)]);
    const free: Caller = { ...pro, plan: "free" };
    const [refusal] = await reserve(free, codes(1));
    expect(refusal?.details?.[0]).toMatchObject({ field: "codes", limit: 10, used: 12 });
    expect(refusal?.message).toBe(
      "Free holds 10 codes and 12 are kept. They go on working. Starter holds 100.",
    );
    await transaction((tx) => releaseCodes(tx, free, { codes: 3, dynamicCodes: 0 }));
    expect(await reserve(free, codes(1))).toEqual([null]);
    await transaction((tx) => releaseCodes(tx, free, { codes: 1, dynamicCodes: 0 }));
    const [dynamic] = await reserve(free, codes(1, true));
    expect(dynamic?.details?.[0]).toMatchObject({ field: "isDynamic", limit: 1, used: 4 });
  });

  it("allows 100 codes of any kind in the sandbox, counted apart from the plan", async () => {
    const caller = await open("free", "sandbox");
    const limit = sandboxEntitlements.codes;
    expect(await reserve(caller, codes(limit, true))).toEqual(Array(limit).fill(null));
    expect((await reserve(caller, codes(1)))[0]?.details?.[0]).toMatchObject({
      field: "codes",
      limit,
      used: limit,
    });
    expect(await counters(caller)).toEqual({ codes: 0, dynamic: 0, sandbox: limit });
    await transaction((tx) => releaseCodes(tx, caller, { codes: 30, dynamicCodes: 30 }));
    expect(await counters(caller)).toEqual({ codes: 0, dynamic: 0, sandbox: 70 });
  });

  it("Q1: allows exactly the remaining codes in 100 concurrent transactions", async () => {
    const caller = await open("free");
    await reserve(caller, codes(5));
    const verdicts = await Promise.all(Array.from({ length: 100 }, () => reserve(caller, codes(1))));
    expect(verdicts.flat().filter((verdict) => verdict === null)).toHaveLength(5);
    expect((await counters(caller)).codes).toBe(10);
  });

  it("does not count codes of a transaction that is rolled back", async () => {
    const caller = await open("free");
    const undone = transaction(async (tx) => {
      await reserveCodes(tx, caller, codes(10));
      throw new Error("undo");
    });
    await expect(undone).rejects.toThrow("undo");
    expect((await counters(caller)).codes).toBe(0);
  });

  it("answers invalid_api_key for a deleted account", async () => {
    const gone = callerOf({ accountId: newId() }, "pro");
    await expect(reserve(gone, codes(1))).rejects.toMatchObject({ code: "invalid_api_key" });
    await expect(readCodeQuota(gone)).rejects.toMatchObject({ code: "invalid_api_key" });
  });
});

describe("messages about a full plan", () => {
  const quota = (plan: Plan, used: number) => ({
    codes: { used, limit: entitlements[plan].codes },
    dynamicCodes: { used: 1, limit: entitlements[plan].dynamicCodes },
  });
  const said = (plan: Plan, used: number, isDynamic = false) =>
    previewQuota(callerOf({ accountId: newId() }, plan), quota(plan, used), [{ isDynamic }])[0]?.message;

  it.each<[Plan, number, boolean, string]>([
    ["free", 10, false, "All 10 codes of Free are used. They go on working. Starter holds 100."],
    [
      "starter",
      100,
      false,
      "All 100 codes of Starter are used. They go on working. Developer and Pro hold 500.",
    ],
    ["pro", 500, true, "All 500 codes of Pro are used. They go on working. Delete one to make room."],
    [
      "developer",
      501,
      false,
      "Developer holds 500 codes and 501 are kept. They go on working. Delete one to make room.",
    ],
    [
      "free",
      9,
      true,
      "The dynamic code of Free is used. It goes on working. On Starter every code may be dynamic.",
    ],
  ])("%s with %i codes, dynamic: %s", (plan, used, isDynamic, words) => {
    expect(said(plan, used, isDynamic)).toBe(words);
  });

  it("are missing while there is room", () => {
    expect(said("pro", 499, true)).toBeUndefined();
  });
});

describe("readCodeQuota", () => {
  it("returns the counts and limits of the caller's environment", async () => {
    const caller = await open("free");
    await reserve(caller, [...codes(2), ...codes(1, true)]);
    expect(await readCodeQuota(caller)).toEqual({
      codes: { used: 3, limit: 10 },
      dynamicCodes: { used: 1, limit: 1 },
    });
    expect(await readCodeQuota({ ...caller, environment: "sandbox" })).toEqual({
      codes: { used: 0, limit: 100 },
      dynamicCodes: { used: 0, limit: null },
    });
  });
});
