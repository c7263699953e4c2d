import { beforeEach, describe, expect, it } from "vitest";
import { callerOf, newAccount, newKey, type TestAccount } from "@/e2e/support/accounts";
import { plainCode } from "@/e2e/support/codes";
import type { Caller } from "@/lib/accounts/schema";
import { sql } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { createCode, deleteCode, updateCode } from "./";
import type { DrawnCode } from "./schema";
import { listTargets, restoreTarget, revertTarget } from "./target-history";

let account: TestAccount;
let caller: Caller;
let made: DrawnCode;
const pageOf = (place: number) => `https://example.com/${place}`;
beforeEach(async () => {
  account = await newAccount("pro");
  caller = { ...callerOf(account, "pro"), userId: account.userId };
  made = await createCode(caller, { ...plainCode, content: pageOf(0), isDynamic: true });
});

const change = (content: string, by = caller) => updateCode(by, made.id, { content });
const targets = async (of = caller) => (await listTargets(of, made.id)).data;
const fallBack = (fallbackUrl: string | null) => updateCode(caller, made.id, { settings: { fallbackUrl } });
const pairs = async () => (await targets()).map(({ content, fallbackUrl }) => [content, fallbackUrl]);
const contents = async () => (await targets()).map(({ content }) => content);

describe("target history", () => {
  it("begins with the initial target", async () => {
    expect(await targets()).toEqual([
      {
        id: null,
        current: true,
        content: pageOf(0),
        fallbackUrl: null,
        routes: [],
        setAt: made.createdAt,
        setBy: null,
      },
    ]);
  });

  it("records when and by whom each target was set: a user, an API key or the operator", async () => {
    const { id: keyId } = await newKey(account);
    await sql.query("UPDATE app_user SET name = 'Ada' WHERE id = $1", [account.userId]);
    const key = { id: keyId, permissions: [], rateLimit: 1, expiresAt: null };
    const times = [
      (await change(pageOf(1))).updatedAt,
      (await change(pageOf(2), { ...callerOf(account, "pro"), key })).updatedAt,
      (await change(pageOf(3), callerOf(account, "pro"))).updatedAt,
    ];
    expect(await targets()).toEqual([
      {
        id: null,
        current: true,
        content: pageOf(3),
        fallbackUrl: null,
        routes: [],
        setAt: times[2],
        setBy: { kind: "operator", id: null, name: null },
      },
      {
        id: expect.any(String),
        current: false,
        content: pageOf(2),
        fallbackUrl: null,
        routes: [],
        setAt: times[1],
        setBy: { kind: "key", id: keyId, name: "Test key" },
      },
      {
        id: expect.any(String),
        current: false,
        content: pageOf(1),
        fallbackUrl: null,
        routes: [],
        setAt: times[0],
        setBy: { kind: "user", id: account.userId, name: "Ada" },
      },
      {
        id: expect.any(String),
        current: false,
        content: pageOf(0),
        fallbackUrl: null,
        routes: [],
        setAt: made.createdAt,
        setBy: null,
      },
    ]);
    await sql.query("DELETE FROM api_key WHERE id = $1", [keyId]);
    expect((await targets())[1]?.setBy).toEqual({ kind: "key", id: keyId, name: null });
  });

  it("records only changes of content and fallback, and only for dynamic codes", async () => {
    await updateCode(caller, made.id, { name: "Other", settings: { size: 300, maxScans: 5 } });
    await change(pageOf(0));
    expect(await contents()).toEqual([pageOf(0)]);
    const plain = await createCode(caller, plainCode);
    await updateCode(caller, plain.id, { content: pageOf(9) });
    expect((await listTargets(caller, plain.id)).data).toEqual([
      {
        id: null,
        current: true,
        content: pageOf(9),
        fallbackUrl: null,
        routes: [],
        setAt: null,
        setBy: null,
      },
    ]);
  });

  it("P3: records the fallback URL beside the content of its time", async () => {
    await fallBack(pageOf(7));
    await updateCode(caller, made.id, { settings: { isActive: false, maxScans: 1, fallbackUrl: pageOf(7) } });
    const { updatedAt } = await updateCode(caller, made.id, {
      content: pageOf(1),
      settings: { fallbackUrl: pageOf(8) },
    });
    await fallBack(null);
    expect(await pairs()).toEqual([
      [pageOf(1), null],
      [pageOf(1), pageOf(8)],
      [pageOf(0), pageOf(7)],
      [pageOf(0), null],
    ]);
    expect((await targets())[1]).toMatchObject({ setAt: updatedAt, setBy: { kind: "user" } });
  });

  it("records each of many concurrent changes in order", async () => {
    await Promise.all(Array.from({ length: 20 }, (_, place) => change(pageOf(place + 1))));
    const all = await targets();
    expect(new Set(all.map(({ content }) => content)).size).toBe(21);
    const times = all.map(({ setAt }) => setAt!);
    expect(times).toEqual(times.toSorted().reverse());
  });

  it("keeps the last 100 targets before the current one", async () => {
    await sql.query(
      `INSERT INTO target_change (id, qr_code_id, content, replaced_at)
       SELECT gen_random_uuid(), $1, 'https://example.com/old/' || n, now() - (200 - n) * interval '1 hour'
       FROM generate_series(1, 150) AS n`,
      [made.id],
    );
    await change(pageOf(1));
    const all = await targets();
    expect(all).toHaveLength(101);
    expect([all[0]?.content, all[1]?.content, all[2]?.content]).toEqual([
      pageOf(1),
      pageOf(0),
      "https://example.com/old/150",
    ]);
    expect(all.at(-1)).toMatchObject({ content: "https://example.com/old/52", setBy: { kind: "operator" } });
    const { rows } = await sql.query("SELECT count(*)::int AS n FROM target_change WHERE qr_code_id = $1", [
      made.id,
    ]);
    // One more tells when the oldest was set.
    expect(rows[0].n).toBe(101);
  });

  it("is deleted with its code", async () => {
    await change(pageOf(1));
    await deleteCode(caller, made.id);
    await expect(targets()).rejects.toMatchObject({ code: "not_found" });
    const { rows } = await sql.query("SELECT FROM target_change WHERE qr_code_id = $1", [made.id]);
    expect(rows).toEqual([]);
  });
});

describe("restoring a target", () => {
  it("P3: switches back to an earlier target and is recorded in the history itself", async () => {
    await change(pageOf(1));
    const [, first] = await targets();
    const restored = await restoreTarget(caller, made.id, first!.id!);
    const { warnings: _, ...printed } = made;
    expect(restored).toEqual({ ...printed, updatedAt: (await targets())[0]?.setAt });
    expect(await contents()).toEqual([pageOf(0), pageOf(1), pageOf(0)]);
    const again = await restoreTarget(caller, made.id, first!.id!);
    expect(again.updatedAt).toBe(restored.updatedAt);
    expect(await contents()).toHaveLength(3);
  });

  it("P3: restores content and fallback together and nothing else", async () => {
    await updateCode(caller, made.id, { settings: { maxScans: 5, fallbackUrl: pageOf(7) } });
    await updateCode(caller, made.id, { content: pageOf(1), settings: { maxScans: 6, fallbackUrl: null } });
    const [, both, neither] = await targets();
    const restored = await restoreTarget(caller, made.id, both!.id!);
    expect(restored).toMatchObject({
      content: pageOf(0),
      settings: { maxScans: 6, fallbackUrl: pageOf(7) },
    });
    const without = await restoreTarget(caller, made.id, neither!.id!);
    expect(without.settings).not.toHaveProperty("fallbackUrl");
    expect(without.settings.maxScans).toBe(6);
    expect((await pairs()).slice(0, 2)).toEqual([
      [pageOf(0), null],
      [pageOf(0), pageOf(7)],
    ]);
  });

  it("applies the current rules to the restored content", async () => {
    await change(pageOf(1));
    await sql.query("UPDATE target_change SET content = 'http://localhost:3000/r/x' WHERE qr_code_id = $1", [
      made.id,
    ]);
    const [, first] = await targets();
    const refused = restoreTarget(caller, made.id, first!.id!);
    await expect(refused).rejects.toMatchObject({ code: "invalid_url" });
    expect(await contents()).toEqual([pageOf(1), "http://localhost:3000/r/x"]);
  });

  it("A5: is only possible for targets of the caller's own code", async () => {
    await change(pageOf(1));
    const [, first] = await targets();
    const other = callerOf(await newAccount("pro"), "pro");
    const sandbox: Caller = { ...caller, environment: "sandbox" };
    const sibling = await createCode(caller, { ...plainCode, isDynamic: true });
    const calls: [Caller, string, string][] = [
      [other, made.id, first!.id!],
      [sandbox, made.id, first!.id!],
      [caller, sibling.id, first!.id!],
      [caller, made.id, newId()],
      [caller, newId(), first!.id!],
      [caller, "nothing", first!.id!],
      [caller, made.id, "nothing"],
      [caller, made.id, "null"],
    ];
    for (const call of calls)
      await expect(restoreTarget(...call)).rejects.toMatchObject({ code: "not_found" });
    for (const who of [other, sandbox])
      await expect(targets(who)).rejects.toMatchObject({ code: "not_found" });
    expect(await contents()).toEqual([pageOf(1), pageOf(0)]);
  });

  it("is rolled back if its answer cannot be stored", async () => {
    await change(pageOf(1));
    const [, first] = await targets();
    const fail = async () => Promise.reject(new Error("taken over"));
    await expect(restoreTarget(caller, made.id, first!.id!, fail)).rejects.toThrow("taken over");
    expect(await contents()).toEqual([pageOf(1), pageOf(0)]);
  });
});

describe("undoing a change of target", () => {
  const led = (place: number, fallback: number | null = null) => ({
    content: pageOf(place),
    fallbackUrl: fallback === null ? null : pageOf(fallback),
  });

  it("leaves fields that the change did not touch", async () => {
    await change(pageOf(1));
    await fallBack(pageOf(7));
    await revertTarget(caller, made.id, { from: led(1), to: led(0) });
    expect((await pairs())[0]).toEqual([pageOf(0), pageOf(7)]);
    await revertTarget(caller, made.id, { from: led(1, 7), to: led(1) });
    expect((await pairs())[0]).toEqual([pageOf(0), null]);
  });

  it("is refused if the target was changed since, also concurrently", async () => {
    await change(pageOf(1));
    await change(pageOf(2));
    const undo = () => revertTarget(caller, made.id, { from: led(1), to: led(0) });
    const refusal = { code: "validation_failed", details: [{ field: "content", code: "changed_since" }] };
    await expect(undo()).rejects.toMatchObject(refusal);
    await fallBack(pageOf(8));
    await expect(revertTarget(caller, made.id, { from: led(2, 7), to: led(2) })).rejects.toMatchObject(
      refusal,
    );
    expect((await pairs())[0]).toEqual([pageOf(2), pageOf(8)]);

    await change(pageOf(1));
    const [, late] = await Promise.allSettled([change(pageOf(3)), undo()]);
    expect(late).toMatchObject({ status: "rejected", reason: refusal });
    expect((await contents())[0]).toBe(pageOf(3));
  });

  it("A5: answers not_found to another account", async () => {
    await change(pageOf(1));
    const other = callerOf(await newAccount("pro"), "pro");
    const undo = revertTarget(other, made.id, { from: led(1), to: led(0) });
    await expect(undo).rejects.toMatchObject({ code: "not_found" });
  });
});
