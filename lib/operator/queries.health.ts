import { sql, workerLock } from "@/lib/platform/db";
import type { Health } from "./schema";

type DatabaseRow = Omit<Health["database"], "isEmbedded">;

/** The database's own view of itself. A role that may not look into other roles' sessions counts them all the same. */
export async function findDatabase(): Promise<DatabaseRow> {
  const { rows } = await sql.query<DatabaseRow>(
    `SELECT current_setting('server_version') AS version, pg_database_size(current_database())::float8 AS bytes,
       (SELECT count(*)::int FROM pg_stat_activity WHERE backend_type = 'client backend') AS connections,
       current_setting('max_connections')::int AS "maxConnections",
       (SELECT coalesce(extract(epoch FROM now() - min(xact_start)), 0)::float8 FROM pg_stat_activity
        WHERE datname = current_database() AND pid <> pg_backend_pid()) AS "oldestTransactionSeconds",
       (SELECT count(*)::int FROM pg_stat_replication) AS replicas`,
  );
  return rows[0] as DatabaseRow;
}

/** Migrations that were not rolled back, in order. */
export async function listMigrations(): Promise<{ name: string; isFinished: boolean }[]> {
  const { rows } = await sql.query<{ name: string; isFinished: boolean }>(
    `SELECT migration_name AS name, finished_at IS NOT NULL AS "isFinished" FROM _prisma_migrations
     WHERE rolled_back_at IS NULL ORDER BY migration_name`,
  );
  return rows;
}

/** How many workers deliver webhooks, and when the last request was sent. */
export async function findWorkers(): Promise<{ workers: number; lastSentAt: Date | null }> {
  const { rows } = await sql.query<{ workers: number; lastSentAt: Date | null }>(
    `SELECT (SELECT count(DISTINCT pid)::int FROM pg_locks WHERE locktype = 'advisory' AND objid = $1 AND granted
         AND database = (SELECT oid FROM pg_database WHERE datname = current_database())) AS workers,
       (SELECT max(last_triggered_at) FROM webhook_queue) AS "lastSentAt"`,
    [workerLock],
  );
  return rows[0] ?? { workers: 0, lastSentAt: null };
}

/** Of one account in a minute no more are counted. */
const mostCounted = 100_000;

/** Scans of the last minute. */
export async function countLatestScans(): Promise<number> {
  const { rows } = await sql.query<{ lastMinute: number }>(
    `SELECT count(*)::int AS "lastMinute" FROM scan_counter l CROSS JOIN LATERAL (
       SELECT FROM scan s WHERE s.account_id = l.account_id AND s.is_sandbox = l.is_sandbox
         AND s.scanned_at > now() - interval '1 minute' LIMIT ${mostCounted}) s
     WHERE l.last_stamp > now() - interval '1 minute'`,
  );
  return rows[0]?.lastMinute ?? 0;
}

/** How far scans are counted into the documents of their days, and what is still to be purged. */
export async function findRollups(): Promise<Health["rollups"]> {
  const { rows } = await sql.query<Health["rollups"]>(
    `SELECT coalesce(sum(unrolled), 0)::int AS unrolled,
       greatest(0, coalesce(extract(epoch FROM now() - min(
         CASE WHEN unrolled > 0 THEN date_trunc('day', rolled_to, 'UTC') + interval '1 day' END)), 0))::float8 AS "lateSeconds",
       (SELECT count(*)::int FROM stale_scan_day) AS "daysToCount",
       (SELECT count(*)::int FROM scan_purge) AS purges
     FROM scan_counter`,
  );
  return rows[0] as Health["rollups"];
}

/** Mails to the operator that are not sent yet. */
export async function findWaitingMails(): Promise<{ waiting: number; oldestSeconds: number }> {
  const { rows } = await sql.query<{ waiting: number; oldestSeconds: number }>(
    `SELECT count(*)::int AS waiting, coalesce(extract(epoch FROM now() - min(created_at)), 0)::float8 AS "oldestSeconds"
     FROM support_request WHERE mailed_at IS NULL AND answered_at IS NULL`,
  );
  return rows[0] ?? { waiting: 0, oldestSeconds: 0 };
}
