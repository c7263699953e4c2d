import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { sql, workerLock } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { chosenEngine } from "@/lib/platform/queue";
import { describeBacklog, describePause } from "@/lib/webhooks/delivery";
import type { Health } from "../schema";
import { readBlocklist, readDisk, readMail, readProcess, readRateLimits, readTasks } from "./process";
import { readMetric } from "./read-metric";

/** Of one account in a minute no more are counted. */
const mostCounted = 100_000;

/** How the service is at this moment, seen from this process: the database's figures are of all processes, the others its own. */
export async function readHealth(): Promise<Health> {
  const [database, migrations, rateLimits, deliveries, scans, rollups] = await Promise.all([
    readDatabase(),
    readMigrations(),
    readRateLimits(),
    readDeliveries(),
    readScans(),
    readRollups(),
  ]);
  const [tasks, disk, ownProcess, mail, blocklist] = await Promise.all([
    readTasks(),
    readDisk(),
    readProcess(),
    readMail(),
    readBlocklist(),
  ]);
  return {
    ...{ readAt: new Date().toISOString(), database, migrations, rateLimits, deliveries, scans, rollups },
    ...{ tasks, disk, process: ownProcess, mail, blocklist },
  };
}

/** Who delivers webhooks, whether somebody is there who does, and what waits. */
async function readDeliveries(): Promise<Health["deliveries"]> {
  const [backlog, heldSince, { rows }] = await Promise.all([
    describeBacklog(),
    describePause(),
    sql.query<{ workers: number; lastSentAt: Date | null }>(
      `SELECT (SELECT count(DISTINCT pid)::int FROM pg_locks WHERE locktype = 'advisory' AND objid = $1 AND granted
           AND database = (SELECT oid FROM pg_database WHERE datname = current_database())) AS workers,
         (SELECT max(last_triggered_at) FROM webhook_lane) AS "lastSentAt"`,
      [workerLock],
    ),
  ]);
  return {
    engine: chosenEngine(),
    runsIn: env.worker,
    workers: rows[0]?.workers ?? 0,
    lastSentAt: rows[0]?.lastSentAt?.toISOString() ?? null,
    heldSince: heldSince?.toISOString() ?? null,
    ...backlog,
  };
}

/** The database's own view of itself. A role that may not look into other roles' sessions counts them all the same. */
async function readDatabase(): Promise<Health["database"]> {
  const { rows } = await sql.query<Omit<Health["database"], "isEmbedded">>(
    `SELECT current_setting('server_version') AS version, pg_database_size(current_database())::float8 AS bytes,
       (SELECT count(*)::int FROM pg_stat_activity WHERE backend_type = 'client backend') AS connections,
       current_setting('max_connections')::int AS "maxConnections",
       (SELECT coalesce(extract(epoch FROM now() - min(xact_start)), 0)::float8 FROM pg_stat_activity
        WHERE datname = current_database() AND pid <> pg_backend_pid()) AS "oldestTransactionSeconds",
       (SELECT count(*)::int FROM pg_stat_replication) AS replicas`,
  );
  return {
    isEmbedded: env.databaseUrl === undefined,
    ...(rows[0] as Omit<Health["database"], "isEmbedded">),
  };
}

async function readMigrations(): Promise<Health["migrations"]> {
  const { rows } = await sql.query<{ name: string; isFinished: boolean }>(
    `SELECT migration_name AS name, finished_at IS NOT NULL AS "isFinished" FROM _prisma_migrations
     WHERE rolled_back_at IS NULL ORDER BY migration_name`,
  );
  const applied = rows.filter(({ isFinished }) => isFinished);
  return {
    applied: applied.length,
    last: applied.at(-1)?.name ?? null,
    unfinished: rows.filter(({ isFinished }) => !isFinished).map(({ name }) => name),
  };
}

/** How scans come in: what was stored, and what this machine keeps until the database takes it. */
async function readScans(): Promise<Health["scans"]> {
  const [{ rows }, degraded, lost, spool] = await Promise.all([
    sql.query<{ lastMinute: number }>(
      `SELECT count(*)::int AS "lastMinute" FROM scan_ledger l CROSS JOIN LATERAL (
         SELECT FROM scan s WHERE s.account_id = l.account_id AND s.is_sandbox = l.is_sandbox
           AND s.scanned_at > now() - interval '1 minute' LIMIT ${mostCounted}) s
       WHERE l.last_stamp > now() - interval '1 minute'`,
    ),
    readMetric("quietzone_scans_degraded"),
    readMetric("quietzone_visits_total", { outcome: "lost" }),
    readSpool(join(env.dataDir, "spool")),
  ]);
  return {
    lastMinute: rows[0]?.lastMinute ?? 0,
    isSpooling: degraded === null ? null : degraded === 1,
    lost: lost ?? 0,
    spool,
  };
}

/** What is in the folder, its reserve of space aside; a folder that is not there yet holds nothing. Null: it cannot be read. */
async function readSpool(folder: string): Promise<Health["scans"]["spool"]> {
  try {
    const waiting = await listFiles(folder);
    const sizes = await Promise.all(
      // One that was stored meanwhile is gone.
      waiting.map((name) =>
        stat(join(folder, name)).then(
          ({ size }) => size,
          () => 0,
        ),
      ),
    );
    return {
      files: waiting.length,
      bytes: sizes.reduce((sum, size) => sum + size, 0),
      setAside: (await listFiles(join(folder, "failed"))).length,
    };
  } catch {
    return null;
  }
}

async function listFiles(folder: string): Promise<string[]> {
  try {
    const names = await readdir(folder);
    return names.filter((name) => name.endsWith(".jsonl") || name.endsWith(".open"));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw error;
  }
}

/** How far scans are counted into the documents of their days, and what is still to be erased. */
async function readRollups(): Promise<Health["rollups"]> {
  const { rows } = await sql.query<Health["rollups"]>(
    `SELECT coalesce(sum(unrolled), 0)::int AS unrolled,
       greatest(0, coalesce(extract(epoch FROM now() - min(
         CASE WHEN unrolled > 0 THEN date_trunc('day', rolled_to, 'UTC') + interval '1 day' END)), 0))::float8 AS "lateSeconds",
       (SELECT count(*)::int FROM dirty_scan_day) AS "daysToCount",
       (SELECT count(*)::int FROM scan_erasure) AS erasures
     FROM scan_ledger`,
  );
  return rows[0] as Health["rollups"];
}
