import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type pg from "pg";
import { from as copyFrom } from "pg-copy-streams";
import { openConnection } from "@/lib/platform/db";
import { log } from "@/lib/platform/log";
import { endEverySignIn } from "@/lib/users/sign-in";
import { clearAllFailures } from "@/lib/webhooks/delivery";
import {
  acceptKey,
  type EncryptedRows,
  requireEncryptionKey,
  requireKeyOf,
  requireLoss,
} from "../encryption-key";
import { holdMigrations, requireOwnHistory } from "../migrate";
import { listMigrations, listRelations, listTables, type Migration, withoutTimeouts } from "./catalog";
import type { Head, Manifest, TableColumns } from "./format";
import { BackupReader } from "./read-backup";

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

/** What a restore that was killed held is free again in a moment. */
const patienceMs = 10_000;

/** What becomes of deliveries that had not ended when the backup was made. */
export const deliveryChoices = ["hold", "send"] as const;

interface RestoreOptions {
  deliveries: (typeof deliveryChoices)[number];
  /** Fingerprint of the key that the secrets are encrypted with, where it is lost: they are taken as they are, and don't open. */
  lostKey?: string | undefined;
  onBytes?(bytes: number): void;
  /** The migrations are read from there; those of the service unless told. */
  migrations?: string;
}

/** A database that was restored. */
export interface Restored {
  manifest: Manifest;
  /** Migrations that are newer than the backup. */
  upgradedBy: string[];
  /** What had not ended, and whether it is held. */
  waiting: { events: number; deliveries: number; areHeld: boolean };
  /** Everybody signs in again, unless nothing has happened since the backup. */
  sessionsEnded: number;
  /** What does not open any more, where another key was accepted. */
  lost: EncryptedRows | null;
}

/** As Prisma makes it: the service finds there what was applied. */
const migrationsTable = `CREATE TABLE "_prisma_migrations" (
  "id" VARCHAR(36) PRIMARY KEY NOT NULL, "checksum" VARCHAR(64) NOT NULL, "finished_at" TIMESTAMPTZ,
  "migration_name" VARCHAR(255) NOT NULL, "logs" TEXT, "rolled_back_at" TIMESTAMPTZ,
  "started_at" TIMESTAMPTZ NOT NULL DEFAULT now(), "applied_steps_count" INTEGER NOT NULL DEFAULT 0)`;

const insertMigration = `INSERT INTO "_prisma_migrations"
  ("id", "checksum", "finished_at", "migration_name", "applied_steps_count") VALUES (gen_random_uuid(), $1, now(), $2, 1)`;

async function apply(connection: pg.ClientBase, migrations: readonly Migration[]): Promise<void> {
  for (const { name, text, checksum } of migrations) {
    await connection.query(text);
    await connection.query(insertMigration, [checksum, name]);
  }
}

function requireKnown({ migrations, version }: Head, known: readonly Migration[]): void {
  requireOwnHistory(migrations, known[0]?.name, "This backup");
  for (const { name, checksum } of migrations) {
    const own = known.find((migration) => migration.name === name);
    if (own === undefined) {
      throw new Error(
        `This backup was made by a newer Quietzone (${version}, with the migration ${name}); restore it with that version or a later one.`,
      );
    }
    if (own.checksum !== checksum) {
      throw new Error(`The migration ${name} of this version is another one than that of the backup.`);
    }
  }
}

async function requireEmpty(connection: pg.ClientBase): Promise<void> {
  const relations = await listRelations(connection);
  if (relations.length === 0) return;
  throw new Error(
    `A backup is restored into an empty database, and this one has ${relations.length} tables (${relations.slice(0, 3).join(", ")}${relations.length > 3 ? ", …" : ""}). ` +
      "Let DATABASE_URL name a new database or, with the embedded one, DATA_DIR a new folder.",
  );
}

/**
 * What waits, of webhooks that are active. Held where that is wanted: the row is there before anybody can look for work,
 * and what happens later is told from what was restored by the time in it.
 */
const countWaiting = `SELECT
  (SELECT count(*)::int FROM event WHERE fanned_out_at IS NULL) AS events,
  (SELECT count(*)::int FROM delivery d JOIN webhook w ON w.id = d.webhook_id AND w.is_active
    AND w.generation = d.generation WHERE d.due_at IS NOT NULL) AS deliveries`;
const hold = `INSERT INTO delivery_pause (id, until)
  SELECT 1, greatest(clock_timestamp(), (SELECT max(created_at) FROM event))`;

async function resolveDeliveries(
  connection: pg.ClientBase,
  choice: RestoreOptions["deliveries"],
): Promise<Restored["waiting"]> {
  const { rows } = await connection.query<{ events: number; deliveries: number }>(countWaiting);
  const { events, deliveries } = rows[0] as { events: number; deliveries: number };
  // A hold of the backed-up database ends here: the choice is made again.
  await connection.query("DELETE FROM delivery_pause");
  await clearAllFailures(connection);
  const areHeld = choice === "hold" && events + deliveries > 0;
  if (areHeld) await connection.query(hold);
  return { events, deliveries, areHeld };
}

async function restoreAll(
  connection: pg.Client,
  reader: BackupReader,
  { deliveries, lostKey, migrations }: RestoreOptions,
): Promise<Restored> {
  const known = await listMigrations(migrations);
  requireKnown(reader.head, known);
  if (lostKey === undefined) requireKeyOf(reader.head.encryptionKey);
  else requireLoss(lostKey, reader.head.encryptionKey);
  const isOld = ({ name }: Migration) => reader.head.migrations.some((own) => own.name === name);
  const newer = known.filter((migration) => !isOld(migration));
  await connection.query(migrationsTable);
  await apply(connection, known.filter(isOld));
  const manifest = await loadTables(connection, reader);
  await apply(connection, newer);
  const lost = lostKey === undefined ? null : await acceptKey(connection, lostKey);
  if (lostKey === undefined) await requireEncryptionKey(connection);
  const waiting = await resolveDeliveries(connection, deliveries);
  // An operator who chooses `send` says that nothing has happened since the backup, so nobody has signed out either.
  const sessionsEnded = deliveries === "send" ? 0 : await endEverySignIn(connection);
  return { manifest, upgradedBy: newer.map(({ name }) => name), waiting, sessionsEnded, lost };
}

/** What plans are made from. The rows are there by now, with or without it. */
async function analyze(connection: pg.Client): Promise<void> {
  try {
    await connection.query("SET statement_timeout = 0");
    await connection.query("ANALYZE");
  } catch (err) {
    log.warn({ err }, "the restored tables were not analyzed; autovacuum does it");
  }
}

/** Restores a backup into an empty database and migrates it, in one transaction. Throws a sentence. */
export async function restoreBackup(file: string, options: RestoreOptions): Promise<Restored> {
  const reader = await BackupReader.open(file, options.onBytes);
  const connection = openConnection("quietzone restore");
  connection.on("error", () => {});
  try {
    await connection.connect();
    // A server that starts meanwhile waits for this, and so finds all or nothing.
    await holdMigrations(connection, { withinMs: patienceMs });
    await requireEmpty(connection);
    await connection.query("BEGIN");
    await withoutTimeouts(connection);
    const restored = await restoreAll(connection, reader, options);
    await connection.query("COMMIT");
    await analyze(connection);
    return restored;
  } finally {
    await connection.end().catch(() => undefined);
  }
}

/** A statement that takes something away from a table, and the one that brings it back as it was. */
interface Detour {
  away: string;
  back: string;
}

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
async function loadTables(connection: pg.Client, reader: BackupReader): Promise<Manifest> {
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
