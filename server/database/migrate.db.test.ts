import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createSpareDatabase, type SpareDatabase } from "../../e2e/support/database";
import { openPool } from "../../e2e/support/pool";
import { env } from "../../lib/platform/env";
import { diffSchema } from "../../prisma/schema-diff";
import { projectRoot } from "../project-root";
import { holdMigrations, migrate, migrationsFolder, noFilters } from "./migrate";
import { withMigrationEngine } from "./migration-engine";

let spare: SpareDatabase;
let pool: pg.Pool;
let folder: string;

beforeEach(async () => {
  spare = await createSpareDatabase(env.databaseUrl as string);
  pool = openPool(spare.url, { max: 1 });
  folder = await mkdtemp(join(tmpdir(), "quietzone-migrations-"));
});

afterEach(async () => {
  await pool.end();
  await spare.drop();
  await rm(folder, { recursive: true, force: true });
});

async function query(text: string): Promise<Record<string, unknown>[]> {
  return (await pool.query(text)).rows;
}

async function addMigration(name: string, sql: string): Promise<void> {
  await mkdir(join(folder, name), { recursive: true });
  await writeFile(join(folder, name, "migration.sql"), sql);
}

/** Every column, index and constraint, as PostgreSQL itself writes them down; schema.prisma has no words for indexes of some rows. */
async function describeSchema(): Promise<Record<string, unknown>> {
  const ours = "n.nspname = 'public' AND c.relname <> '_prisma_migrations'";
  return {
    columns:
      await query(`SELECT c.relname, a.attname, format_type(a.atttypid, a.atttypmod) AS type, a.attnotnull,
      pg_get_expr(d.adbin, d.adrelid) AS value FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
      JOIN pg_namespace n ON n.oid = c.relnamespace LEFT JOIN pg_attrdef d ON d.adrelid = c.oid AND d.adnum = a.attnum
      WHERE ${ours} AND a.attnum > 0 AND NOT a.attisdropped AND c.relkind = 'r' ORDER BY 1, 2`),
    indexes: await query(`SELECT pg_get_indexdef(i.indexrelid) AS def FROM pg_index i
      JOIN pg_class c ON c.oid = i.indrelid JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE ${ours} AND i.indpred IS NULL ORDER BY 1`),
    constraints:
      await query(`SELECT c.relname, k.conname, pg_get_constraintdef(k.oid) AS def FROM pg_constraint k
      JOIN pg_class c ON c.oid = k.conrelid JOIN pg_namespace n ON n.oid = c.relnamespace WHERE ${ours} ORDER BY 1, 2`),
  };
}

describe("committed migrations", () => {
  it("can be continued with the difference between the database and schema.prisma", async () => {
    await migrate(spare.url);
    const content = await readFile(join(projectRoot, "prisma", "schema.prisma"), "utf8");
    expect(await diffSchema(spare.url, content)).toMatch(/^-- This is an empty migration/);
    const more = content.replace("model Account {", "model Account {\n  colour String?");
    expect(await diffSchema(spare.url, more)).toContain('ALTER TABLE "account" ADD COLUMN     "colour" TEXT');
  });

  it("produce exactly schema.prisma", async () => {
    const content = await readFile(join(projectRoot, "prisma", "schema.prisma"), "utf8");
    const to = { tag: "schemaDatamodel" as const, files: [{ path: "schema.prisma", content }] };
    const { stdout } = await withMigrationEngine(pool, (engine) =>
      engine.diff({ from: { tag: "empty" }, to, script: true, exitCode: null, filters: noFilters }),
    );
    await pool.query(stdout ?? "");
    const wanted = await describeSchema();
    expect(JSON.stringify(wanted)).toContain("short_code");
    await pool.query("DROP SCHEMA public CASCADE; CREATE SCHEMA public");
    await migrate(spare.url);
    expect(await describeSchema()).toEqual(wanted);
  });

  it("contain no transaction statements, and no time without a zone", async () => {
    for (const name of await readdir(migrationsFolder)) {
      const text = await readFile(join(migrationsFolder, name, "migration.sql"), "utf8");
      // A function's body begins with the same word as a transaction.
      const sql = text.replace(/\$\$.*?\$\$/gs, "");
      expect(sql).not.toMatch(/^\s*(?:BEGIN|COMMIT|ROLLBACK)\b/im);
      expect(sql).not.toMatch(/\bTIMESTAMP\(/);
    }
  });
});

describe("migrate", () => {
  it("applies new migrations once, even with several callers at the same time", async () => {
    await addMigration("1_a", "CREATE TABLE a (id int);");
    const applied = await Promise.all([
      migrate(spare.url, folder),
      migrate(spare.url, folder),
      migrate(spare.url, folder),
    ]);
    expect(applied.flat()).toEqual(["1_a"]);
    await addMigration("2_b", "ALTER TABLE a ADD COLUMN name text;");
    expect(await migrate(spare.url, folder)).toEqual(["2_b"]);
    expect(await migrate(spare.url, folder)).toEqual([]);
  });

  it("does not wait during a backup if there is nothing to apply", async () => {
    await addMigration("1_a", "CREATE TABLE a (id int);");
    await migrate(spare.url, folder);
    const backup = new pg.Client(spare.url);
    await backup.connect();
    try {
      await holdMigrations(backup, { isShared: true });
      expect(await migrate(spare.url, folder)).toEqual([]);
    } finally {
      await backup.end();
    }
  });

  it("runs scripts with functions, quotes and semicolons", async () => {
    await addMigration(
      "1_f",
      `CREATE FUNCTION twice(n int) RETURNS int LANGUAGE plpgsql AS $body$ BEGIN n := n * 2; RETURN n; END; $body$;
       CREATE TABLE t (x text DEFAULT 'a;b');`,
    );
    await migrate(spare.url, folder);
    expect(await query("SELECT twice(21) AS answer")).toEqual([{ answer: 42 }]);
  });

  it("rolls back a failing migration, names it, and applies it once fixed", async () => {
    await addMigration("1_a", "CREATE TABLE a (id int);");
    await addMigration("2_bad", "CREATE TABLE b (id int); ALTER TABLE nowhere ADD COLUMN x int;");
    await expect(migrate(spare.url, folder)).rejects.toThrow(
      'The database could not be migrated: migration 2_bad failed and was undone: relation "nowhere" does not exist',
    );
    expect(await query("SELECT to_regclass('a') IS NULL AS a, to_regclass('b') IS NULL AS b")).toEqual([
      { a: false, b: true },
    ]);
    await addMigration("2_bad", "CREATE TABLE b (id int);");
    expect(await migrate(spare.url, folder)).toEqual(["2_bad"]);
  });

  it("resumes after a process that died while migrating", async () => {
    await addMigration("1_a", "CREATE TABLE a (id int);");
    await migrate(spare.url, folder);
    await query(`INSERT INTO _prisma_migrations (id, checksum, migration_name, applied_steps_count)
      VALUES ('x', 'x', '2_b', 0)`);
    await addMigration("2_b", "CREATE TABLE b (id int);");
    expect(await migrate(spare.url, folder)).toEqual(["2_b"]);
  });

  it("refuses a database with other migrations, and leaves it unchanged", async () => {
    await addMigration("0_other", "CREATE TABLE other (id int);");
    await migrate(spare.url, folder);
    await rm(join(folder, "0_other"), { recursive: true });
    await addMigration("1_a", "CREATE TABLE a (id int);");
    await expect(migrate(spare.url, folder)).rejects.toThrow(
      "The database could not be migrated: it has other migrations than this version (0_other instead of 1_a); use the version that made it, or an empty database.",
    );
    expect(await query("SELECT to_regclass('a') IS NULL AS untouched")).toEqual([{ untouched: true }]);
    expect(await query("SELECT migration_name AS name FROM _prisma_migrations")).toEqual([
      { name: "0_other" },
    ]);
  });

  it("ignores migrations added by a newer version", async () => {
    await addMigration("1_a", "CREATE TABLE a (id int);");
    await addMigration("2_b", "CREATE TABLE b (id int);");
    await migrate(spare.url, folder);
    await rm(join(folder, "2_b"), { recursive: true });
    expect(await migrate(spare.url, folder)).toEqual([]);
    expect(await query("SELECT to_regclass('b') IS NOT NULL AS kept")).toEqual([{ kept: true }]);
  });
});
