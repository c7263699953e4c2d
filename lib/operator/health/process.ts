import { statfs } from "node:fs/promises";
import { describeBlocklist } from "@/lib/blocklist";
import { sql } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { listTaskRuns } from "@/lib/platform/health";
import packageFile from "@/package.json";
import type { Health } from "../schema";
import { readMetric } from "./read-metric";

export async function readRateLimits(): Promise<Health["rateLimits"]> {
  const { upstashRedisRestUrl, redisUrl } = env;
  if (upstashRedisRestUrl === undefined && redisUrl === undefined)
    return { store: "memory", isDegraded: false };
  const degraded = await readMetric("quietzone_rate_limit_degraded");
  return {
    store: upstashRedisRestUrl === undefined ? "redis" : "upstash",
    isDegraded: degraded === null ? null : degraded === 1,
  };
}

export async function readProcess(): Promise<Health["process"]> {
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

export async function readDisk(): Promise<Health["disk"]> {
  try {
    const { bavail, blocks, bsize } = await statfs(env.dataDir);
    return { folder: env.dataDir, freeBytes: bavail * bsize, totalBytes: blocks * bsize };
  } catch {
    return null;
  }
}

export async function readTasks(): Promise<Health["tasks"]> {
  const runs = await listTaskRuns();
  if (runs.length === 0) return null;
  return runs.map(({ endedAt, ...run }) => ({ ...run, endedAt: endedAt?.toISOString() ?? null }));
}

export async function readMail(): Promise<Health["mail"]> {
  const { rows } = await sql.query<{ waiting: number; oldestSeconds: number }>(
    `SELECT count(*)::int AS waiting, coalesce(extract(epoch FROM now() - min(created_at)), 0)::float8 AS "oldestSeconds"
     FROM support_request WHERE mailed_at IS NULL AND answered_at IS NULL`,
  );
  const { waiting = 0, oldestSeconds = 0 } = rows[0] ?? {};
  return {
    isSet: env.smtpUrl !== undefined,
    isOperatorTold: env.supportEmail !== undefined,
    waiting,
    oldestSeconds,
  };
}

export async function readBlocklist(): Promise<Health["blocklist"]> {
  const { readAt, ...list } = await describeBlocklist();
  return { ...list, readAt: readAt?.toISOString() ?? null };
}
