import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { callerOf, newAccount } from "@/e2e/support/accounts";
import { explainScans, planModes } from "@/e2e/support/explain";
import { recordStatements } from "@/e2e/support/statements";
import { insertCodes } from "@/e2e/support/tenants";
import type { Caller } from "@/lib/accounts/schema";
import { getCode } from "@/lib/codes";
import { sql } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { listScans } from "./index";
import { findScans } from "./list";
import { type ScanEvent, scanListQuery } from "./schema";

const start = Date.UTC(2026, 4, 1);
const at = (n: number) => new Date(start + n * 1_000).toISOString();
const ask = (caller: Caller, query: object = {}) => listScans(caller, scanListQuery.parse(query));

interface Wanted {
  caller: Caller;
  codeId: string;
  /** Seconds from the start. */
  times: number[];
}

/** Rows as the recorder leaves them. */
async function insertScans({ caller, codeId, times }: Wanted): Promise<void> {
  await sql.query(
    `INSERT INTO scan (id, account_id, is_sandbox, qr_code_id, scanned_at, visitor, device, os, browser, country, city,
       user_agent)
     SELECT id, $3, $4, $5, at, 1, 'Mobile', 'iOS', 'Safari', 'PT', 'Lisbon', 'Agent' FROM unnest($1::uuid[],
       $2::timestamptz[]) AS s(id, at)`,
    [times.map(() => newId()), times.map(at), caller.accountId, caller.environment === "sandbox", codeId],
  );
  await sql.query("UPDATE qr_code SET scan_count = scan_count + $2, last_scanned_at = now() WHERE id = $1", [
    codeId,
    times.length,
  ]);
}

const timesOf = (events: readonly ScanEvent[]) =>
  events.map(({ scannedAt }) => (Date.parse(scannedAt) - start) / 1_000);

let caller: Caller;
let sandbox: Caller;
let other: Caller;
let codes: string[];
beforeEach(async () => {
  caller = callerOf(await newAccount("pro"), "pro");
  sandbox = { ...caller, environment: "sandbox" };
  other = callerOf(await newAccount("pro"), "pro");
  codes = await insertCodes(
    sql,
    [caller, caller, sandbox, other].map(({ accountId, environment }, index) => ({
      accountId,
      environment,
      isDynamic: index !== 1,
    })),
  );
  const [first, second, ofSandbox, ofOther] = codes as [string, string, string, string];
  await insertScans({ caller, codeId: first, times: [0, 2, 4, 6] });
  await insertScans({ caller, codeId: second, times: [1, 3, 5] });
  await insertScans({ caller: sandbox, codeId: ofSandbox, times: [10] });
  await insertScans({ caller: other, codeId: ofOther, times: [20] });
});

describe("listScans", () => {
  it.each([
    ["an account", (): string | undefined => undefined, 7],
    ["a code", (): string | undefined => codes[0], 4],
  ] as const)("pages through scans of %s by cursor, each once, newest first", async (_, codeOf, total) => {
    const query = { limit: "2", ...(codeOf() && { qrCodeId: codeOf() }) };
    const first = await ask(caller, query);
    const found = first.data;
    for (let { nextCursor } = first.pagination; nextCursor !== null; ) {
      const next: Awaited<ReturnType<typeof ask>> = await ask(caller, { ...query, cursor: nextCursor });
      found.push(...next.data);
      nextCursor = next.pagination.nextCursor;
    }
    expect(found).toEqual((await ask(caller, { ...query, limit: "100" })).data);
    expect(found).toHaveLength(total);
  });

  it("returns the account's scans, newest first, with the current name of the code", async () => {
    await sql.query("UPDATE qr_code SET name = 'Renamed' WHERE id = $1", [codes[0]]);
    const { data, pagination } = await ask(caller);
    expect(timesOf(data)).toEqual([6, 5, 4, 3, 2, 1, 0]);
    expect(pagination).toEqual({ page: 1, limit: 20, total: 7, pages: 1, nextCursor: null });
    expect(data[0]).toEqual({
      id: expect.any(String),
      qrCodeId: codes[0],
      qrCodeName: "Renamed",
      qrCodeType: "url",
      shortUrl: expect.stringMatching(/\/r\/[0-9A-Za-z]{8}$/),
      scannedAt: at(6),
      device: "Mobile",
      os: "iOS",
      browser: "Safari",
      country: "PT",
      city: "Lisbon",
      userAgent: "Agent",
      route: null,
      variant: null,
    });
    expect(data[1]).toMatchObject({ qrCodeId: codes[1], shortUrl: null });
    expect(timesOf((await ask(sandbox)).data)).toEqual([10]);
    expect(timesOf((await ask(other)).data)).toEqual([20]);
  });

  it("filters by code and answers not_found for a code that is not the caller's", async () => {
    expect(timesOf((await ask(caller, { qrCodeId: codes[1] })).data)).toEqual([5, 3, 1]);
    for (const qrCodeId of [codes[2], codes[3], newId(), "nothing"]) {
      await expect(ask(caller, { qrCodeId }), qrCodeId).rejects.toMatchObject({ code: "not_found" });
    }
  });

  it.each<[query: object, times: number[], total: number, pages: number]>([
    [{ since: at(3) }, [6, 5, 4], 3, 1],
    [{ since: at(6) }, [], 0, 0],
    [{ since: "2026-05-01T02:00:03+02:00" }, [6, 5, 4], 3, 1],
    // Between two milliseconds.
    [{ since: "2026-05-01T00:00:03.0005Z" }, [6, 5, 4], 3, 1],
    [{ since: "2026-05-01T00:00:02.999Z" }, [6, 5, 4, 3], 4, 1],
    [{ until: at(3) }, [3, 2, 1, 0], 4, 1],
    [{ since: at(1), until: at(3) }, [3, 2], 2, 1],
    [{ since: at(3), until: at(1) }, [], 0, 0],
    [{ limit: "3" }, [6, 5, 4], 7, 3],
    [{ limit: "3", page: "3" }, [0], 7, 3],
    [{ limit: "3", page: "4" }, [], 7, 3],
    [{ limit: "3", page: String(Number.MAX_SAFE_INTEGER) }, [], 7, 3],
    [{ limit: "7" }, [6, 5, 4, 3, 2, 1, 0], 7, 1],
    [{ limit: "2", since: at(1), until: at(5), page: "2" }, [3, 2], 4, 2],
    [{ since: "0001-01-01T00:00:00+14:00" }, [6, 5, 4, 3, 2, 1, 0], 7, 1],
    [{ since: "9999-12-31T23:59:59-12:00" }, [], 0, 0],
  ])("filters and pages by %j", async (query, times, total, pages) => {
    const { data, pagination } = await ask(caller, query);
    expect(timesOf(data)).toEqual(times);
    expect(pagination).toMatchObject({ total, pages });
    const ofOne = await ask(caller, { ...query, qrCodeId: codes[0] });
    expect(timesOf(ofOne.data)).toEqual(timesOf(ofOne.data).filter((time) => time % 2 === 0));
  });

  it("hides the scans of a deleted code at once, while their rows still exist", async () => {
    await sql.query(
      "INSERT INTO scan_purge (id, account_id, is_sandbox, is_account) VALUES ($1, $2, false, false)",
      [codes[0], caller.accountId],
    );
    await sql.query("DELETE FROM qr_code WHERE id = $1", [codes[0]]);
    const { data, pagination } = await ask(caller, { limit: "2" });
    expect(timesOf(data)).toEqual([5, 3]);
    expect(pagination).toMatchObject({ total: 3, pages: 2 });
    expect(timesOf((await ask(caller, { limit: "2", page: "2" })).data)).toEqual([1]);
  });

  it("returns every scan of existing codes despite leftover rows of deleted codes", async () => {
    await sql.query("DELETE FROM qr_code WHERE id = $1", [codes[0]]);
    await insertScans({ caller, codeId: codes[0]!, times: [7, 8] });
    const { data, pagination } = await ask(caller, { limit: "2" });
    expect(timesOf(data)).toEqual([5, 3]);
    expect(pagination.pages).toBeGreaterThan(1);
    expect(timesOf((await ask(caller)).data)).toEqual([5, 3, 1]);
  });

  it("fills a page of several codes' scans though one of them is deleted meanwhile", async () => {
    const [first, second] = codes as [string, string];
    await sql.query("DELETE FROM qr_code WHERE id = $1", [second]);
    const selection = { accountId: caller.accountId, isSandbox: false, codeIds: [first, second] };
    const found = await findScans({ ...selection, since: undefined, until: undefined }, 3, 0n);
    expect(timesOf(found)).toEqual([6, 4, 2]);
  });

  it("costs a polling client one statement for scans and one for their codes", async () => {
    expect(await recordStatements(() => ask(caller, { since: at(100) }))).toHaveLength(1);
    expect(await recordStatements(() => ask(caller, { since: at(3) }))).toHaveLength(2);
    expect(await recordStatements(() => ask(caller, { qrCodeId: codes[0], since: at(3) }))).toHaveLength(2);
  });
});

describe("recentScans of a code", () => {
  it("lists the last ten scans as summaries, newest first", async () => {
    const before = (await getCode(caller, codes[0]!)).recentScans;
    expect(before.map(({ scannedAt }) => scannedAt)).toEqual([6, 4, 2, 0].map(at));
    expect(before[0]).toEqual({
      id: expect.any(String),
      scannedAt: at(6),
      device: "Mobile",
      country: "PT",
      browser: "Safari",
      os: "iOS",
    });
    await insertScans({ caller, codeId: codes[0]!, times: Array.from({ length: 10 }, (_, n) => 100 + n) });
    const after = (await getCode(caller, codes[0]!)).recentScans;
    expect(after.map(({ scannedAt }) => scannedAt)).toEqual(
      Array.from({ length: 10 }, (_, n) => at(109 - n)),
    );
  });

  it("costs no query for a code without scans and one for several codes", async () => {
    await sql.query("UPDATE qr_code SET last_scanned_at = NULL WHERE id = $1", [codes[1]]);
    expect(await recordStatements(() => getCode(caller, codes[1]!))).toHaveLength(1);
    const both = await recordStatements(() =>
      Promise.all([getCode(caller, codes[0]!), getCode(other, codes[3]!), getCode(sandbox, codes[2]!)]),
    );
    expect(both).toHaveLength(2);
  });
});

describe("listScans with 30,000 scans", () => {
  const scans = 30_000;
  let account: Caller;
  let codeId: string;
  beforeAll(async () => {
    account = callerOf(await newAccount("pro"), "pro");
    [codeId = ""] = await insertCodes(sql, [account]);
    await sql.query(
      `INSERT INTO scan SELECT gen_random_uuid(), $1, false, $2, now() - n * interval '1 second', n, 'Mobile', 'iOS',
         'Safari', 'PT', 'Lisbon', repeat('x', 200) FROM generate_series(1, $3::int) AS n`,
      [account.accountId, codeId, scans],
    );
    await sql.query("VACUUM ANALYZE scan");
  });
  afterAll(() => sql.query("DELETE FROM scan WHERE account_id = $1", [account.accountId]));

  it.each(planModes)(
    "finds a deep page in the index and opens only the rows of that page (%s)",
    async (mode) => {
      for (const query of [{ page: "1000" }, { page: "1000", qrCodeId: codeId }]) {
        const statements = await recordStatements(() => ask(account, query));
        const statement = statements.find(({ text }) => text.includes("FROM scan"));
        const client = await sql.connect();
        const reads = await explainScans(client, statement!, mode).finally(() => client.release(true));
        const ofScans = reads.filter(({ relation }) => relation === "scan");
        const deep = ofScans.filter(({ kind }) => kind === "Index Only Scan");
        expect(Math.max(...deep.map(({ rows }) => rows))).toBeGreaterThanOrEqual(20_000);
        const opened = ofScans.filter(({ kind }) => kind !== "Index Only Scan");
        expect(opened.reduce((sum, { rows }) => sum + rows, 0)).toBeLessThanOrEqual(20);
      }
    },
  );
});
