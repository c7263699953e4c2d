import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { MigrationList, SchemaEngine } from "@prisma/schema-engine-wasm";
import pg from "pg";
import { projectRoot } from "../project-root";
import { withMigrationEngine } from "./migration-engine";

/** Advisory lock of the process that migrates; the number is ours alone. */
const migrationLock = 7_104_310;
const lockTimeoutMs = 300_000;
const retryMs = 200;

export const migrationsFolder = join(projectRoot, "prisma", "migrations");
export const noFilters = { externalTables: [], externalEnums: [] };

/** The migrations on disk, oldest first, as the engine reads them. */
export async function readMigrations(folder = migrationsFolder): Promise<MigrationList> {
  const entries = await readdir(folder, { withFileTypes: true });
  const names = entries
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort();
  return {
    baseDir: folder,
    lockfile: { path: "migration_lock.toml", content: 'provider = "postgresql"\n' },
    shadowDbInitScript: "",
    migrationDirectories: await Promise.all(
      names.map(async (name) => ({
        path: name,
        migrationFile: {
          path: "migration.sql",
          content: { tag: "ok" as const, value: await readFile(join(folder, name, "migration.sql"), "utf8") },
        },
      })),
    ),
  };
}

async function takeLock(pool: pg.Pool): Promise<void> {
  const deadline = performance.now() + lockTimeoutMs;
  for (;;) {
    const { rows } = await pool.query<{ taken: boolean }>("SELECT pg_try_advisory_lock($1) AS taken", [
      migrationLock,
    ]);
    if (rows[0]?.taken) return;
    if (performance.now() > deadline)
      throw new Error("Another process has been migrating the database for 5 minutes.");
    await sleep(retryMs);
  }
}

function sentenceOf(error: unknown): string {
  const { message } = error as Error;
  const reason = /Database error:\s*(?:ERROR: )?([^\n]+)/.exec(message)?.[1] ?? message.split("\n")[0] ?? "";
  const name = /Migration name: (\S+)/.exec(message)?.[1];
  return name === undefined ? reason : `migration ${name} failed and was undone: ${reason}`;
}

/** Under the lock nobody else migrates: what is half done was left by a process that died, and was rolled back. */
async function forgetUnfinished(engine: SchemaEngine, migrationsList: MigrationList): Promise<void> {
  const { failedMigrationNames } = await engine.diagnoseMigrationHistory({
    migrationsList,
    optInToShadowDatabase: false,
    filters: noFilters,
  });
  for (const migrationName of failedMigrationNames) await engine.markMigrationRolledBack({ migrationName });
}

/**
 * Brings the database to the newest migration and returns the names of those applied now. One process at a time:
 * the others wait and then find nothing to do. Each migration is one transaction; it must not hold BEGIN or COMMIT.
 * Throws an Error with one sentence.
 */
export async function migrate(url: string, folder = migrationsFolder): Promise<string[]> {
  const pool = new pg.Pool({
    connectionString: url,
    max: 1,
    idleTimeoutMillis: 0,
    connectionTimeoutMillis: 10_000,
    application_name: "quietzone migrations",
  });
  pool.on("error", () => {});
  try {
    await takeLock(pool);
    const migrationsList = await readMigrations(folder);
    return await withMigrationEngine(pool, async (engine) => {
      await forgetUnfinished(engine, migrationsList);
      try {
        const { appliedMigrationNames } = await engine.applyMigrations({
          migrationsList,
          filters: noFilters,
        });
        return appliedMigrationNames;
      } catch (error) {
        await forgetUnfinished(engine, migrationsList);
        throw error;
      }
    });
  } catch (error) {
    throw new Error(`The database could not be migrated: ${sentenceOf(error)}`, { cause: error });
  } finally {
    await pool.end();
  }
}
