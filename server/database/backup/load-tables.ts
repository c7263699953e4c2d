import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type pg from "pg";
import { from as copyFrom } from "pg-copy-streams";
import { listTables } from "./catalog";
import type { Head, Manifest, TableColumns } from "./format";
import type { BackupReader } from "./read-backup";

/** A statement that takes something away from a table, and the one that brings it back as it was. */
interface Detour {
  away: string;
  back: string;
}

/**
 * What must not happen row by row: triggers would count rows that are counted already, and references and indexes are
 * checked and built at once in a fraction of the time. The owner of the tables may do all of it, also where a provider
 * gives no more rights.
 */
const detoursOf = `
WITH own AS (SELECT oid FROM pg_class WHERE relnamespace = current_schema()::regnamespace AND relname = ANY($1)),
detour AS (
  SELECT 1 AS place, format('ALTER TABLE %s DROP CONSTRAINT %I', conrelid::regclass, conname) AS away,
    format('ALTER TABLE %s ADD CONSTRAINT %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) AS back
  FROM pg_constraint WHERE contype = 'f' AND conrelid IN (SELECT oid FROM own)
  UNION ALL
  SELECT 2, format('DROP INDEX %s', indexrelid::regclass), pg_get_indexdef(indexrelid)
  FROM pg_index WHERE indrelid IN (SELECT oid FROM own)
    AND NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = indexrelid AND contype IN ('p', 'u', 'x'))
  UNION ALL
  SELECT 3, format('ALTER TABLE %s DISABLE TRIGGER %I', tgrelid::regclass, tgname),
    format('ALTER TABLE %s ENABLE TRIGGER %I', tgrelid::regclass, tgname)
  FROM pg_trigger WHERE NOT tgisinternal AND tgenabled = 'O' AND tgrelid IN (SELECT oid FROM own))
SELECT away, back FROM detour ORDER BY place, away`;

async function runAll(connection: pg.ClientBase, statements: readonly string[]): Promise<void> {
  for (const statement of statements) await connection.query(statement);
}

function requireSameTables(head: Head, own: readonly TableColumns[]): void {
  const words = (tables: readonly TableColumns[]) =>
    tables.map(({ name, columns }) => `${name}(${[...columns].sort()})`).sort();
  const [wanted, there] = [words(head.tables), words(own)];
  const stranger = wanted.find((table, place) => table !== there[place]);
  if (stranger === undefined && wanted.length === there.length) return;
  throw new Error(`The tables of the backup are not those of its migrations (${stranger ?? there.at(-1)}).`);
}

/** Fills the tables, which the backup's own migrations have made, with its rows; throws unless all of them are there. */
export async function loadTables(connection: pg.Client, reader: BackupReader): Promise<Manifest> {
  const { head } = reader;
  requireSameTables(head, await listTables(connection));
  const names = head.tables.map(({ name }) => name);
  const quoted = names.map((name) => connection.escapeIdentifier(name));
  // Rows that a migration has put there are among those that come.
  await connection.query(`TRUNCATE ${quoted.join(", ")}`);
  const { rows: detours } = await connection.query<Detour>(detoursOf, [names]);
  await runAll(
    connection,
    detours.map(({ away }) => away),
  );
  const loaded = new Map<string, number>();
  for (const table of head.tables) loaded.set(table.name, await loadTable(connection, table, reader));
  const manifest = await reader.end();
  for (const { name, rows } of manifest.tables) {
    if (loaded.get(name) !== rows)
      throw new Error(`PostgreSQL took ${loaded.get(name)} of ${rows} rows of ${name}.`);
  }
  for (const { name, value, isCalled } of manifest.sequences) {
    await connection.query("SELECT setval($1::regclass, $2::bigint, $3)", [
      connection.escapeIdentifier(name),
      value,
      isCalled,
    ]);
  }
  // Indexes first: what is referred to is found by them.
  const back = [/INDEX/, /CONSTRAINT/, /TRIGGER/].flatMap((kind) =>
    detours.filter(({ away }) => kind.test(away)),
  );
  await runAll(
    connection,
    back.map((detour) => detour.back),
  );
  return manifest;
}

async function loadTable(
  connection: pg.Client,
  { name, columns }: TableColumns,
  reader: BackupReader,
): Promise<number> {
  const [table, ...list] = [name, ...columns].map((word) => connection.escapeIdentifier(word));
  const copy = connection.query(copyFrom(`COPY ${table} (${list.join(", ")}) FROM STDIN`));
  await pipeline(Readable.from(reader.rowsOf(name), { objectMode: false }), copy);
  return copy.rowCount;
}
