import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { MigrationList, SchemaEngine } from "@prisma/schema-engine-wasm";
import pg from "pg";
import { migrationLock } from "@/lib/platform/db";
import { log } from "@/lib/platform/log";
import { projectRoot } from "../project-root";
import { withMigrationEngine } from "./migration-engine";
import { findMissingRight } from "./requirements";

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

/**
 * Waits until nobody migrates the database. The lock is the connection's until that ends; a process that shares it keeps the tables
 * as they are, and does not change them either.
 */
export async function holdMigrations(
  connection: pg.Client,
  { isShared = false, withinMs = lockTimeoutMs } = {},
): Promise<void> {
  const text = `SELECT pg_try_advisory_lock${isShared ? "_shared" : ""}($1) AS taken`;
  const deadline = performance.now() + withinMs;
  for (;;) {
    const { rows } = await connection.query<{ taken: boolean }>(text, [migrationLock]);
    if (rows[0]?.taken) return;
    if (performance.now() > deadline) {
      const since = withinMs < 60_000 ? "" : ` for ${Math.round(withinMs / 60_000)} minutes`;
      throw new Error(`Another process has been migrating, backing up or restoring the database${since}.`);
    }
    await sleep(retryMs);
  }
}

/**
 * Under the lock nobody else migrates: what is marked as unfinished failed, or was left by a process that died, and
 * PostgreSQL has rolled it back. Returns its names. One that is finished by the time it is marked was in the hands of
 * somebody without our lock, Prisma's own command line for one: it is left as it is.
 */
async function clearUnfinished(engine: SchemaEngine, migrationsList: MigrationList): Promise<string[]> {
  const { failedMigrationNames } = await engine.diagnoseMigrationHistory({
    migrationsList,
    optInToShadowDatabase: false,
    filters: noFilters,
  });
  const forgotten: string[] = [];
  for (const migrationName of failedMigrationNames) {
    try {
      await engine.markMigrationRolledBack({ migrationName });
      forgotten.push(migrationName);
    } catch (error) {
      log.warn({ err: error }, "a migration was finished by somebody else");
    }
  }
  return forgotten;
}

interface AppliedMigration {
  name: string;
  isFinished: boolean;
}

/** The migrations that a database records; none in an empty one. */
async function readApplied(connection: pg.Client): Promise<AppliedMigration[]> {
  const { rows: tables } = await connection.query("SELECT to_regclass('_prisma_migrations') AS name");
  if (tables[0]?.name === null) return [];
  const { rows } = await connection.query<AppliedMigration>(
    `SELECT migration_name AS name, finished_at IS NOT NULL AS "isFinished" FROM _prisma_migrations
     WHERE rolled_back_at IS NULL`,
  );
  return rows;
}

/** Throws for a history that does not begin with the first migration: no later one would fit its tables. */
export function requireOwnHistory(
  applied: readonly { name: string }[],
  first: string | undefined,
  subject: string,
): void {
  const [stranger] = applied;
  if (stranger === undefined || first === undefined || applied.some(({ name }) => name === first)) return;
  throw new Error(
    `${subject} has other migrations than this version (${stranger.name} instead of ${first}); use the version that made it, or an empty database.`,
  );
}

/** How a database's migrations compare with those of this version, by their names. */
export async function readMigrationState(
  connection: pg.Client,
): Promise<{ missing: string[]; unfinished: string[]; newer: string[] }> {
  const own = (await readMigrations()).migrationDirectories.map(({ path }) => path);
  const applied = await readApplied(connection);
  const finished = applied.filter(({ isFinished }) => isFinished);
  requireOwnHistory(finished, own[0], "The database");
  const names = finished.map(({ name }) => name);
  return {
    missing: own.filter((name) => !names.includes(name)),
    unfinished: applied.filter(({ isFinished }) => !isFinished).map(({ name }) => name),
    newer: names.filter((name) => !own.includes(name)).sort(),
  };
}

/** Whether every migration is applied and none is unfinished: then there is nothing to wait for. */
function isUpToDate(applied: readonly AppliedMigration[], { migrationDirectories }: MigrationList): boolean {
  const finished = new Set(applied.filter(({ isFinished }) => isFinished).map(({ name }) => name));
  const isWhole = applied.length > 0 && applied.every(({ isFinished }) => isFinished);
  return isWhole && migrationDirectories.every(({ path }) => finished.has(path));
}

/**
 * Brings the database to the newest migration and returns the names of those applied now. One process at a time:
 * the others wait and then find nothing to do; nobody waits where nothing is to be done. Each migration is one transaction; it must not hold BEGIN or COMMIT.
 * Throws an Error with one sentence.
 */
export async function migrate(url: string, folder = migrationsFolder): Promise<string[]> {
  const options = {
    connectionString: url,
    connectionTimeoutMillis: 10_000,
    application_name: "quietzone migrations",
  };
  const holder = new pg.Client(options);
  const pool = new pg.Pool({ ...options, max: 1 });
  holder.on("error", () => {});
  pool.on("error", () => {});
  try {
    await holder.connect();
    const migrations = await readMigrations(folder);
    const applied = await readApplied(holder);
    const finished = applied.filter(({ isFinished }) => isFinished);
    requireOwnHistory(finished, migrations.migrationDirectories[0]?.path, "it");
    if (isUpToDate(applied, migrations)) return [];
    const missing = await findMissingRight(holder);
    if (missing !== null) throw new Error(`${missing}.`);
    await holdMigrations(holder);
    return await applyAll(pool, migrations);
  } catch (error) {
    const [reason] = (error as Error).message.trim().split("\n");
    throw new Error(`The database could not be migrated: ${reason}`, { cause: error });
  } finally {
    await pool.end();
    await holder.end().catch(() => undefined);
  }
}

function applyAll(pool: pg.Pool, migrationsList: MigrationList): Promise<string[]> {
  return withMigrationEngine(pool, async (engine, lastFailure) => {
    await clearUnfinished(engine, migrationsList);
    try {
      return (await engine.applyMigrations({ migrationsList, filters: noFilters })).appliedMigrationNames;
    } catch (error) {
      const [name] = await clearUnfinished(engine, migrationsList);
      const cause = lastFailure() ?? (error as Error);
      if (name === undefined) throw cause;
      throw new Error(`migration ${name} failed and was undone: ${cause.message}`, { cause });
    }
  });
}
