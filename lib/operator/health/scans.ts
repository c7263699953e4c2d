import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import type { Health } from "../schema";
import { readMetric } from "./read-metric";

/** Of one account in a minute no more are counted. */
const mostCounted = 100_000;

/** How scans come in: what was stored, and what this machine keeps until the database takes it. */
export async function readScans(): Promise<Health["scans"]> {
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
export async function readRollups(): Promise<Health["rollups"]> {
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
