import type pg from "pg";
import { partitionLock, sql } from "@/lib/platform/db";

/** A part of the table of scans: those from one time on, until another. */
export interface Partition {
  name: string;
  /** Null: every earlier one. */
  from: Date | null;
  to: Date;
  /** Its removal was begun and interrupted. */
  isPending: boolean;
}

/** The partitions of the table of scans, the earliest first; null while the table is not partitioned. */
export async function listPartitions(
  client: Pick<pg.ClientBase, "query"> = sql,
): Promise<Partition[] | null> {
  const { rows } = await client.query<{ kind: string; partitions: Partition[] | null }>(
    `SELECT c.relkind AS kind, (
       SELECT json_agg(json_build_object('name', name, 'from', bounds[1]::timestamptz, 'to', bounds[2]::timestamptz,
         'isPending', pending) ORDER BY bounds[2]::timestamptz)
       FROM (SELECT p.relname AS name, i.inhdetachpending AS pending, regexp_match(pg_get_expr(p.relpartbound, p.oid),
           'FROM \\((?:MINVALUE|''(.+?)'')\\) TO \\(''(.+?)''\\)') AS bounds
         FROM pg_inherits i JOIN pg_class p ON p.oid = i.inhrelid WHERE i.inhparent = c.oid) AS part) AS partitions
     FROM pg_class c WHERE c.oid = 'scan'::regclass`,
  );
  const [row] = rows;
  if (row?.kind !== "p") return null;
  const read = ({ from, to, ...rest }: Partition) => ({
    ...rest,
    from: from && new Date(from),
    to: new Date(to),
  });
  return (row.partitions ?? []).map(read);
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

/** Looks at every scan, while others go on writing. */
export async function checkBound(client: pg.ClientBase): Promise<void> {
  await client.query("ALTER TABLE scan VALIDATE CONSTRAINT scan_bound");
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

/** Ends a transaction that failed halfway. */
export async function rollBack(client: pg.ClientBase): Promise<void> {
  await client.query("ROLLBACK");
}

/**
 * Who still needs the scans of a partition: reports, whose counters say from when on each account's are read, or the sandbox alone,
 * which keeps its own. One look at the index for each counter.
 */
export async function findNeed(
  client: pg.ClientBase,
  { name, to }: Partition,
): Promise<"reports" | "sandbox" | null> {
  const { rows } = await client.query<{ need: "reports" | "sandbox" }>(
    `SELECT CASE WHEN c.is_sandbox THEN 'sandbox' ELSE 'reports' END AS need
     FROM scan_counter c WHERE (c.is_sandbox OR coalesce(c.raw_from, '-infinity') < $1)
       AND EXISTS (SELECT FROM ${client.escapeIdentifier(name)} s WHERE s.account_id = c.account_id AND s.is_sandbox = c.is_sandbox
         OFFSET 0)
     ORDER BY c.is_sandbox LIMIT 1`,
    [to],
  );
  return rows[0]?.need ?? null;
}

/** Takes a partition out of the table and drops it, in the same time whatever it holds; returns how many scans that were, about. */
export async function dropPartition(client: pg.ClientBase, { name, isPending }: Partition): Promise<number> {
  const table = client.escapeIdentifier(name);
  await client.query("SET lock_timeout = '2s'");
  await client.query(`ALTER TABLE scan DETACH PARTITION ${table} ${isPending ? "FINALIZE" : "CONCURRENTLY"}`);
  return dropDetached(client, name);
}

/** Drops a partition that is no longer part of the table. */
export async function dropDetached(client: pg.ClientBase, name: string): Promise<number> {
  const { rows } = await client.query<{ scans: number }>(
    "SELECT greatest(reltuples, 0)::int AS scans FROM pg_class WHERE oid = to_regclass($1)",
    [client.escapeIdentifier(name)],
  );
  await client.query(`DROP TABLE ${client.escapeIdentifier(name)}`);
  return rows[0]?.scans ?? 0;
}

/** Partitions that a process took out and did not live to drop. */
export async function listDetached(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relnamespace = current_schema()::regnamespace AND relkind = 'r'
       AND NOT relispartition AND relname ~ '^scan_(?:\\d{8}|before)$'`,
  );
  return rows.map(({ name }) => name);
}
