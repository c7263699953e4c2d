import { readdir, stat, statfs } from "node:fs/promises";
import { join } from "node:path";
import { describeBlocklist } from "@/lib/blocklist";
import { env } from "@/lib/platform/env";
import { listTaskRuns } from "@/lib/platform/health";
import { readMetrics } from "@/lib/platform/metrics";
import { chosenEngine } from "@/lib/platform/queue";
import { describeBacklog, describePause } from "@/lib/webhooks/delivery";
import packageFile from "@/package.json";
import {
  countLatestScans,
  findDatabase,
  findRollups,
  findWaitingMails,
  findWorkers,
  listMigrations,
} from "./queries.health";
import type { Health } from "./schema";

/** How the service is at this moment, seen from this process: the database's figures are of all processes, the others its own. */
export async function readHealth(): Promise<Health> {
  const [database, migrations, rateLimits, deliveries, scans, rollups] = await Promise.all([
    findDatabase(),
    readMigrations(),
    readRateLimits(),
    readDeliveries(),
    readScans(),
    findRollups(),
  ]);
  const [tasks, disk, ownProcess, mail, blocklist] = await Promise.all([
    readTasks(),
    readDisk(),
    readProcess(),
    readMail(),
    readBlocklist(),
  ]);
  return {
    ...{
      readAt: new Date().toISOString(),
      database: { isEmbedded: env.databaseUrl === undefined, ...database },
      migrations,
      rateLimits,
      deliveries,
      scans,
      rollups,
    },
    ...{ tasks, disk, process: ownProcess, mail, blocklist },
  };
}

/** Who delivers webhooks, whether somebody is there who does, and what waits. */
async function readDeliveries(): Promise<Health["deliveries"]> {
  const [backlog, heldSince, { workers, lastSentAt }] = await Promise.all([
    describeBacklog(),
    describePause(),
    findWorkers(),
  ]);
  return {
    engine: chosenEngine(),
    runsIn: env.worker,
    workers,
    lastSentAt: lastSentAt?.toISOString() ?? null,
    heldSince: heldSince?.toISOString() ?? null,
    ...backlog,
  };
}

async function readMigrations(): Promise<Health["migrations"]> {
  const rows = await listMigrations();
  const applied = rows.filter(({ isFinished }) => isFinished);
  return {
    applied: applied.length,
    last: applied.at(-1)?.name ?? null,
    unfinished: rows.filter(({ isFinished }) => !isFinished).map(({ name }) => name),
  };
}

/** How scans come in: what was stored, and what this machine keeps until the database takes it. */
async function readScans(): Promise<Health["scans"]> {
  const [lastMinute, degraded, lost, spool] = await Promise.all([
    countLatestScans(),
    readMetric("quietzone_scans_degraded"),
    readMetric("quietzone_scans_total", { outcome: "lost" }),
    readSpool(join(env.dataDir, "spool")),
  ]);
  return {
    lastMinute,
    isSpooling: degraded === null ? null : degraded === 1,
    lost: lost ?? 0,
    spool,
  };
}

/** What is in the folder, except its reserve of space; a folder that is not there yet holds nothing. Null: it cannot be read. */
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
      refused: (await listFiles(join(folder, "failed"))).length,
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

async function readRateLimits(): Promise<Health["rateLimits"]> {
  const { upstashRedisRestUrl, redisUrl } = env;
  if (upstashRedisRestUrl === undefined && redisUrl === undefined)
    return { store: "memory", isDegraded: false };
  const degraded = await readMetric("quietzone_rate_limit_degraded");
  return {
    store: upstashRedisRestUrl === undefined ? "redis" : "upstash",
    isDegraded: degraded === null ? null : degraded === 1,
  };
}

async function readProcess(): Promise<Health["process"]> {
  // Reading this one measures all of them.
  await readMetric("nodejs_eventloop_lag_seconds");
  const delaySeconds = await readMetric("nodejs_eventloop_lag_p99_seconds");
  return {
    version: packageFile.version,
    node: process.versions.node,
    uptimeSeconds: process.uptime(),
    memoryBytes: process.memoryUsage.rss(),
    loopDelayMs: delaySeconds === null ? null : delaySeconds * 1_000,
  };
}

async function readDisk(): Promise<Health["disk"]> {
  try {
    const { bavail, blocks, bsize } = await statfs(env.dataDir);
    return { folder: env.dataDir, freeBytes: bavail * bsize, totalBytes: blocks * bsize };
  } catch {
    return null;
  }
}

async function readTasks(): Promise<Health["tasks"]> {
  const runs = await listTaskRuns();
  if (runs.length === 0) return null;
  return runs.map(({ endedAt, ...run }) => ({ ...run, endedAt: endedAt?.toISOString() ?? null }));
}

async function readMail(): Promise<Health["mail"]> {
  const waiting = await findWaitingMails();
  return {
    isSet: env.smtpUrl !== undefined,
    isOperatorTold: env.supportEmail !== undefined,
    ...waiting,
  };
}

export async function readBlocklist(): Promise<Health["blocklist"]> {
  const { readAt, ...list } = await describeBlocklist();
  return { ...list, readAt: readAt?.toISOString() ?? null };
}

/**
 * A metric of this process by its name, and by a label where it has some, of its main thread where pages have one of their own.
 * Null where nothing in this process has made it.
 */
async function readMetric(name: string, labels: Record<string, string> = {}): Promise<number | null> {
  const metric = (await readMetrics()).find((one) => one.name === name);
  const found = metric?.values.find((value) =>
    Object.entries(labels).every(
      ([label, wanted]) => (value.labels as Record<string, unknown>)[label] === wanted,
    ),
  );
  return found?.value ?? null;
}
