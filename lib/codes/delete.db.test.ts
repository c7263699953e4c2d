import { beforeEach, describe, expect, it } from "vitest";
import { callerOf, newAccount } from "@/e2e/support/accounts";
import { ageCodes, plainCode, readCodeCounts, readCodeRows } from "@/e2e/support/codes";
import { storeRawScans, storeScanCounter } from "@/e2e/support/raw-scans";
import type { Caller } from "@/lib/accounts/schema";
import { sql } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { purgeMarked, rollUpScans } from "@/lib/rollups";
import { createCode, deleteCode, deleteCodes } from "./";
import { createCodes } from "./bulk";
import { deleteExpiredSandbox } from "./delete";

let caller: Caller;
beforeEach(async () => {
  caller = callerOf(await newAccount("pro"), "pro");
});

const dynamic = { ...plainCode, isDynamic: true };
const make = async (who: Caller, count: number) =>
  (await createCodes(who, Array(count).fill(dynamic))).created.map(({ id }) => id);

describe("deleteCode", () => {
  it("O8: deletes the row and frees its place in the quota", async () => {
    const { id } = await createCode(caller, dynamic);
    await createCode(caller, plainCode);
    await deleteCode(caller, id);
    expect((await readCodeRows(caller.accountId)).map((row) => row.id)).not.toContain(id);
    expect(await readCodeCounts(caller.accountId)).toEqual({
      codes: 1,
      dynamic: 0,
      counted: 1,
      countedDynamic: 0,
    });
    await expect(deleteCode(caller, id)).rejects.toMatchObject({ code: "not_found" });
  });

  it("A5: answers not_found for a code of another account or environment and keeps it", async () => {
    const { id } = await createCode(caller, dynamic);
    const foreign = callerOf(await newAccount("pro"), "pro");
    for (const who of [foreign, { ...caller, environment: "sandbox" as const }]) {
      await expect(deleteCode(who, id)).rejects.toMatchObject({ code: "not_found" });
    }
    expect(await readCodeCounts(caller.accountId)).toMatchObject({ codes: 1, counted: 1 });
    expect(await readCodeCounts(foreign.accountId)).toMatchObject({ codes: 0, counted: 0 });
  });

  it("Q1: deletes a code once in ten concurrent calls", async () => {
    const { id } = await createCode(caller, dynamic);
    const outcomes = await Promise.allSettled(Array.from({ length: 10 }, () => deleteCode(caller, id)));
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await readCodeCounts(caller.accountId)).toMatchObject({ codes: 0, counted: 0, countedDynamic: 0 });
  });
});

describe("deleteCodes", () => {
  it("A5: counts a repeated id once and lists ids it cannot find in the order of the call", async () => {
    const [a = "", b = "", c = ""] = await make(caller, 3);
    const foreign = callerOf(await newAccount("pro"), "pro");
    const [theirs = ""] = await make(foreign, 1);
    const none = newId();
    const answer = await deleteCodes(caller, [b, "x", theirs, a, a, none, "", "x", a.toUpperCase(), b]);
    expect(answer).toEqual({
      deleted: 2,
      notFound: ["x", theirs, none, "", a.toUpperCase()],
      summary: { total: 7, deleted: 2, notFound: 5 },
    });
    expect((await readCodeRows(caller.accountId)).map(({ id }) => id)).toEqual([c]);
    expect(await readCodeCounts(caller.accountId)).toMatchObject({ counted: 1, countedDynamic: 1 });
    expect(await readCodeCounts(foreign.accountId)).toMatchObject({ codes: 1, counted: 1 });
  });

  it.each([
    [0, "validation_failed"],
    [101, "bulk_limit_exceeded"],
  ])("refuses a call with %i ids as a whole", async (count, code) => {
    const [id = ""] = await make(caller, 1);
    await expect(deleteCodes(caller, Array(count).fill(id))).rejects.toMatchObject({
      code,
      details: [{ field: "qrCodeIds", min: 1, max: 100, actual: count }],
    });
    expect((await readCodeCounts(caller.accountId)).codes).toBe(1);
  });

  it("Q1: does not deadlock when calls list the same codes in different orders", async () => {
    const ids = await make(caller, 100);
    const orders = Array.from({ length: 8 }, () => [...ids].sort(() => Math.random() - 0.5));
    const answers = await Promise.all(orders.map((order) => deleteCodes(caller, order)));
    expect(answers.reduce((sum, { deleted }) => sum + deleted, 0)).toBe(100);
    expect(await readCodeCounts(caller.accountId)).toMatchObject({ codes: 0, counted: 0, countedDynamic: 0 });
  });
});

describe("deleteExpiredSandbox", () => {
  it("O8: deletes all scans of the codes that it deletes", async () => {
    const { id: codeId } = await createCode({ ...caller, environment: "sandbox" }, dynamic);
    const owner = { accountId: caller.accountId, isSandbox: true };
    const dated = new Date(Date.now() - 40 * 86_400_000);
    await storeRawScans(owner, [
      { codeId, at: dated },
      { codeId, at: new Date() },
    ]);
    await storeScanCounter(owner, 2, new Date());
    await rollUpScans({ accountId: owner.accountId, isForced: true });
    await ageCodes(owner.accountId, 30);
    await deleteExpiredSandbox();
    await purgeMarked({ accountId: owner.accountId });
    const { rows } = await sql.query(
      `SELECT (SELECT count(*)::int FROM scan WHERE qr_code_id = $1) AS raw,
         (SELECT count(*)::int FROM scan_day WHERE qr_code_id = $1) AS documents,
         (SELECT coalesce(sum(scans), 0)::int FROM scan_day WHERE account_id = $2) AS counted`,
      [codeId, owner.accountId],
    );
    expect(rows).toEqual([{ raw: 0, documents: 0, counted: 0 }]);
  });

  it("deletes sandbox codes after exactly 30 days across accounts and keeps the counters right", async () => {
    await deleteExpiredSandbox();
    const sandboxes = await Promise.all(
      Array.from(
        { length: 3 },
        async (): Promise<Caller> => ({
          ...callerOf(await newAccount("pro"), "pro"),
          environment: "sandbox",
        }),
      ),
    );
    for (const sandbox of sandboxes) {
      await make(sandbox, 100);
      await createCode({ ...sandbox, environment: "production" }, dynamic);
      await ageCodes(sandbox.accountId, 29);
    }
    expect(await deleteExpiredSandbox()).toBe(0);
    const first = sandboxes[0]!;
    const [row] = await readCodeRows(first.accountId);
    const dueAt = Number(row?.created_at) + 30 * 24 * 60 * 60 * 1_000;
    await ageCodes(sandboxes[1]!.accountId, 5);
    await ageCodes(sandboxes[2]!.accountId, -29);
    expect(await deleteExpiredSandbox(new Date(dueAt - 1))).toBe(100);
    expect(await deleteExpiredSandbox(new Date(dueAt))).toBe(100);
    const counts = await Promise.all(sandboxes.map(({ accountId }) => readCodeCounts(accountId, "sandbox")));
    expect(counts.map(({ codes, counted }) => [codes, counted])).toEqual([
      [0, 0],
      [0, 0],
      [100, 100],
    ]);
    for (const { accountId } of sandboxes) {
      expect(await readCodeCounts(accountId)).toMatchObject({ codes: 1, counted: 1, countedDynamic: 1 });
    }
  });

  it("deletes each code once in concurrent sweeps", async () => {
    const sandbox: Caller = { ...caller, environment: "sandbox" };
    await make(sandbox, 50);
    await ageCodes(caller.accountId, 31);
    const deleted = await Promise.all([
      deleteExpiredSandbox(),
      deleteExpiredSandbox(),
      deleteExpiredSandbox(),
    ]);
    expect(deleted.reduce((sum, count) => sum + count, 0)).toBe(50);
    expect(await readCodeCounts(caller.accountId, "sandbox")).toMatchObject({ codes: 0, counted: 0 });
  });
});

it.each<[way: string, remove: (sandbox: Caller, id: string) => Promise<unknown>]>([
  ["deleted", deleteCode],
  ["deleted with others", (sandbox, id) => deleteCodes(sandbox, [id])],
  [
    "deleted as expired",
    async ({ accountId }) => {
      await ageCodes(accountId, 31);
      await deleteExpiredSandbox();
    },
  ],
])("O8: erases the scans of a static sandbox code that is %s", async (_, remove) => {
  const sandbox: Caller = { ...caller, environment: "sandbox" };
  const { id } = await createCode(sandbox, plainCode);
  await storeRawScans({ accountId: caller.accountId, isSandbox: true }, [{ codeId: id, at: new Date() }]);
  await remove(sandbox, id);
  expect((await sql.query("SELECT FROM scan WHERE qr_code_id = $1", [id])).rowCount).toBe(0);
});
