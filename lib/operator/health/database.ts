import { sql } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import type { Health } from "../schema";

/** The database's own view of itself. A role that may not look into other roles' sessions counts them all the same. */
export async function readDatabase(): Promise<Health["database"]> {
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

export async function readMigrations(): Promise<Health["migrations"]> {
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
