import { createHash } from "node:crypto";
import type pg from "pg";
import { migrationsFolder, readMigrations } from "../migrate";
import type { Head, Manifest, TableColumns, TableCount } from "./format";

/** What the database and the migrations say of tables. */

/** A migration as it is on disk. */
export interface Migration {
  name: string;
  text: string;
  /** As Prisma computes it: SHA-256 of the text. */
  checksum: string;
}

/** The migrations on disk, oldest first. */
export async function listMigrations(folder = migrationsFolder): Promise<Migration[]> {
  const { migrationDirectories } = await readMigrations(folder);
  return migrationDirectories.map(({ path: name, migrationFile: { content } }) => {
    const text = content.tag === "ok" ? content.value : "";
    return { name, text, checksum: createHash("sha256").update(text).digest("hex") };
  });
}

/** The migrations that a database has, oldest first; none where it is not ours. */
export async function readApplied(connection: pg.ClientBase): Promise<Head["migrations"]> {
  const { rows: known } = await connection.query(
    "SELECT to_regclass('_prisma_migrations') IS NOT NULL AS yes",
  );
  if (!known[0].yes) return [];
  const { rows } = await connection.query<Head["migrations"][number]>(
    `SELECT migration_name AS name, checksum FROM _prisma_migrations
     WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL ORDER BY migration_name`,
  );
  return rows;
}

const ownRelations = `pg_class c WHERE c.relnamespace = current_schema()::regnamespace
  AND NOT EXISTS (SELECT FROM pg_depend WHERE classid = 'pg_class'::regclass AND objid = c.oid AND deptype = 'e')`;

/** Names of whatever holds rows in the schema that the service uses; what extensions brought is not counted. */
export async function listRelations(connection: pg.ClientBase): Promise<string[]> {
  const { rows } = await connection.query<{ name: string }>(
    `SELECT c.relname AS name FROM ${ownRelations} AND c.relkind IN ('r', 'p', 'v', 'm', 'f') ORDER BY 1`,
  );
  return rows.map(({ name }) => name);
}

/** Tables with their columns, but for what Prisma notes of migrations. The rows of partitions are those of their table. */
export async function listTables(connection: pg.ClientBase): Promise<TableColumns[]> {
  const { rows } = await connection.query<TableColumns>(
    `SELECT c.relname AS name, (SELECT array_agg(attname::text ORDER BY attnum) FROM pg_attribute
       WHERE attrelid = c.oid AND attnum > 0 AND NOT attisdropped AND attgenerated = '') AS columns
     FROM ${ownRelations} AND c.relkind IN ('r', 'p') AND NOT c.relispartition
       AND c.relname <> '_prisma_migrations' ORDER BY 1`,
  );
  return rows;
}

/**
 * Compares what an archive holds of tables with what the database says that they hold, in the same snapshot and counted
 * another way than the archive was written. Rows are null where there is nothing of that name to count.
 */
export async function findMissingRows(
  connection: pg.ClientBase,
  names: Iterable<string>,
  archived: readonly TableCount[],
): Promise<NonNullable<Manifest["missing"]>> {
  const missing: NonNullable<Manifest["missing"]> = [];
  const relations = new Set(await listRelations(connection));
  for (const name of names) {
    const inArchive = archived.find((table) => table.name === name)?.rows ?? null;
    const rows = relations.has(name) ? await countRows(connection, name) : null;
    if (rows !== inArchive || rows === null) missing.push({ name, rows, archived: inArchive ?? 0 });
  }
  return missing;
}

async function countRows(connection: pg.ClientBase, name: string): Promise<number> {
  const { rows } = await connection.query<{ n: string }>(
    `SELECT count(*) AS n FROM ${connection.escapeIdentifier(name)}`,
  );
  return Number(rows[0]?.n);
}

/** Where sequences of these tables stand. They know no snapshots: read after the rows, none is behind them. */
export async function readSequences(
  connection: pg.ClientBase,
  tables: readonly TableColumns[],
): Promise<Manifest["sequences"]> {
  const { rows } = await connection.query<{ name: string }>(
    `SELECT c.relname AS name FROM pg_class c JOIN pg_depend d ON d.objid = c.oid AND d.deptype IN ('a', 'i')
     JOIN pg_class t ON t.oid = d.refobjid AND t.relname = ANY($1)
     WHERE c.relkind = 'S' AND c.relnamespace = current_schema()::regnamespace ORDER BY 1`,
    [tables.map(({ name }) => name)],
  );
  const sequences: Manifest["sequences"] = [];
  for (const { name } of rows) {
    const { rows: states } = await connection.query<{ value: string; isCalled: boolean }>(
      `SELECT last_value::text AS value, is_called AS "isCalled" FROM ${connection.escapeIdentifier(name)}`,
    );
    sequences.push({ name, ...(states[0] as { value: string; isCalled: boolean }) });
  }
  return sequences;
}

/** Tables that migrations make and no later one takes away: whatever else is in the database is somebody else's. */
export function tablesMadeBy(migrations: readonly Migration[]): Set<string> {
  const made = new Set<string>();
  for (const { text } of migrations) {
    for (const [, verb, name = ""] of text.matchAll(
      /^(CREATE|DROP) (?:UNLOGGED )?TABLE (?:IF (?:NOT )?EXISTS )?"(\w+)"/gm,
    )) {
      if (verb === "CREATE") made.add(name);
      else made.delete(name);
    }
  }
  return made;
}

/** Settings that would end long work, and those that COPY's text depends on. */
const wanted = {
  statement_timeout: "0",
  lock_timeout: "0",
  idle_in_transaction_session_timeout: "0",
  transaction_timeout: "0",
  datestyle: "ISO, YMD",
  intervalstyle: "postgres",
  timezone: "UTC",
  bytea_output: "hex",
  extra_float_digits: "1",
  // Rows that a policy hides are an error instead of missing.
  row_security: "off",
};

/** Settles, until the transaction ends, what a role or a database may have set otherwise. Older servers lack some of them. */
export async function withoutTimeouts(connection: pg.ClientBase): Promise<void> {
  await connection.query(
    `SELECT set_config(wanted.name, wanted.value, true) FROM unnest($1::text[], $2::text[]) AS wanted(name, value)
     JOIN pg_settings ON lower(pg_settings.name) = wanted.name`,
    [Object.keys(wanted), Object.values(wanted)],
  );
}
