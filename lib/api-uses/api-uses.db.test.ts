import { spawn } from "node:child_process";
import { once } from "node:events";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { callerOf, newAccount, newKey, type TestAccount } from "@/e2e/support/accounts";
import type { Caller, Environment } from "@/lib/accounts/schema";
import { deleteKey } from "@/lib/api-keys";
import { sql } from "@/lib/platform/db";
import { log } from "@/lib/platform/log";
import { deleteAccount } from "@/lib/users";
import { flushUses, noteUse, readToday, readUses, sweepUses } from "./index";

let account: TestAccount;
beforeEach(async () => {
  account = await newAccount("developer");
});

const hourMs = 3_600_000;
const noon = new Date("2026-11-22T12:34:56Z");

/** A client with a key of an account. */
function keyCaller(keyId: string, environment: Environment = "production", of = account): Caller {
  const key = { id: keyId, permissions: [], rateLimit: 5_000, expiresAt: null };
  return { ...callerOf(of, "developer"), environment, key };
}

function noteMany(caller: Caller, statuses: readonly number[], atMs = noon.getTime()): void {
  for (const status of statuses) noteUse(caller, status, atMs);
}

async function rowsOf({ accountId }: { accountId: string }) {
  const { rows } = await sql.query(
    "SELECT environment, key_id, hour, requests, refused, limited, failed FROM api_use WHERE account_id = $1 ORDER BY hour, key_id",
    [accountId],
  );
  return rows;
}

describe("counting", () => {
  it("by key, hour and outcome; more of the same hour is added", async () => {
    const { id } = await newKey(account);
    noteMany(keyCaller(id), [200, 201, 204, 304, 400, 404, 403, 429, 429, 500, 503]);
    await flushUses();
    noteMany(keyCaller(id), [200, 429]);
    noteUse(keyCaller(id), 200, noon.getTime() + hourMs);
    await flushUses();
    expect(await rowsOf(account)).toEqual([
      {
        environment: "production",
        key_id: id,
        hour: new Date("2026-11-22T12:00:00Z"),
        requests: 13,
        refused: 3,
        limited: 3,
        failed: 2,
      },
      expect.objectContaining({ hour: new Date("2026-11-22T13:00:00Z"), requests: 1, refused: 0 }),
    ]);
  });

  it("nothing of a caller without a key", async () => {
    noteUse(callerOf(account, "pro"), 200);
    await flushUses();
    expect(await rowsOf(account)).toEqual([]);
  });

  it("is written by itself within seconds", async () => {
    const { id } = await newKey(account);
    noteUse(keyCaller(id), 200);
    await expect.poll(() => rowsOf(account), { timeout: 10_000 }).toHaveLength(1);
  });

  it("keeps what could not be written, with what comes in the meantime, and says so once", async () => {
    const { id } = await newKey(account);
    const warn = vi.spyOn(log, "warn").mockImplementation(() => {});
    const query = vi.spyOn(sql, "query").mockRejectedValue(new Error("the database is away") as never);
    noteMany(keyCaller(id), [200, 500]);
    await flushUses();
    noteMany(keyCaller(id), [404]);
    await flushUses();
    expect(warn).toHaveBeenCalledTimes(1);
    query.mockRestore();
    warn.mockRestore();
    expect(await rowsOf(account)).toEqual([]);
    await flushUses();
    expect(await rowsOf(account)).toEqual([
      expect.objectContaining({ requests: 3, refused: 1, limited: 0, failed: 1 }),
    ]);
  });

  it("of an account that is gone is dropped, and what is beside it is written", async () => {
    const [gone, there] = [await newAccount("developer"), await newKey(account)];
    const { id } = await newKey(gone);
    noteUse(keyCaller(id, "production", gone), 200);
    noteUse(keyCaller(there.id), 200);
    await deleteAccount(gone.accountId);
    await flushUses();
    expect([await rowsOf(gone), (await rowsOf(account)).length]).toEqual([[], 1]);
  });
});

const child = (accounts: readonly [accountId: string, keyIds: string[]][]) => `
  const { closeDatabase } = await import(${JSON.stringify(new URL("../platform/db.ts", import.meta.url).href)});
  const { flushUses, noteUse } = await import(${JSON.stringify(new URL("./index.ts", import.meta.url).href)});
  const accounts = ${JSON.stringify(accounts)};
  if (process.argv.at(-1) === "back") for (const one of accounts.reverse()) one[1].reverse();
  for (let round = 0; round < 40; round++) {
    for (const [accountId, keyIds] of accounts) for (const id of keyIds) {
      const key = { id, permissions: [], rateLimit: 1, expiresAt: null };
      noteUse({ accountId, plan: "pro", environment: "production", key }, round % 2 ? 200 : 404, ${noon.getTime()});
    }
    await flushUses();
  }
  await closeDatabase();
`;

it("two processes that write the same keys in turn lose nothing and do not lock crosswise", async () => {
  const other = await newAccount("developer");
  const accounts = await Promise.all(
    [account, other].map(async (one): Promise<[string, string[]]> => {
      const keys = await Promise.all(Array.from({ length: 8 }, () => newKey(one)));
      return [one.accountId, keys.map(({ id }) => id)];
    }),
  );
  const source = child(accounts);
  const processes = ["on", "back"].map((order) =>
    spawn(process.execPath, ["--import", "tsx", "--input-type=module", "-e", source, order], {
      stdio: ["ignore", "pipe", "pipe"],
    }),
  );
  const output: string[] = [];
  for (const { stdout, stderr } of processes) {
    stdout.on("data", (text) => output.push(String(text)));
    stderr.on("data", (text) => output.push(String(text)));
  }
  const codes = await Promise.all(processes.map(async (one) => (await once(one, "exit"))[0]));
  expect([codes, output.join("")]).toEqual([[0, 0], ""]);
  for (const [accountId] of accounts) {
    const rows = await rowsOf({ accountId });
    expect(rows).toHaveLength(8);
    for (const row of rows) expect(row).toMatchObject({ requests: 80, refused: 40 });
  }
});

describe("reading", () => {
  it("by hour and by day of a zone, per key and in all, the sandbox apart, a deleted key's too", async () => {
    const [till, gone, test] = [
      await newKey(account),
      await newKey(account),
      await newKey(account, { environment: "sandbox" }),
    ];
    const caller = callerOf(account, "developer");
    // 23:30 of the day before in UTC is half past midnight in Oslo.
    noteMany(keyCaller(till.id), [200, 404], Date.parse("2026-11-21T23:30:00Z"));
    noteMany(keyCaller(till.id), [200, 200, 429, 500]);
    noteMany(keyCaller(gone.id), [200]);
    noteMany(keyCaller(test.id, "sandbox"), [200, 200]);
    noteMany(keyCaller(gone.id), [200], noon.getTime() - 24 * hourMs);
    await flushUses();
    await deleteKey(caller, gone.id);

    const day = await readUses(caller, { range: "24h", zone: "UTC" }, noon);
    expect([day.unit, day.points.length]).toEqual(["hour", 24]);
    expect(day.points.at(-1)).toEqual({
      at: "2026-11-22T12:00:00.000Z",
      requests: 5,
      refused: 0,
      limited: 1,
      failed: 1,
    });
    expect(day.points.reduce((sum, { requests }) => sum + requests, 0)).toBe(7);
    expect(day.keys.map(({ keyId, requests }) => [keyId, requests])).toEqual([
      [till.id, 6],
      [gone.id, 1],
    ]);
    const days = async (zone: string) =>
      (await readUses(caller, { range: "7d", zone }, noon)).points.slice(-2).map((point) => point.requests);
    expect([await days("UTC"), await days("Europe/Oslo")]).toEqual([
      [3, 5],
      [1, 7],
    ]);
    const ofGone = await readUses(caller, { range: "30d", zone: "UTC", keyId: gone.id }, noon);
    expect(ofGone.points).toHaveLength(30);
    expect(ofGone.points.slice(-2).map(({ requests }) => requests)).toEqual([1, 1]);
    expect(ofGone.keys).toHaveLength(2);
    const sandbox = await readUses(
      { ...caller, environment: "sandbox" },
      { range: "24h", zone: "UTC" },
      noon,
    );
    expect(sandbox.keys).toEqual([{ keyId: test.id, requests: 2, refused: 0, limited: 0, failed: 0 }]);
  });

  it("today by the zone's clocks, and each key's last 24 hours", async () => {
    const { id } = await newKey(account);
    noteMany(keyCaller(id), [200], Date.parse("2026-11-21T23:30:00Z"));
    noteMany(keyCaller(id), [200, 200]);
    await flushUses();
    const caller = callerOf(account, "developer");
    const [utc, oslo] = [await readToday(caller, "UTC", noon), await readToday(caller, "Europe/Oslo", noon)];
    const total = (points: readonly { requests: number }[]) =>
      points.reduce((sum, { requests }) => sum + requests, 0);
    expect([total(utc.points), total(oslo.points)]).toEqual([2, 3]);
    expect(oslo.points[0]).toMatchObject({ at: "2026-11-21T23:00:00.000Z", requests: 1 });
    expect(utc.sparks[id]).toHaveLength(24);
    expect([utc.sparks[id]?.at(-1), utc.sparks[id]?.at(-14), utc.sparks[id]?.at(-2)]).toEqual([2, 1, 0]);
    expect(utc.sparks[id]?.reduce((sum, count) => sum + count, 0)).toBe(3);
  });

  it("A5: of another account nothing, though its key be named", async () => {
    const { id } = await newKey(account);
    noteMany(keyCaller(id), [200]);
    await flushUses();
    const stranger = callerOf(await newAccount("developer"), "developer");
    const seen = await readUses(stranger, { range: "24h", zone: "UTC", keyId: id }, noon);
    expect([seen.keys, seen.points.every(({ requests }) => requests === 0)]).toEqual([[], true]);
    expect((await readToday(stranger, "UTC", noon)).sparks).toEqual({});
  });
});

it("sweeps what is older than 90 days, and nothing else", async () => {
  const { id } = await newKey(account);
  const dayMs = 24 * hourMs;
  for (const days of [0, 89, 91, 200]) noteUse(keyCaller(id), 200, Date.now() - days * dayMs);
  await flushUses();
  expect(await sweepUses()).toBeGreaterThanOrEqual(2);
  const rows = await rowsOf(account);
  expect(rows.map(({ hour }) => Math.round((Date.now() - hour.getTime()) / dayMs))).toEqual([89, 0]);
});
