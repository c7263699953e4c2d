import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { ask } from "@/e2e/support/backups/databases";
import { createSpareDatabase, type SpareDatabase } from "@/e2e/support/database";
import { setDatabaseUrl, sql } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { backupCommand, checkBackupCommand, restoreCommand } from "@/server/admin/backup";
import { migrate } from "../migrate";

const spares: SpareDatabase[] = [];
let folder: string;

async function newDatabase(): Promise<SpareDatabase> {
  const spare = await createSpareDatabase(env.databaseUrl as string);
  spares.push(spare);
  return spare;
}

/** A migrated database with 30 scans of 30 days, whose table of scans was then changed by the operator. */
async function newSource(change: string): Promise<SpareDatabase> {
  const source = await newDatabase();
  await migrate(source.url);
  const store = `INSERT INTO scan SELECT gen_random_uuid(), gen_random_uuid(), false, gen_random_uuid(),
    '2026-05-01Z'::timestamptz + n * interval '1 day', n, 'Mobile', 'iOS', 'Safari', 'DE', 'Berlin', 'x'
    FROM generate_series(1, 30) AS n`;
  for (const text of [store, ...change.split(";")]) await ask(source.url, text);
  setDatabaseUrl(source.url);
  return source;
}

const partition = `ALTER TABLE scan RENAME TO scan_before;
  ALTER INDEX scan_pkey RENAME TO scan_before_pkey;
  CREATE TABLE scan (LIKE scan_before INCLUDING DEFAULTS) PARTITION BY RANGE (scanned_at);
  CREATE TABLE scan_may PARTITION OF scan FOR VALUES FROM (MINVALUE) TO ('2026-05-20Z');
  CREATE TABLE scan_later PARTITION OF scan DEFAULT;
  INSERT INTO scan SELECT * FROM scan_before;
  DROP TABLE scan_before`;
const hideBehindView = `ALTER TABLE scan RENAME TO scan_store;
  CREATE VIEW scan AS SELECT * FROM scan_store`;

interface Answer {
  isWhole: boolean;
  missing?: object[];
  tables: Record<string, number>;
  leftOut?: string[];
}

/** What a command answers, says and ends with. */
async function run(command: typeof backupCommand, ...words: string[]) {
  const said = vi.spyOn(process.stderr, "write").mockReturnValue(true);
  const before = process.exitCode;
  process.exitCode = 0;
  try {
    const answer = (await (await command.prepare(words))()) as Answer;
    return { answer, status: process.exitCode, said: said.mock.calls.map(([text]) => text).join("") };
  } finally {
    process.exitCode = before;
    said.mockRestore();
  }
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "quietzone-partitions-"));
});
afterEach(async () => {
  for (const spare of spares.splice(0)) await spare.drop();
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await sql.end();
});

const readScans = (url: string) => ask(url, "SELECT * FROM scan ORDER BY id");

describe("O4: backup of partitioned scans", () => {
  it("contains and restores the rows of every partition", async () => {
    const source = await newSource(partition);
    const file = join(folder, "partitioned.backup");
    const { answer, status } = await run(backupCommand, "--to", file);
    expect(answer).toMatchObject({ isWhole: true, tables: { scan: 30 } });
    expect(answer.leftOut).toBeUndefined();
    expect(status).toBe(0);
    expect((await run(checkBackupCommand, "--from", file)).answer).toMatchObject({ isWhole: true });
    const target = await newDatabase();
    setDatabaseUrl(target.url);
    await run(restoreCommand, "--from", file);
    const restored = await readScans(target.url);
    expect(restored).toHaveLength(30);
    expect(restored).toEqual(await readScans(source.url));
  });
});

describe("O4: incomplete backup", () => {
  it("is reported with exit status 1, when it is created and when it is checked", async () => {
    await newSource(hideBehindView);
    const file = join(folder, "short.backup");
    const missing = [{ name: "scan", rows: 30, archived: 0 }];
    for (const made of [
      await run(backupCommand, "--to", file),
      await run(checkBackupCommand, "--from", file),
    ]) {
      expect(made.answer).toMatchObject({ isWhole: false, missing });
      expect(made.status).toBe(1);
      expect(made.said).toContain(
        "The backup is incomplete: the database had 30 rows in scan, the file has 0.",
      );
    }
  });
});
