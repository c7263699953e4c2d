import { beforeAll, describe, expect, it } from "vitest";
import { explainScans, planModes, type Scan } from "@/e2e/support/explain";
import { storeScanCounter } from "@/e2e/support/raw-scans";
import { recordStatements } from "@/e2e/support/statements";
import { sql, transaction } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import {
  countScans,
  markCodesForPurge,
  purgeMarked,
  readCounts,
  readFiltered,
  rollUpScans,
  sumCodes,
} from "./index";
import { purgeScans } from "./retention";

const dayMs = 86_400_000;
const days = 40;
const codes = Array.from({ length: 50 }, newId);
const owner = { accountId: newId(), isSandbox: false };
const midnight = Math.floor(Date.now() / dayMs) * dayMs;

/** Scans of an account beside others' scans, all on documents up to today. */
beforeAll(async () => {
  for (const [accountId, count] of [
    [owner.accountId, 20_000],
    [newId(), 20_000],
  ] as const) {
    await sql.query(
      `INSERT INTO scan SELECT gen_random_uuid(), $1, false, ($2::uuid[])[1 + n % ${codes.length}],
         $3::timestamptz + n * interval '1 day' * ${days} / $4, n % 900, 'Mobile', 'iOS', 'Safari', 'DE', 'Berlin', 'x'
       FROM generate_series(0, $4::int - 1) AS n`,
      [
        accountId,
        accountId === owner.accountId ? codes : codes.map(newId),
        new Date(midnight - days * dayMs),
        count,
      ],
    );
    await storeScanCounter({ accountId, isSandbox: false }, count, new Date(midnight - 1));
    await rollUpScans({ accountId, isForced: true });
  }
  await storeOthers(300);
  await sql.query("VACUUM ANALYZE scan, scan_day, excluded_scan");
});

/** Documents of other accounts as a whole: as many as a service has, so that reading all of them is never the shortest way. */
async function storeOthers(accounts: number): Promise<void> {
  await sql.query(
    `INSERT INTO scan_day (account_id, is_sandbox, day, qr_code_id, scans, bots, quarters, totals)
     SELECT a, false, $2::date - n, '00000000-0000-0000-0000-000000000000', 1, 0, '{}', '{}'
     FROM unnest($1::uuid[]) AS a CROSS JOIN generate_series(1, ${days}) AS n`,
    [Array.from({ length: accounts }, newId), new Date(midnight)],
  );
}

async function explainAll(work: () => Promise<unknown>): Promise<Scan[]> {
  const statements = (await recordStatements(work)).filter(({ text }) => /\bscan\b|scan_day/.test(text));
  const client = await sql.connect();
  const scans: Scan[] = [];
  try {
    for (const mode of planModes) {
      for (const statement of statements) scans.push(...(await explainScans(client, statement, mode)));
    }
  } finally {
    await client.query("RESET plan_cache_mode");
    client.release();
  }
  return scans;
}

const ofTables = (scans: Scan[]) => scans.filter(({ relation }) => ["scan", "scan_day"].includes(relation));
const month = (now: Date) => [{ from: new Date(now.getTime() - 30 * dayMs), to: now }];

describe("cost of reads", () => {
  it("Q14: an account's month reads raw rows only at its edges, and sums codes from an index", async () => {
    const scans = ofTables(await explainAll(() => readCounts(owner, month)));
    expect(scans.map(({ kind }) => kind)).not.toContain("Seq Scan");
    const raw = scans.filter(({ relation }) => relation === "scan");
    expect(raw.length).toBeGreaterThan(0);
    // Half a day of 500 scans in each of two statements, in two modes; the rest are in documents.
    for (const { rows } of raw) expect(rows).toBeLessThanOrEqual(20_000 / days + 1);
    expect(scans.map(({ kind }) => kind)).toContain("Index Only Scan");
  });

  it("Q14: a code's month reads only its own documents", async () => {
    const scans = ofTables(
      await explainAll(() => readCounts({ ...owner, codeId: codes[7] as string }, month)),
    );
    expect(scans.map(({ kind }) => kind)).not.toContain("Seq Scan");
    for (const { relation, rows } of scans) {
      if (relation === "scan_day") expect(rows).toBeLessThanOrEqual(31);
    }
  });

  it("Q14: a filtered day reads only that day's rows", async () => {
    const day = [{ from: new Date(midnight - 2 * dayMs), to: new Date(midnight - dayMs) }];
    const choose = () => ({ intervals: day, stepMs: dayMs / 24 });
    const read = (codeId?: string) =>
      readFiltered({ ...owner, ...(codeId && { codeId }) }, { device: "Mobile" }, choose, { isShort: true });
    const scans = ofTables([
      ...(await explainAll(() => read())),
      ...(await explainAll(() => read(codes[7]))),
    ]);
    expect(scans.map(({ kind }) => kind)).not.toContain("Seq Scan");
    for (const { rows } of scans) expect(rows).toBeLessThanOrEqual(20_000 / days + 1);
  });

  it("Q14: sparklines of some codes read only those codes' documents", async () => {
    const some = codes.slice(0, 10);
    const fortnight = Array.from({ length: 14 }, (_, day) => ({
      from: new Date(midnight - (day + 1) * dayMs),
      to: new Date(midnight - day * dayMs),
    }));
    const scans = ofTables(await explainAll(() => sumCodes(owner, some, () => fortnight)));
    expect(scans.map(({ kind }) => kind)).not.toContain("Seq Scan");
    for (const { rows, relation } of scans) {
      expect(rows).toBeLessThanOrEqual(relation === "scan_day" ? some.length * fortnight.length : 0);
    }
  });

  it("a list's total is summed from documents", async () => {
    expect(await countScans(owner)).toBe(20_000);
    const scans = ofTables(await explainAll(() => countScans(owner)));
    for (const { rows, ...scan } of scans) expect(rows, JSON.stringify(scan)).toBeLessThanOrEqual(days + 1);
  });
});

describe("cost of retention", () => {
  it("finds old rows by index, account by account", async () => {
    // So many that reading all of them is never the shortest way, though a test before may have left none.
    await sql.query(
      `INSERT INTO excluded_scan SELECT gen_random_uuid(), $1, false, $2, $3, 'bot', 'x' FROM generate_series(1, 20000)`,
      [owner.accountId, codes[0], new Date(midnight)],
    );
    await sql.query("VACUUM ANALYZE scan, excluded_scan, scan_counter");
    // Nothing is as old, so that nothing is purged.
    const scans = await explainAll(() => purgeScans({ keptDays: 3_000 }));
    const raw = scans.filter(({ relation }) => ["scan", "excluded_scan"].includes(relation));
    expect(new Set(raw.map(({ relation }) => relation))).toEqual(new Set(["scan", "excluded_scan"]));
    for (const { kind } of raw) expect(kind).toMatch(/^Index/);
    expect(new Set(raw.map(({ index }) => index))).toEqual(
      new Set(["scan_pkey", "excluded_scan_account_id_is_sandbox_seen_at_idx"]),
    );
    const { rows } = await sql.query("SELECT (SELECT count(*) FROM scan_counter)::int AS counters");
    for (const { rows: looked } of raw) expect(looked).toBeLessThanOrEqual(rows[0].counters);
  });
});

describe("cost of deleting a code with many scans", () => {
  it("O8: its transaction touches no scan rows, which are deleted later in batches", async () => {
    const many = { accountId: newId(), isSandbox: false };
    const codeId = newId();
    await sql.query(
      `INSERT INTO scan SELECT gen_random_uuid(), $1, false, $2, $3::timestamptz + n * interval '1 s', n, 'Mobile', 'iOS',
         'Safari', 'DE', 'Berlin', 'x' FROM generate_series(1, 12000) AS n`,
      [many.accountId, codeId, new Date(midnight - dayMs)],
    );
    const inTransaction = await recordStatements(() =>
      transaction((tx) => markCodesForPurge(tx, { ...many, environment: "production" }, [codeId])),
    );
    expect(inTransaction.map(({ text }) => text).filter((text) => /DELETE|UPDATE scan\b/.test(text))).toEqual(
      [],
    );
    const purging = await recordStatements(() => purgeMarked({ accountId: many.accountId }));
    const chunks = purging.filter(({ text }) => /DELETE FROM scan\s/.test(text));
    expect(chunks).toHaveLength(3);
    const { rows } = await sql.query("SELECT count(*)::int AS n FROM scan WHERE qr_code_id = $1", [codeId]);
    expect(rows[0].n).toBe(0);
  });

  it("O8: the next run deletes what a time budget left over", async () => {
    const many = { accountId: newId(), isSandbox: false };
    const codeId = newId();
    await sql.query(
      `INSERT INTO scan SELECT gen_random_uuid(), $1, false, $2, $3::timestamptz + n * interval '1 s', n, 'Mobile', 'iOS',
         'Safari', 'DE', 'Berlin', 'x' FROM generate_series(1, 100) AS n`,
      [many.accountId, codeId, new Date(midnight - dayMs)],
    );
    await transaction((tx) => markCodesForPurge(tx, { ...many, environment: "production" }, [codeId]));
    expect(await purgeMarked({ accountId: many.accountId, budgetMs: 0 })).toBe(0);
    const whole = () => [{ from: new Date(midnight - dayMs), to: new Date(midnight) }];
    expect((await readCounts(many, whole)).counts[0]?.days).toEqual([]);
    expect(await countScans(many)).toBe(0);
    expect(await purgeMarked({ accountId: many.accountId })).toBe(100);
  });
});
