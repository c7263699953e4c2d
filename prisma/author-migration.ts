import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { SchemaEngine } from "@prisma/schema-engine-wasm";
import pg from "pg";
import { openEmbeddedDatabase } from "../server/database/embedded-postgres";
import { migrate, migrationsFolder, noFilters } from "../server/database/migrate";
import { withMigrationEngine } from "../server/database/migration-engine";
import { projectRoot } from "../server/project-root";

/**
 * Writes the next migration: `npm run migration -- <name>` applies all migrations to a spare database, compares it with
 * schema.prisma and writes the statements that lead from one to the other. Read them before you commit them: a renamed column
 * looks like one dropped and one added, and old code still runs while a new process migrates.
 */
const [name = ""] = process.argv.slice(2);

/** Every database has it; asking for it again needs a right that the service's user may lack. */
const createPublicSchema = '-- CreateSchema\nCREATE SCHEMA IF NOT EXISTS "public";\n\n';

const schemaOf = (content: string) => ({
  tag: "schemaDatamodel" as const,
  files: [{ path: "schema.prisma", content }],
});

async function withSpareDatabase<T>(work: (url: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), "quietzone-migration-"));
  const database = await openEmbeddedDatabase(folder);
  try {
    return await work(database.url);
  } finally {
    await database.release();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Partial indexes are written by hand: Prisma has no words for them and would drop them. */
const dropPartialIndexes = `DO $$ DECLARE name regclass; BEGIN
  FOR name IN SELECT indexrelid::regclass FROM pg_index JOIN pg_class c ON c.oid = indrelid
    WHERE indpred IS NOT NULL AND c.relnamespace = 'public'::regnamespace
  LOOP EXECUTE 'DROP INDEX ' || name; END LOOP; END $$`;

async function introspect(engine: SchemaEngine, content: string): Promise<ReturnType<typeof schemaOf>> {
  const { schema } = await engine.introspect({
    schema: { files: [{ path: "schema.prisma", content }] },
    baseDirectoryPath: projectRoot,
    force: false,
    compositeTypeDepth: -1,
    namespaces: null,
  });
  return schemaOf(schema.files[0]?.content ?? "");
}

/** The statements from the schema that all migrations leave to schema.prisma. */
async function diffFrom(url: string): Promise<string | null> {
  const content = await readFile(join(projectRoot, "prisma", "schema.prisma"), "utf8");
  await migrate(url);
  const pool = new pg.Pool({ connectionString: url, max: 1 });
  try {
    await pool.query(dropPartialIndexes);
    const from = await withMigrationEngine(pool, (engine) => introspect(engine, content));
    const to = schemaOf(content);
    const options = { script: true, exitCode: null, filters: noFilters };
    const { stdout } = await withMigrationEngine(pool, (engine) => engine.diff({ from, to, ...options }));
    return stdout;
  } finally {
    await pool.end();
  }
}

async function writeDiff(): Promise<string> {
  if (!/^[a-z][a-z0-9_]*$/.test(name)) {
    throw new Error(
      "Name the migration in lower case with underscores, as in: author-migration.ts add_accounts",
    );
  }
  const stdout = await withSpareDatabase(diffFrom);
  if (!stdout || /^-- This is an empty migration/.test(stdout))
    throw new Error("The schema has not changed.");
  const stamp = new Date().toISOString().replace(/\D/g, "").slice(0, 14);
  const folder = join(migrationsFolder, `${stamp}_${name}`);
  if (existsSync(folder)) throw new Error(`${folder} exists already.`);
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, "migration.sql"), stdout.replace(createPublicSchema, ""));
  return folder;
}

try {
  console.warn(`Wrote ${await writeDiff()}`);
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
