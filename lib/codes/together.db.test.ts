import { beforeEach, describe, expect, it } from "vitest";
import { callerOf, newAccount } from "@/e2e/support/accounts";
import { plainCode, readCodeCounts } from "@/e2e/support/codes";
import type { Caller } from "@/lib/accounts/schema";
import { entitlements } from "@/lib/plans";
import { sql, transaction } from "@/lib/platform/db";
import { createCode } from "./";

let caller: Caller;
beforeEach(async () => {
  caller = callerOf(await newAccount("pro"), "pro");
});

describe("concurrent creates", () => {
  const others = () =>
    Promise.all(Array.from({ length: 12 }, async () => callerOf(await newAccount("pro"), "pro")));

  it("Q12: are not affected by one that its beforeCommit rolls back", async () => {
    const callers = await others();
    const outcomes = await Promise.allSettled(
      callers.map((one, index) =>
        createCode(one, plainCode, async (tx, code) => {
          await tx.query("SELECT 1 FROM qr_code WHERE id = $1", [code.id]);
          if (index % 4 === 0) throw new Error("lost the lease");
        }),
      ),
    );
    for (const [index, { status }] of outcomes.entries()) {
      expect(status).toBe(index % 4 === 0 ? "rejected" : "fulfilled");
      const count = index % 4 === 0 ? 0 : 1;
      expect(await readCodeCounts(callers[index]!.accountId)).toMatchObject({ codes: count, counted: count });
    }
  });

  it("Q1: are not affected by one that its quota refuses", async () => {
    const callers = (await others()).map(
      (one, index): Caller => ({ ...one, plan: index % 2 === 0 ? "free" : "pro" }),
    );
    const jobs = callers.flatMap((one) => Array.from({ length: 12 }, () => one));
    const outcomes = await Promise.allSettled(
      jobs.map((one) => createCode(one, { ...plainCode, isDynamic: true })),
    );
    const refused = outcomes.filter((outcome) => outcome.status === "rejected");
    expect(new Set(refused.map(({ reason }) => reason.code))).toEqual(new Set(["quota_exceeded"]));
    expect(refused).toHaveLength(6 * 11);
    for (const { accountId, plan } of callers) {
      const count = plan === "free" ? 1 : 12;
      expect(await readCodeCounts(accountId)).toEqual({
        codes: count,
        dynamic: count,
        counted: count,
        countedDynamic: count,
      });
    }
  });

  it("Q1: stop at the plan's limit when they share a transaction", async () => {
    const callers = (await others()).slice(0, 3).map((one): Caller => ({ ...one, plan: "free" }));
    const { codes } = entitlements.free;
    const jobs = callers.flatMap((one) => Array.from({ length: codes + 2 }, () => one));
    const outcomes = await Promise.allSettled(jobs.map((one) => createCode(one, plainCode)));
    expect(outcomes.filter(({ status }) => status === "rejected")).toHaveLength(callers.length * 2);
    for (const one of callers) {
      expect(await readCodeCounts(one.accountId)).toMatchObject({ codes, counted: codes });
      await expect(createCode(one, plainCode)).rejects.toMatchObject({ code: "quota_exceeded" });
    }
  });

  it("do not wait for an account that another transaction has locked", async () => {
    const [held, ...free] = await others();
    let holding: Promise<unknown> | undefined;
    let done = false;
    await transaction(async (tx) => {
      await tx.query("SELECT 1 FROM account WHERE id = $1 FOR UPDATE", [held!.accountId]);
      holding = createCode(held!, plainCode).then(() => {
        done = true;
      });
      await Promise.all(free.map((one) => createCode(one, plainCode)));
      expect(done).toBe(false);
    });
    await holding;
    expect(await readCodeCounts(held!.accountId)).toMatchObject({ codes: 1, counted: 1 });
  });

  it("count the sandbox separately, and stay exact with two plans of one account", async () => {
    const kinds: Caller[] = [caller, { ...caller, environment: "sandbox" }, { ...caller, plan: "free" }];
    await Promise.all(
      Array.from({ length: 30 }, (_, index) => createCode(kinds[index % 3]!, plainCode).catch(() => {})),
    );
    expect(await readCodeCounts(caller.accountId, "sandbox")).toMatchObject({ codes: 10, counted: 10 });
    const { codes, counted } = await readCodeCounts(caller.accountId);
    expect(counted).toBe(codes);
    expect(codes).toBeGreaterThanOrEqual(10);
  });

  it("are refused with invalid_api_key for a deleted account", async () => {
    await sql.query("DELETE FROM account WHERE id = $1", [caller.accountId]);
    await expect(createCode(caller, plainCode)).rejects.toMatchObject({ code: "invalid_api_key" });
  });
});
