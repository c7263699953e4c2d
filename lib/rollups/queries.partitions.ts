import type pg from "pg";
import { isSqlState, partitionLock, sql } from "@/lib/platform/db";

/** A part of the table of scans: those from one time on, until another. */
export interface Partition {
  name: string;
  /** Null: every earlier one. */
  from: Date | null;
  to: Date;
}

/** The partitions of the table of scans, the earliest first; null while the table is not partitioned. */
export async function listPartitions(
  client: Pick<pg.ClientBase, "query"> = sql,
): Promise<Partition[] | null> {
  const { rows } = await client.query<{ kind: string; partitions: Partition[] | null }>(
    `SELECT c.relkind AS kind, (
       SELECT json_agg(json_build_object('name', name, 'from', bounds[1]::timestamptz, 'to', bounds[2]::timestamptz)
         ORDER BY bounds[2]::timestamptz)
       FROM (SELECT p.relname AS name, regexp_match(pg_get_expr(p.relpartbound, p.oid),
           'FROM \\((?:MINVALUE|''(.+?)'')\\) TO \\(''(.+?)''\\)') AS bounds
         FROM pg_inherits i JOIN pg_class p ON p.oid = i.inhrelid WHERE i.inhparent = c.oid) AS part) AS partitions
     FROM pg_class c WHERE c.oid = 'scan'::regclass`,
  );
  const [row] = rows;
  if (row?.kind !== "p") return null;
  const read = ({ name, from, to }: Partition) => ({ name, from: from && new Date(from), to: new Date(to) });
  return (row.partitions ?? []).map(read);
}

/** The database's clock, which dates scans. */
export async function findNow(client: Pick<pg.ClientBase, "query">): Promise<Date> {
  const { rows } = await client.query<{ now: Date }>("SELECT clock_timestamp() AS now");
  return (rows[0] as { now: Date }).now;
}

/** The latest scan by all counters; null without one. */
export async function findLatestStamp(client: Pick<pg.ClientBase, "query">): Promise<Date | null> {
  const { rows } = await client.query<{ lastStamp: Date | null }>(
    `SELECT max(last_stamp) AS "lastStamp" FROM scan_counter`,
  );
  return rows[0]?.lastStamp ?? null;
}

/** Whether this session alone changes partitions now; held until its connection ends. */
export async function lockPartitions(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ isHeld: boolean }>(`SELECT pg_try_advisory_lock($1) AS "isHeld"`, [
    partitionLock,
  ]);
  return rows[0]?.isHeld === true;
}

/** The bound that the scans of a table without partitions keep to, and whether each was checked; null: there is none. */
export async function findBound(client: pg.ClientBase): Promise<{ to: Date; isChecked: boolean } | null> {
  const { rows } = await client.query<{ to: Date; isChecked: boolean }>(
    `SELECT substring(pg_get_constraintdef(oid) FROM '''(.+?)''')::timestamptz AS "to", convalidated AS "isChecked"
     FROM pg_constraint WHERE conrelid = 'scan'::regclass AND conname = 'scan_bound'`,
  );
  return rows[0] ?? null;
}

/** No longer scan than this keeps others waiting behind it; what can't begin by then is tried again at the next run. */
const lockTimeout = "SET LOCAL lock_timeout = '200ms'";

const literal = (at: Date) => `'${at.toISOString()}'`;

/** Lets the table take scans before this time alone, without looking at those that it has. */
export async function addBound(client: pg.ClientBase, to: Date): Promise<void> {
  await client.query(`BEGIN; ${lockTimeout};
    ALTER TABLE scan ADD CONSTRAINT scan_bound CHECK (scanned_at < ${literal(to)}) NOT VALID; COMMIT`);
}

/** Looks at every scan, while others go on writing; false where one is beyond the bound. */
export async function checkBound(client: pg.ClientBase): Promise<boolean> {
  try {
    await client.query("ALTER TABLE scan VALIDATE CONSTRAINT scan_bound");
    return true;
  } catch (error) {
    if (isSqlState(error, "23514")) return false;
    throw error;
  }
}

export async function dropBound(client: pg.ClientBase): Promise<void> {
  await client.query(`BEGIN; ${lockTimeout}; ALTER TABLE scan DROP CONSTRAINT scan_bound; COMMIT`);
}

/** Makes the table the first partition of another one that takes its name; no row is read or moved. */
export async function makePartitioned(client: pg.ClientBase, to: Date): Promise<void> {
  await client.query(`BEGIN; ${lockTimeout};
    ALTER TABLE scan RENAME TO scan_before;
    ALTER INDEX scan_pkey RENAME TO scan_before_pkey;
    ALTER INDEX scan_qr_code_id_scanned_at_id_idx RENAME TO scan_before_qr_code_id_scanned_at_id_idx;
    CREATE TABLE scan (LIKE scan_before INCLUDING DEFAULTS) PARTITION BY RANGE (scanned_at);
    ALTER TABLE scan ADD CONSTRAINT scan_pkey PRIMARY KEY (account_id, is_sandbox, scanned_at, id);
    CREATE INDEX scan_qr_code_id_scanned_at_id_idx ON scan (qr_code_id, scanned_at, id);
    ALTER TABLE scan ATTACH PARTITION scan_before FOR VALUES FROM (MINVALUE) TO (${literal(to)});
    ALTER TABLE scan_before DROP CONSTRAINT scan_bound;
    COMMIT`);
}

/** Adds an empty partition, named after its first day. */
export async function addPartition(client: pg.ClientBase, from: Date, to: Date): Promise<void> {
  const name = `scan_${from.toISOString().slice(0, 10).replaceAll("-", "")}`;
  await client.query(`BEGIN; ${lockTimeout};
    CREATE TABLE ${name} (LIKE scan INCLUDING ALL);
    ALTER TABLE scan ATTACH PARTITION ${name} FOR VALUES FROM (${literal(from)}) TO (${literal(to)});
    COMMIT`);
}

/** What the operator adds for a gap in which no service ran. */
export const gapPartition = (from: Date, to: Date) =>
  `CREATE TABLE scan_gap PARTITION OF scan FOR VALUES FROM (${literal(from)}) TO (${literal(to)})`;

/** Ends a transaction that failed halfway. */
export async function rollBack(client: pg.ClientBase): Promise<void> {
  await client.query("ROLLBACK");
}

/** Whether reports still read scans of a partition: a counter says from when on each account's are read. */
export async function isPartitionRead(client: pg.ClientBase, { name, to }: Partition): Promise<boolean> {
  const { rowCount } = await client.query(
    `SELECT FROM scan_counter c WHERE NOT c.is_sandbox AND coalesce(c.raw_from, '-infinity') < $1
       AND EXISTS (SELECT FROM ${client.escapeIdentifier(name)} s WHERE s.account_id = c.account_id AND NOT s.is_sandbox OFFSET 0)
     LIMIT 1`,
    [to],
  );
  return rowCount !== 0;
}

/** Before the instant in a partition's comment from which on no report reads it. */
const unreadMark = "no report reads it since ";

/** For how long no report has read a partition; null if it isn't marked. */
export async function findUnreadMs(client: pg.ClientBase, { name }: Partition): Promise<number | null> {
  const { rows } = await client.query<{ ms: number | null }>(
    `SELECT extract(epoch FROM clock_timestamp() - substring(obj_description(to_regclass($1), 'pg_class') FROM $2)::timestamptz)::float8
       * 1000 AS ms`,
    [client.escapeIdentifier(name), `^${unreadMark}(.+)$`],
  );
  return rows[0]?.ms ?? null;
}

/** Marks a partition as read by no report from now on. */
export async function markUnread(client: pg.ClientBase, { name }: Partition): Promise<void> {
  const table = client.escapeIdentifier(name);
  await client.query(`BEGIN; ${lockTimeout};
    DO $$ BEGIN EXECUTE format('COMMENT ON TABLE ${table} IS %L', '${unreadMark}' || clock_timestamp()); END $$;
    COMMIT`);
}

export async function unmarkUnread(client: pg.ClientBase, { name }: Partition): Promise<void> {
  await client.query(
    `BEGIN; ${lockTimeout}; COMMENT ON TABLE ${client.escapeIdentifier(name)} IS NULL; COMMIT`,
  );
}

/** Scans of the sandbox in a partition, as a statement: one look at the index for each account in it. */
const sandboxScans = (table: string) =>
  `WITH RECURSIVE owner AS (
      (SELECT account_id FROM ${table} ORDER BY account_id LIMIT 1)
      UNION ALL
      SELECT (SELECT s.account_id FROM ${table} s WHERE s.account_id > owner.account_id ORDER BY s.account_id LIMIT 1)
      FROM owner WHERE owner.account_id IS NOT NULL)
    SELECT s.* FROM owner JOIN ${table} s ON s.account_id = owner.account_id AND s.is_sandbox`;

/** How many scans of the sandbox a partition has, and how many others, about; at most `most` of the former are counted. */
export async function countScans(
  client: pg.ClientBase,
  { name }: Partition,
  most: number,
): Promise<{ sandbox: number; others: number }> {
  const table = client.escapeIdentifier(name);
  const { rows } = await client.query<{ sandbox: number; others: number }>(
    `SELECT sandbox, greatest(0, reltuples - sandbox)::int AS others
     FROM (SELECT count(*)::int AS sandbox FROM (${sandboxScans(table)} LIMIT $1) AS limited) AS counted, pg_class
     WHERE oid = to_regclass($2)`,
    [most, table],
  );
  return rows[0] ?? { sandbox: 0, others: 0 };
}

/** The first partition once retention has ended others: it has scans of the sandbox, and takes those that are dated back. */
export const pastPartition = "scan_past";

/**
 * Drops the earliest partitions and extends `pastPartition` to where they ended, in the same time whatever they have; their scans of the
 * sandbox are moved there.
 */
export async function dropPartitions(
  client: pg.ClientBase,
  ended: readonly Partition[],
  to: Date,
): Promise<void> {
  const isFirst = ended.every(({ name }) => name !== pastPartition);
  const tables = ended
    .filter(({ name }) => name !== pastPartition)
    .map(({ name }) => client.escapeIdentifier(name));
  const past = isFirst
    ? `CREATE TABLE ${pastPartition} (LIKE scan INCLUDING ALL);`
    : `ALTER TABLE scan DETACH PARTITION ${pastPartition};`;
  const moves = tables.map(
    (table) => `ALTER TABLE scan DETACH PARTITION ${table};
      INSERT INTO ${pastPartition} ${sandboxScans(table)};
      DROP TABLE ${table};`,
  );
  await client.query(`BEGIN; ${lockTimeout};
    ${past}
    ${moves.join("\n")}
    ALTER TABLE scan ATTACH PARTITION ${pastPartition} FOR VALUES FROM (MINVALUE) TO (${literal(to)});
    COMMIT`);
}
