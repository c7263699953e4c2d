import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { openEmbeddedDatabase } from "../server/database/embedded-postgres";
import { migrationsFolder, noFilters, readMigrations } from "../server/database/migrate";
import { withMigrationEngine } from "../server/database/migration-engine";
import { projectRoot } from "../server/project-root";

/**
 * Writes the next migration: `npx tsx prisma/author-migration.ts <name>` compares schema.prisma with the schema
 * that the newest migration left (kept beside its SQL) and writes the statements that lead from one to the other.
 * Read them before you commit them: a renamed column looks like one dropped and one added, and old code still
 * runs while a new process migrates.
 */
const [name = ""] = process.argv.slice(2);

/** Every database has it; asking for it again needs a right that the service's user may lack. */
const createPublicSchema = '-- CreateSchema\nCREATE SCHEMA IF NOT EXISTS "public";\n\n';

const schemaOf = (content: string) => ({
  tag: "schemaDatamodel" as const,
  files: [{ path: "schema.prisma", content }],
});

/** The engine wants a database even to compare two texts. */
async function withSpareDatabase<T>(work: (pool: pg.Pool) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), "quietzone-migration-"));
  const database = await openEmbeddedDatabase(folder);
  const pool = new pg.Pool({ connectionString: database.url, max: 1 });
  try {
    return await work(pool);
  } finally {
    await pool.end();
    await database.release();
    await rm(folder, { recursive: true, force: true });
  }
}

async function writeDiff(): Promise<string> {
  if (!/^[a-z][a-z0-9_]*$/.test(name)) {
    throw new Error(
      "Name the migration in lower case with underscores, as in: author-migration.ts add_accounts",
    );
  }
  const content = await readFile(join(projectRoot, "prisma", "schema.prisma"), "utf8");
  const newest = (await readMigrations()).migrationDirectories.at(-1)?.path;
  const previous = newest === undefined ? null : join(migrationsFolder, newest, "schema.prisma");
  const from = previous === null ? { tag: "empty" as const } : schemaOf(await readFile(previous, "utf8"));
  const stdout = await withSpareDatabase((pool) =>
    withMigrationEngine(pool, async (engine) => {
      const diff = await engine.diff({
        from,
        to: schemaOf(content),
        script: true,
        exitCode: null,
        filters: noFilters,
      });
      return diff.stdout;
    }),
  );
  if (!stdout || /^-- This is an empty migration/.test(stdout))
    throw new Error("The schema has not changed.");
  const stamp = new Date().toISOString().replace(/\D/g, "").slice(0, 14);
  const folder = join(migrationsFolder, `${stamp}_${name}`);
  if (existsSync(folder)) throw new Error(`${folder} exists already.`);
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, "migration.sql"), stdout.replace(createPublicSchema, ""));
  await writeFile(join(folder, "schema.prisma"), content);
  return folder;
}

try {
  console.warn(`Wrote ${await writeDiff()}`);
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
