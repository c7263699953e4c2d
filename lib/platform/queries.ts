import { type Executor, sessionLock, sql } from "./db";

export async function ping(executor: Executor = sql): Promise<void> {
  await executor.query("SELECT");
}

/** Takes a shared advisory lock, once per connection. */
export async function lockShared(connection: Executor, lock: number): Promise<void> {
  const own = "locktype = 'advisory' AND objid = $1 AND pid = pg_backend_pid()";
  const text = `SELECT pg_advisory_lock_shared($1) WHERE NOT EXISTS (SELECT FROM pg_locks WHERE ${own})`;
  await connection.query(text, [lock]);
}

export async function unlockShared(connection: Executor, lock: number): Promise<void> {
  await connection.query("SELECT pg_advisory_unlock_shared($1)", [lock]);
}

/** Locks the number of a session for as long as its connection lives. */
export async function lockSession(connection: Executor, session: number): Promise<void> {
  await connection.query("SELECT pg_advisory_lock($1, $2)", [sessionLock, session]);
}

/** Notes that all an account has committed so far ends before this place of the write-ahead log. Unknown accounts are left out. */
export async function upsertWritePoint(accountId: string): Promise<void> {
  await sql.query({
    name: "note_write",
    text: `INSERT INTO account_write (account_id, lsn)
      SELECT id, pg_current_wal_insert_lsn() FROM account WHERE id = $1
      ON CONFLICT (account_id) DO UPDATE SET lsn = excluded.lsn`,
    values: [accountId],
  });
}

/**
 * The place behind the account's last noted write; of an account without one, what is on disk by now. Never beyond the end of the
 * log: a restored database keeps places of another.
 */
export async function findWritePoint(accountId: string): Promise<string> {
  const { rows } = await sql.query<{ lsn: string }>({
    name: "find_write",
    text: `SELECT least(coalesce((SELECT lsn FROM account_write WHERE account_id = $1), pg_current_wal_flush_lsn()),
        pg_current_wal_insert_lsn())::text AS lsn`,
    values: [accountId],
  });
  return rows[0]?.lsn ?? "";
}

/** The place behind everything that is committed, and on disk. */
export async function findLogEnd(executor: Executor = sql): Promise<string> {
  const { rows } = await executor.query<{ lsn: string }>("SELECT pg_current_wal_flush_lsn()::text AS lsn");
  return rows[0]?.lsn ?? "";
}

/** Whether a server is a replica that has replayed the log up to each of these places; in their order. */
export async function listReplayed(replica: Executor, points: readonly string[]): Promise<boolean[]> {
  const { rows } = await replica.query<{ isReplayed: boolean }>({
    name: "list_replayed",
    text: `SELECT pg_is_in_recovery() AND coalesce(pg_last_wal_replay_lsn() >= lsn, false) AS "isReplayed"
      FROM unnest($1::pg_lsn[]) WITH ORDINALITY AS wanted(lsn, place) ORDER BY place`,
    values: [points],
  });
  return rows.map(({ isReplayed }) => isReplayed);
}

/** What tells a database and its replicas from all others, and whether this is a replica. */
export async function findServer(executor: Executor): Promise<{ system: string; isReplica: boolean }> {
  const { rows } = await executor.query<{ system: string; isReplica: boolean }>(
    `SELECT system_identifier || ' ' || current_database() AS system, pg_is_in_recovery() AS "isReplica"
     FROM pg_control_system()`,
  );
  return rows[0] ?? { system: "", isReplica: false };
}
