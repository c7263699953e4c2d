import { sql } from "@/lib/platform/db";

/** The version of PostgreSQL. */
export async function findDatabaseVersion(): Promise<string> {
  const { rows } = await sql.query<{ version: string }>(
    "SELECT current_setting('server_version') AS version",
  );
  return rows[0]?.version ?? "";
}

/** Names of the migrations that were applied, in order. */
export async function listMigrations(): Promise<string[]> {
  const { rows } = await sql.query<{ name: string }>(
    `SELECT migration_name AS name FROM _prisma_migrations
     WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL ORDER BY migration_name`,
  );
  return rows.map(({ name }) => name);
}
