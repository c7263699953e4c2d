import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { sql } from "@/lib/platform/db";
import { newAccount } from "../support/accounts";
import { runAdmin } from "../support/admin";

const folder = mkdtempSync(join(tmpdir(), "quietzone-admin-scans-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Of the service that is running: its history is made up beside it. */
const shared = () => ({ DATABASE_URL: inject("databaseUrl"), DATA_DIR: folder });
let email: string;
let accountId: string;

beforeAll(async () => {
  ({ accountId, email } = await newAccount("free"));
});

const generate = (...words: string[]) => runAdmin(["scans:generate", ...words], shared());

describe("scans:generate", () => {
  it("reports every invalid flag at once", async () => {
    const { status, stdout, stderr } = await generate(
      "--email",
      email,
      "--count",
      "0",
      "--days=4000",
      "--seed=x",
    );
    expect({ status, stdout }).toEqual({ status: 1, stdout: "" });
    expect(stderr.trim().split("\n")).toEqual([
      "--count must be a whole number from 1 to 100000000.",
      "--days must be a whole number from 1 to 3650.",
      "--seed must be a whole number from 0 to 4294967295.",
    ]);
  });

  it("rejects more scans than the days allow, an end in the future and an unknown account", async () => {
    const words = [
      "--email",
      email,
      "--count",
      "100000000",
      "--days",
      "2",
      "--until",
      "2999-01-01T00:00:00Z",
    ];
    const refused = await generate(...words);
    expect(refused.status).toBe(1);
    expect(refused.stderr).toMatch(
      /^--until must be at least a minute in the past.*\n--count must be at most 2000000 a day/,
    );
    const unknown = await generate("--email", "nobody@example.com", "--count", "1", "--days", "1");
    expect(unknown).toEqual({ status: 1, stdout: "", stderr: "There is no account with this address.\n" });
  });

  it("creates demonstration codes within the plan, stores scans of them, and prints one JSON document", async () => {
    const words = ["--email", email, "--count", "3000", "--days", "30", "--seed", "5"];
    const { status, stdout, stderr } = await generate(...words);
    expect(status, stderr).toBe(0);
    const document = JSON.parse(stdout);
    expect(document).toEqual({
      accountId,
      scans: 3_000,
      excluded: expect.any(Number),
      from: expect.stringMatching(/Z$/),
      to: expect.stringMatching(/Z$/),
      codes: 1,
      days: 30,
      seed: 5,
      seconds: expect.any(Number),
    });
    expect(Date.parse(document.to) - Date.parse(document.from)).toBe(30 * 86_400_000);
    const counted = await sql.query<{ days: number }>(
      `SELECT count(DISTINCT (scanned_at AT TIME ZONE 'UTC')::date)::int AS days FROM scan WHERE account_id = $1`,
      [accountId],
    );
    const { days = 0 } = counted.rows[0] ?? {};
    expect(stderr).toMatch(/Scans: 3,000 of 3,000 \(100 %\)/);
    expect(stderr).toContain(`Days counted: ${days} of ${days} (100 %)`);
    const { rows } = await sql.query(
      `SELECT c.name, c.scan_count AS "scanCount", (SELECT count(*)::int FROM scan WHERE qr_code_id = c.id) AS scans
       FROM qr_code c WHERE account_id = $1`,
      [accountId],
    );
    expect(rows).toEqual([{ name: "Menu", scanCount: 3_000, scans: 3_000 }]);
  });

  it("reuses existing codes on the next run", async () => {
    const { stdout } = await generate("--email", email, "--count", "10", "--days", "1");
    expect(JSON.parse(stdout)).toMatchObject({ scans: 10, codes: 1 });
  });
});

describe("scans:rebuild", () => {
  const readDocuments = async () => {
    const { rows } = await sql.query(
      `SELECT day::text, qr_code_id, scans, visitors, bots, quarters::text, totals::text FROM scan_day
       WHERE account_id = $1 ORDER BY day, qr_code_id`,
      [accountId],
    );
    return rows;
  };
  const rebuild = (...words: string[]) => runAdmin(["scans:rebuild", "--email", email, ...words], shared());

  it("recounts every day from its rows into the same documents and reports progress", async () => {
    const before = await readDocuments();
    const days = [...new Set(before.map(({ day }) => day))];
    expect(days.length).toBeGreaterThan(25);
    await sql.query("UPDATE scan_day SET scans = scans + 1 WHERE account_id = $1", [accountId]);
    const { status, stdout, stderr } = await rebuild();
    expect(status, stderr).toBe(0);
    const document = JSON.parse(stdout);
    expect(document).toEqual({
      accountId,
      email,
      days: expect.any(Number),
      from: days[0],
      seconds: expect.any(Number),
    });
    expect(document.days).toBeGreaterThanOrEqual(days.length);
    expect(stderr).toMatch(/Days counted: (\d+) of \1 \(100 %\)/);
    expect(await readDocuments()).toEqual(before);
  });

  it("leaves days before --from unchanged", async () => {
    const days = [...new Set((await readDocuments()).map(({ day }) => day as string))];
    await sql.query("UPDATE scan_day SET scans = -1 WHERE account_id = $1", [accountId]);
    const from = days.at(-5) as string;
    const { stdout } = await rebuild("--from", from);
    expect(JSON.parse(stdout)).toMatchObject({ from, days: expect.any(Number) });
    const untouched = (await readDocuments()).filter(({ scans }) => scans === -1).map(({ day }) => day);
    expect([...new Set(untouched)]).toEqual(days.slice(0, -5));
  });
});
