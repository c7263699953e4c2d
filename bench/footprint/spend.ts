import type pg from "pg";
import { databaseCpuMsOf } from "../processes";

/** What some work took: CPU of the process that did it, of PostgreSQL with all that it runs, and bytes of its log. */
export interface Spent {
  ownMs: number;
  databaseMs: number;
  walBytes: number;
}

/** Runs work on our own database and tells what it took. `readCpu` is of the process that does it: this one unless told. */
export async function spend(
  client: pg.Client,
  work: () => Promise<unknown>,
  readCpu: () => number = ownCpuMs,
): Promise<Spent> {
  const { rows } = await client.query<{ dataDir: string }>(
    `SELECT current_setting('data_directory') AS "dataDir"`,
  );
  const { dataDir } = rows[0]!;
  const read = async () => ({
    ownMs: readCpu(),
    databaseMs: databaseCpuMsOf({ dataDir }),
    walBytes: await readWal(client),
  });
  const before = await read();
  await work();
  const after = await read();
  return {
    ownMs: after.ownMs - before.ownMs,
    databaseMs: after.databaseMs - before.databaseMs,
    walBytes: after.walBytes - before.walBytes,
  };
}

function ownCpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

async function readWal(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ bytes: number }>(
    "SELECT (pg_current_wal_insert_lsn() - '0/0'::pg_lsn)::float8 AS bytes",
  );
  return rows[0]!.bytes;
}
