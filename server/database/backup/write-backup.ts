import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type pg from "pg";
import { to as copyTo } from "pg-copy-streams";
import { openConnection } from "@/lib/platform/db";
import { projectRoot } from "../../project-root";
import { readStoredFingerprint } from "../encryption-key";
import { holdMigrations } from "../migrate";
import { endOfArchive, packEntry, writeArchive } from "./archive-file";
import {
  findMissingRows,
  listMigrations,
  listTables,
  readApplied,
  readSequences,
  tablesMadeBy,
  withoutTimeouts,
} from "./catalog";
import {
  Counter,
  formatVersion,
  type Head,
  headName,
  keepBesides,
  type Manifest,
  manifestName,
  pieceName,
  type TableColumns,
} from "./format";

/** Rows are held in memory by so much at a time. */
const pieceBytes = 4 * 1024 * 1024;

interface BackupOptions {
  signal?: AbortSignal;
  /** The folder of migrations; the service's own by default. */
  migrations?: string;
  /** Called with what was written of a table so far, and once it is over. */
  onRows?(table: string, rows: number, isOver: boolean): void;
}

/** A backup that was made. */
export interface Backup {
  manifest: Manifest;
  /** Tables beside ours, which are not in it. */
  leftOut: string[];
}

/** Writes the whole database at one instant into one file; nobody migrates meanwhile. Throws a sentence and leaves no file. */
export async function writeBackup(file: string, options: BackupOptions = {}): Promise<Backup> {
  const connection = openConnection("quietzone backup");
  connection.on("error", () => {});
  try {
    await connection.connect();
    await holdMigrations(connection, { isShared: true });
    await connection.query("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
    await withoutTimeouts(connection);
    const { head, own, leftOut } = await describe(connection, options.migrations);
    const made: { manifest?: Manifest } = {};
    await writeArchive(file, pack(connection, { head, own }, made, options), options.signal);
    return { manifest: made.manifest as Manifest, leftOut };
  } finally {
    await connection.end().catch(() => undefined);
  }
}

async function readVersion(): Promise<string> {
  const { version } = JSON.parse(await readFile(join(projectRoot, "package.json"), "utf8"));
  return version;
}

interface Contents {
  head: Head;
  /** Tables that the migrations make, whatever the database has of them. */
  own: ReadonlySet<string>;
}

async function describe(connection: pg.Client, folder?: string): Promise<Contents & { leftOut: string[] }> {
  const [migrations, known] = [await readApplied(connection), await listMigrations(folder)];
  if (migrations.length === 0) throw new Error("There is nothing to back up: the database has no tables.");
  const stranger = migrations.find(({ name }) => !known.some((migration) => migration.name === name));
  if (stranger !== undefined) {
    throw new Error(
      `The database was migrated by a newer Quietzone (${stranger.name}); make the backup with that version.`,
    );
  }
  const applied = known.filter(({ name }) => migrations.some((migration) => migration.name === name));
  const own = tablesMadeBy(applied);
  const all = await listTables(connection);
  const tables = all.filter(({ name }) => own.has(name));
  const { rows } = await connection.query<{ takenAt: Date }>('SELECT clock_timestamp() AS "takenAt"');
  return {
    head: {
      product: "quietzone",
      format: formatVersion,
      version: await readVersion(),
      takenAt: (rows[0] as { takenAt: Date }).takenAt.toISOString(),
      migrations,
      encryptionKey: await readStoredFingerprint(connection),
      tables,
    },
    own,
    leftOut: all.filter(({ name }) => !own.has(name)).map(({ name }) => name),
  };
}

async function* pack(
  connection: pg.Client,
  { head, own }: Contents,
  made: { manifest?: Manifest },
  { onRows }: BackupOptions,
): AsyncGenerator<Buffer> {
  const asJson = (value: object) => Buffer.from(`${JSON.stringify(value, null, 2)}\n`);
  yield* packEntry({ name: headName, body: asJson(head) });
  const tables: Manifest["tables"] = [];
  for (const table of head.tables) {
    const counter = new Counter();
    let number = 0;
    for await (const body of readTable(connection, table)) {
      counter.add(body);
      number += 1;
      yield* packEntry({ name: pieceName(table.name, number), body });
      onRows?.(table.name, counter.rows, false);
    }
    if (number > 0) onRows?.(table.name, counter.rows, true);
    tables.push(counter.end(table.name));
  }
  const sequences = await readSequences(connection, head.tables);
  const missing = await findMissingRows(connection, own, tables);
  made.manifest = { head, tables, sequences, ...(missing.length > 0 && { missing }), keepBesides };
  yield* packEntry({ name: manifestName, body: asJson(made.manifest) });
  yield endOfArchive;
}

/** The rows of a table and of its partitions as COPY writes them, in pieces that end anywhere. */
async function* readTable(connection: pg.Client, { name, columns }: TableColumns): AsyncGenerator<Buffer> {
  const [table, ...list] = [name, ...columns].map((word) => connection.escapeIdentifier(word));
  let pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of connection.query(
    copyTo(`COPY (SELECT ${list.join(", ")} FROM ${table}) TO STDOUT`),
  )) {
    pieces.push(piece as Buffer);
    bytes += (piece as Buffer).length;
    if (bytes < pieceBytes) continue;
    yield Buffer.concat(pieces);
    pieces = [];
    bytes = 0;
  }
  if (bytes > 0) yield Buffer.concat(pieces);
}
