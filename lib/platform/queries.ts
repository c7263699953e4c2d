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
