import pg from "pg";

/**
 * Connections of a test's own. One that is just being closed may hear that its server or database goes; nobody else would hear
 * that, and the process would end with it.
 */
export function openPool(connectionString: string, options: pg.PoolConfig = {}): pg.Pool {
  const pool = new pg.Pool({ ...options, connectionString });
  pool.on("error", () => {});
  return pool;
}
