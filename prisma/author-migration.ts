import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openEmbeddedDatabase } from "../server/database/embedded-postgres";
import { migrate, migrationsFolder } from "../server/database/migrate";
import { projectRoot } from "../server/project-root";
import { diffSchema } from "./schema-diff";

/**
 * Writes the next migration: `npm run migration -- <name>` applies all migrations to a spare database, compares it with
 * schema.prisma and writes the statements that lead from one to the other. Read them before you commit them: a renamed column
 * looks like one dropped and one added, and old code still runs while a new process migrates.
 */
const [name = ""] = process.argv.slice(2);

/** Every database has it; asking for it again needs a right that the service's user may lack. */
const createPublicSchema = '-- CreateSchema\nCREATE SCHEMA IF NOT EXISTS "public";\n\n';

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

async function writeDiff(): Promise<string> {
  if (!/^[a-z][a-z0-9_]*$/.test(name)) {
    throw new Error(
      "Name the migration in lower case with underscores, as in: author-migration.ts add_accounts",
    );
  }
  const content = await readFile(join(projectRoot, "prisma", "schema.prisma"), "utf8");
  const stdout = await withSpareDatabase(async (url) => {
    await migrate(url);
    return diffSchema(url, content);
  });
  if (stdout === "" || /^-- This is an empty migration/.test(stdout))
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
