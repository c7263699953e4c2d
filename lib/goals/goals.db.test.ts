import { beforeEach, describe, expect, it } from "vitest";
import { callerOf, newAccount } from "@/e2e/support/accounts";
import { plainCode } from "@/e2e/support/codes";
import { type RawScan, storeGoalScans } from "@/e2e/support/raw-scans";
import type { Caller } from "@/lib/accounts/schema";
import { createCode, deleteCode } from "@/lib/codes";
import { sql } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { deleteAccount } from "@/lib/users/delete-account";
import { readGoals, recordGoal, sweepGoalScans } from "./index";
import { goalSchema } from "./schema";

const dayMs = 86_400_000;
let caller: Caller;
let codeId: string;

beforeEach(async () => {
  caller = callerOf(await newAccount("pro"), "pro");
  codeId = await newCode(caller);
});

const newCode = async (who: Caller) => (await createCode(who, { ...plainCode, isDynamic: true })).id;
const ownerOf = ({ accountId, environment }: Caller) => ({
  accountId,
  isSandbox: environment === "sandbox",
});

const storeScans = (scans: readonly Partial<RawScan>[], who = caller) =>
  storeGoalScans(
    ownerOf(who),
    scans.map((scan, nth) => ({ codeId, at: new Date(Date.now() - 60_000 + nth), ...scan })),
  );
const storeScan = async (scan: Partial<RawScan> = {}, who = caller) =>
  (await storeScans([scan], who))[0] as string;

const countRows = async (table: "goal" | "goal_scan", accountId = caller.accountId) => {
  const { rows } = await sql.query(`SELECT count(*)::int AS n FROM ${table} WHERE account_id = $1`, [
    accountId,
  ]);
  return rows[0].n;
};

const lastHour = () => ({ from: new Date(Date.now() - 3_600_000), to: new Date(Date.now() + 1) });
const refused = (code: string) => expect.objectContaining({ code });

describe("recordGoal", () => {
  it("records a goal once per scan and name, with the labels and time of the scan", async () => {
    const scanId = await storeScan({ country: "PT", route: "weekend", variant: "blue" });
    const goal = { scanId, name: "signup", value: 49.9, currency: "EUR" };
    expect(await recordGoal(goal, null)).toEqual({ recorded: true });
    expect(await recordGoal({ ...goal, value: 1, currency: "USD" }, caller)).toEqual({ recorded: false });
    expect(await readGoals(ownerOf(caller), lastHour())).toEqual([
      {
        name: "signup",
        count: 1,
        values: { EUR: "49.90" },
        routes: { weekend: 1 },
        variants: { "weekend/blue": 1 },
        countries: { PT: 1 },
      },
    ]);
  });

  it("answers not_found for a scan that is unknown, malformed, too old, another account's or of a deleted code", async () => {
    const stranger = callerOf(await newAccount("pro"), "pro");
    const old = await storeScan({ at: new Date(Date.now() - 30 * dayMs - 1_000) });
    const known = await storeScan();
    const asked: [string, Caller | null][] = [
      [newId(), null],
      ["no id", null],
      [known.toUpperCase(), null],
      [old, null],
      [old, caller],
      [known, stranger],
      [known, { ...caller, environment: "sandbox" }],
    ];
    for (const [scanId, who] of asked) {
      await expect(recordGoal({ scanId, name: "signup" }, who)).rejects.toEqual(refused("not_found"));
    }
    await deleteCode(caller, codeId);
    await expect(recordGoal({ scanId: known, name: "signup" }, null)).rejects.toEqual(refused("not_found"));
    expect(await countRows("goal")).toBe(0);
  });

  it("accepts goals of sandbox scans only from the account's own sandbox", async () => {
    const sandbox: Caller = { ...caller, environment: "sandbox" };
    codeId = await newCode(sandbox);
    const scanId = await storeScan({}, sandbox);
    await expect(recordGoal({ scanId, name: "a" }, null)).rejects.toEqual(refused("not_found"));
    await expect(recordGoal({ scanId, name: "a" }, caller)).rejects.toEqual(refused("not_found"));
    expect(await recordGoal({ scanId, name: "a" }, sandbox)).toEqual({ recorded: true });
  });

  it("accepts at most 20 goals per scan, also concurrently", async () => {
    const scanId = await storeScan();
    const names = Array.from({ length: 30 }, (_, nth) => `goal ${nth % 25}`);
    const outcomes = await Promise.allSettled(names.map((name) => recordGoal({ scanId, name }, null)));
    expect(await countRows("goal")).toBe(20);
    for (const outcome of outcomes) {
      if (outcome.status === "rejected") expect(outcome.reason).toEqual(refused("validation_failed"));
    }
  });

  it("accepts at most 20 goal names per code, also from several scans at once", async () => {
    const scans = await storeScans(Array.from({ length: 25 }, () => ({})));
    const outcomes = await Promise.allSettled(
      scans.map((scanId, nth) => recordGoal({ scanId, name: `goal ${nth}` }, null)),
    );
    const names = outcomes.flatMap(({ status }, nth) => (status === "fulfilled" ? [`goal ${nth}`] : []));
    expect(names).toHaveLength(20);
    const [first = ""] = scans.slice(names.includes("goal 0") ? 1 : 0);
    expect(await recordGoal({ scanId: first, name: "goal 0" }, null).catch(() => null)).toEqual(
      names.includes("goal 0") ? { recorded: true } : null,
    );
  });

  it("is rolled back if the answer cannot be stored", async () => {
    const scanId = await storeScan();
    const undone = recordGoal({ scanId, name: "signup" }, caller, async () => {
      throw new Error("undone");
    });
    await expect(undone).rejects.toThrow("undone");
    expect(await countRows("goal")).toBe(0);
  });
});

describe("readGoals", () => {
  it("counts a goal and a rule named __proto__", async () => {
    await recordGoal({ scanId: await storeScan({ route: "__proto__" }), name: "__proto__" }, null);
    const [goal] = await readGoals(ownerOf(caller), lastHour());
    expect([goal?.name, Object.entries(goal?.routes ?? {})]).toEqual(["__proto__", [["__proto__", 1]]]);
  });

  it("sums values exactly and sorts goals by count, then by name", async () => {
    const scans = await storeScans(Array.from({ length: 10 }, () => ({})));
    for (const [nth, scanId] of scans.entries()) {
      await recordGoal({ scanId, name: "order", value: 0.1, currency: nth < 3 ? "USD" : "EUR" }, null);
    }
    await recordGoal({ scanId: scans[0] as string, name: "b" }, null);
    await recordGoal({ scanId: scans[0] as string, name: "a" }, null);
    const goals = await readGoals(ownerOf(caller), lastHour());
    expect(goals.map(({ name, count }) => [name, count])).toEqual([
      ["order", 10],
      ["a", 1],
      ["b", 1],
    ]);
    expect(goals[0]?.values).toEqual({ EUR: "0.70", USD: "0.30" });
  });

  it("counts a goal on the day of its scan, and only for codes in scope", async () => {
    const yesterday = await storeScan({ at: new Date(Date.now() - dayMs) });
    await recordGoal({ scanId: yesterday, name: "signup" }, null);
    const other = await newCode(caller);
    await recordGoal({ scanId: await storeScan({ codeId: other }), name: "signup" }, null);
    const read = async (scope: { codeId?: string; codeIds?: string[] }, interval = lastHour()) =>
      (await readGoals({ ...ownerOf(caller), ...scope }, interval)).map(({ count }) => count);
    expect(await read({})).toEqual([1]);
    expect(await read({ codeId })).toEqual([]);
    const twoDays = { from: new Date(Date.now() - 2 * dayMs), to: new Date() };
    expect(await read({ codeId }, twoDays)).toEqual([1]);
    expect(await read({ codeIds: [codeId, other] }, twoDays)).toEqual([2]);
  });
});

describe("deleting goals", () => {
  it("O8: deletes goals with their code", async () => {
    await recordGoal({ scanId: await storeScan(), name: "signup" }, null);
    await deleteCode(caller, codeId);
    expect([await countRows("goal"), await countRows("goal_scan")]).toEqual([0, 0]);
  });

  it("O8: deletes goals with their account", async () => {
    await recordGoal({ scanId: await storeScan(), name: "signup" }, null);
    await deleteAccount(caller.accountId);
    expect([await countRows("goal"), await countRows("goal_scan")]).toEqual([0, 0]);
  });

  it("sweeps scans older than 30 days and keeps their goals", async () => {
    const at = new Date(Date.now() - 30 * dayMs + 60_000);
    const [scanId = ""] = await storeScans([{ at }, {}]);
    await recordGoal({ scanId, name: "signup" }, null);
    await sql.query("UPDATE goal_scan SET scanned_at = scanned_at - interval '1 minute' WHERE scan_id = $1", [
      scanId,
    ]);
    await sweepGoalScans();
    expect([await countRows("goal"), await countRows("goal_scan")]).toEqual([1, 1]);
  });
});

describe("goalSchema", () => {
  const scanId = newId();
  it.each([0, 0.01, 12.5, 1_000_000_000, 999_999_999.99])("accepts the value %d", (value) => {
    expect(goalSchema.safeParse({ scanId, name: "a", value, currency: "EUR" }).success).toBe(true);
  });

  it.each([
    [{ value: -1, currency: "EUR" }],
    [{ value: 1_000_000_000.01, currency: "EUR" }],
    [{ value: 0.001, currency: "EUR" }],
    [{ value: 1e-7, currency: "EUR" }],
    [{ value: "1", currency: "EUR" }],
    [{ value: 1 }],
    [{ currency: "EUR" }],
    [{ value: 1, currency: "eur" }],
    [{ value: 1, currency: "DEM" }],
    [{ name: "" }],
    [{ name: "x".repeat(61) }],
    [{ name: "a\nb" }],
  ])("refuses %o", (wrong) => {
    expect(goalSchema.safeParse({ scanId, name: "a", ...wrong }).success).toBe(false);
  });
});
