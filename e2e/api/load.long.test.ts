import { spawnSync } from "node:child_process";
import { resolve } from "node:path";
import { afterAll, expect, inject, it } from "vitest";
import { insertShortCodes } from "@/bench/short-codes";
import { openPool } from "../support/pool";

const pool = openPool(inject("databaseUrl"));
afterAll(() => pool.end());

function load(...words: string[]) {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ["--import", "tsx", "bench/drive/run.ts", ...words],
    {
      cwd: resolve("."),
      env: { ...process.env, DATABASE_URL: inject("databaseUrl") },
      encoding: "utf8",
    },
  );
  return { status, stdout, stderr };
}

it("bench drives a running service, verifies stored scans and cleans up", async () => {
  const { status, stdout } = load(
    "--url",
    inject("baseUrl"),
    "--codes",
    "120",
    "--rate",
    "100",
    "--minutes",
    "0.05",
  );
  expect(stdout).toMatch(/^redirect +294 answers .* faults: none$/m);
  expect(stdout).toMatch(/^create +3 answers .* faults: none$/m);
  expect(stdout).toMatch(/^chart +3 answers .* faults: none$/m);
  expect(stdout).toMatch(/^scans +294 answered, 0 lost, 0 stored twice$/m);
  expect(status).toBe(0);
  const { rows } = await pool.query("SELECT FROM scan WHERE user_agent LIKE '%Visit/%'");
  expect(rows).toEqual([]);
});

it("bench codes are generated codes of the whole alphabet, which do not collide", async () => {
  const accountIds: string[] = [];
  const codes = await insertShortCodes(pool, { accounts: 1, codesOfEach: 100 }, accountIds);
  await pool.query("DELETE FROM account WHERE id = ANY($1)", [accountIds]);
  const letters = codes.map(({ shortCode }) => shortCode).join("");
  expect(letters).toMatch(/^[0-9A-Za-z]{800}$/);
  expect(new Set(letters).size).toBeGreaterThan(50);
});

it("bench deletes its accounts after a failure to add codes", async () => {
  await pool.query(`CREATE FUNCTION refuse_codes() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF (SELECT count(*) FROM stored) > 1 THEN RAISE 'no room for codes'; END IF;
      RETURN NULL;
    END $$`);
  await pool.query(
    `CREATE TRIGGER refuse_codes AFTER INSERT ON qr_code REFERENCING NEW TABLE AS stored
     FOR EACH STATEMENT EXECUTE FUNCTION refuse_codes()`,
  );
  try {
    const { status, stderr } = load("--url", inject("baseUrl"), "--codes", "120");
    expect({ status, stderr }).toEqual({ status: 1, stderr: "no room for codes\n" });
  } finally {
    await pool.query("DROP TRIGGER refuse_codes ON qr_code");
    await pool.query("DROP FUNCTION refuse_codes");
  }
  const { rows } = await pool.query("SELECT FROM account WHERE name = 'Tenant'");
  expect(rows).toEqual([]);
});

it.each([
  ["--rate", "0", "--rate must be a whole number from 1 to 5,000, not 0."],
  ["--codes", "1e3", "--codes must be a whole number from 1 to 1,000,000, not 1e3."],
  ["--webhook", "https://example.com", "--webhook is measured with --costs: add it."],
  ["--minutes", "61", "--minutes must be a number from 0.05 to 60, not 61."],
  [
    "--url",
    "http://example.com",
    "example.com isn't this machine. Add --anywhere if the service there is yours.",
  ],
  [
    "--url",
    "http://127.0.0.1:1",
    "Nothing answers at http://127.0.0.1:1/api/health. Start the service, or name it by --url.",
  ],
])("bench rejects %s %s with an error", (flag, value, sentence) => {
  expect(load(flag, value)).toMatchObject({ status: 1, stderr: `${sentence}\n` });
});
