import pg from "pg";
import { closeDatabase, openConnection, serverLock, setDatabaseUrl, workerLock } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { log } from "@/lib/platform/log";
import { openEmbeddedDatabase, ownerName } from "./embedded-postgres";
import { acceptKey, type EncryptedRows, requireEncryptionKey } from "./encryption-key";
import { migrate } from "./migrate";
import { findClockFault, requireUsable } from "./requirements";

export { locateCluster } from "./cluster";
export { isEmbeddedDatabaseRunning } from "./embedded-postgres";

/** The database as one of our processes holds it: migrated, and named to lib/platform/db.ts. */
export interface OpenDatabase {
  isEmbedded: boolean;
  url: string;
  /** Ends the pool and gives the embedded server back; no process of it is left when we were its last user. */
  close(): Promise<void>;
}

/** Opens `DATABASE_URL` or the embedded database as it is: nothing is migrated. Throws a sentence. */
export async function reachDatabase(): Promise<OpenDatabase> {
  const { databaseUrl, dataDir } = env;
  if (databaseUrl !== undefined) await requireUsable(databaseUrl);
  const embedded = databaseUrl === undefined ? await openEmbeddedDatabase(dataDir) : null;
  const url = databaseUrl ?? embedded?.url ?? "";
  setDatabaseUrl(url);
  return {
    isEmbedded: embedded !== null,
    url,
    async close() {
      await closeDatabase();
      await embedded?.release();
    },
  };
}

/** Opens `DATABASE_URL` or the embedded database and brings it to the newest migration. Throws a sentence. */
export async function openDatabase(): Promise<OpenDatabase> {
  const database = await reachDatabase();
  try {
    const applied = await migrate(database.url);
    if (applied.length > 0) log.info({ count: applied.length }, "migrations were applied");
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** The same for programs that read or write secrets; throws a sentence where the encryption key is not the database's. */
export async function openDatabaseWithSecrets(): Promise<OpenDatabase> {
  const database = await openDatabase();
  try {
    await withConnection("quietzone start", requireEncryptionKey);
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** Our other connections, by what they are for; what a server or a worker holds, whatever hides its name. */
const findOthers = `SELECT application_name || CASE WHEN count(*) > 1 THEN ' × ' || count(*) ELSE '' END AS others
  FROM pg_stat_activity a WHERE datname = current_database() AND pid <> pg_backend_pid() AND application_name <> $1
    AND (application_name LIKE 'quietzone%' OR EXISTS (
      SELECT FROM pg_locks l WHERE l.pid = a.pid AND locktype = 'advisory' AND objid = ANY($2) AND granted))
  GROUP BY application_name ORDER BY 1`;

/** Throws a sentence while servers or workers are at work on the database: their key would no longer be its own. */
async function requireNobodyElse(connection: pg.Client): Promise<void> {
  const { rows } = await connection.query<{ others: string }>(findOthers, [
    ownerName,
    [serverLock, workerLock],
  ]);
  if (rows.length === 0) return;
  throw new Error(
    `Other processes use this database and seem to have the right encryption key: ${rows.map(({ others }) => others).join(", ")}. Stop servers and workers first.`,
  );
}

/**
 * Takes the encryption key here for the one of the database, whose secrets then stay closed; null: it is that one.
 *
 * @param lost the fingerprint of the key that is given up.
 */
export function acceptEncryptionKey(lost: string): Promise<EncryptedRows | null> {
  return withConnection("quietzone admin", async (connection) => {
    await requireNobodyElse(connection);
    return await acceptKey(connection, lost);
  });
}

export async function withConnection<T>(
  name: string,
  work: (connection: pg.Client) => Promise<T>,
): Promise<T> {
  const connection = openConnection(name);
  connection.on("error", () => {});
  try {
    await connection.connect();
    return await work(connection);
  } finally {
    await connection.end().catch(() => undefined);
  }
}

/**
 * Logs where another server uses this database without a shared store for rate limits, and where the database's clock is
 * another than ours. Returns what ends the check's connection.
 */
export async function announceServer(url: string): Promise<() => Promise<void>> {
  const client = new pg.Client({ connectionString: url, application_name: "quietzone server" });
  client.on("error", () => {});
  await client.connect();
  await client.query("SELECT pg_advisory_lock_shared($1)", [serverLock]);
  const { rows } = await client.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM pg_locks
     WHERE locktype = 'advisory' AND objid = $1 AND granted AND pid <> pg_backend_pid()
       AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
    [serverLock],
  );
  const others = rows[0]?.count ?? 0;
  const hasSharedStore = env.redisUrl !== undefined || env.upstashRedisRestUrl !== undefined;
  if (others > 0 && !hasSharedStore) {
    log.warn(
      { count: others, setting: "REDIS_URL" },
      "another server uses this database; without REDIS_URL or UPSTASH_REDIS_REST_URL each counts its rate limits alone",
    );
  }
  const clockFault = await findClockFault(client);
  if (clockFault !== null) log.warn({}, clockFault);
  return () => client.end();
}
