import { existsSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import type { Manifest } from "../database/backup/format";
import { checkBackup } from "../database/backup/read-backup";
import { deliveryChoices, restoreBackup } from "../database/backup/restore-backup";
import { writeBackup } from "../database/backup/write-backup";
import { command, UsageError } from "./command";
import { Progress } from "./progress";

/** Told of at standard error, so that long work is seen to go on. */
const everyRows = 1_000_000;

const from = { meaning: "The file that `backup` wrote.", isRequired: true } as const;

/** Says how far it is: each table that is over, and a long one again and again. */
function reportRows(): (table: string, rows: number, isOver: boolean) => void {
  let told = 0;
  return (table, rows, isOver) => {
    if (!isOver && rows - told < everyRows) return;
    told = isOver ? 0 : rows;
    process.stderr.write(`${table}: ${rows.toLocaleString("en")} rows${isOver ? "" : " so far"}\n`);
  };
}

function reportBytes(file: string): (bytes: number) => void {
  const { size } = statSync(file);
  const progress = new Progress("Bytes read");
  let done = 0;
  return (bytes) => {
    done += bytes;
    progress.show(done, size);
  };
}

function requireFile(name: string): string {
  const file = resolve(name);
  if (!existsSync(file)) throw new UsageError([`--from must name a backup; there is no file ${file}.`]);
  return file;
}

/** Says what a backup lacks of what the database had, and then has the command end with status 1. */
function describeCompleteness({ missing = [] }: Pick<Manifest, "missing">) {
  for (const { name, rows, archived } of missing) {
    const had = rows === null ? `no table ${name}` : `${rows} rows in ${name}`;
    process.stderr.write(`The backup is incomplete: the database had ${had}, the file has ${archived}.\n`);
  }
  if (missing.length > 0) process.exitCode = 1;
  return { isWhole: missing.length === 0, ...(missing.length > 0 && { missing }) };
}

const sumRows = (tables: readonly { rows: number }[]) => tables.reduce((sum, { rows }) => sum + rows, 0);

async function back(file: string): Promise<object> {
  const startedAt = performance.now();
  const interruption = new AbortController();
  const interrupt = () => interruption.abort(new Error("Interrupted: no file was written."));
  process.once("SIGINT", interrupt).once("SIGTERM", interrupt);
  const { manifest, leftOut } = await writeBackup(file, {
    signal: interruption.signal,
    onRows: reportRows(),
  }).catch((error: Error) => {
    throw interruption.signal.aborted ? interruption.signal.reason : error;
  });
  const { head, tables, keepBesides } = manifest;
  process.stderr.write(
    "The file holds personal data (addresses of accounts, what codes contain, scans): keep it where only you can read it. It holds no key.\n",
  );
  return {
    file,
    bytes: statSync(file).size,
    takenAt: head.takenAt,
    version: head.version,
    migrations: head.migrations.length,
    encryptionKey: head.encryptionKey,
    tables: Object.fromEntries(tables.map(({ name, rows }) => [name, rows])),
    rows: sumRows(tables),
    ...describeCompleteness(manifest),
    ...(leftOut.length > 0 && { leftOut }),
    keepBesides,
    seconds: Math.round((performance.now() - startedAt) / 100) / 10,
  };
}

export const backupCommand = command(
  "backup",
  "Writes the whole database, as of one instant, into one file while the service runs.",
  { to: { meaning: "The file to write. It must not exist yet.", isRequired: true } },
  ({ to }) => {
    const file = resolve(to);
    if (existsSync(file)) throw new UsageError(["--to must be a new file: a backup never overwrites one."]);
    if (!existsSync(dirname(file)))
      throw new UsageError([`The folder of --to does not exist; create ${dirname(file)} first.`]);
    return () => back(file);
  },
  { opens: "as it is" },
);

export const checkBackupCommand = command(
  "backup:check",
  "Reads a backup to its end and says whether it is complete. It does not use the database.",
  { from },
  (values) => {
    const file = requireFile(values.from);
    return async () => {
      const manifest = await checkBackup(file, reportBytes(file));
      const { takenAt, version, encryptionKey } = manifest.head;
      return {
        file,
        ...describeCompleteness(manifest),
        takenAt,
        version,
        encryptionKey,
        rows: sumRows(manifest.tables),
      };
    };
  },
  { opens: "nothing" },
);

const nextOf = {
  held: "Deliveries are held until you release them: deliveries:release --waiting send, or drop (see docs/operate/restore.md).",
  lost: "Webhook owners must rotate their secrets. Turn off two-factor sign-in for users who have it (see docs/operate/restore.md).",
};

async function restore(
  file: string,
  deliveries: (typeof deliveryChoices)[number],
  lostKey: string | undefined,
): Promise<object> {
  const startedAt = performance.now();
  const restored = await restoreBackup(file, { deliveries, lostKey, onBytes: reportBytes(file) }).catch(
    (error: Error) => {
      throw new Error(`${error.message.replace(/\.?$/, ".")} Nothing was restored.`, { cause: error });
    },
  );
  const { manifest, upgradedBy, waiting, sessionsEnded, lost } = restored;
  const next = [...(waiting.areHeld ? [nextOf.held] : []), ...(lost === null ? [] : [nextOf.lost])];
  return {
    file,
    takenAt: manifest.head.takenAt,
    version: manifest.head.version,
    tables: manifest.tables.length,
    rows: sumRows(manifest.tables),
    ...describeCompleteness(manifest),
    upgradedBy,
    waiting,
    sessionsEnded,
    ...(lost !== null && { lost }),
    ...(next.length > 0 && { next }),
    seconds: Math.round((performance.now() - startedAt) / 100) / 10,
  };
}

export const restoreCommand = command(
  "restore",
  "Restores a backup into an empty database, all of it or nothing, and migrates it to this version.",
  {
    from,
    deliveries: {
      meaning:
        "What happens to unfinished deliveries: `hold` (default) keeps them until `deliveries:release`, and everybody signs in again; `send` sends them at the next start, and sessions go on. Use `send` only if the service was stopped before the backup; otherwise deliveries may be sent twice, and sessions that have been ended since work again.",
      choices: deliveryChoices,
    },
    "lost-key": {
      meaning:
        "For when the encryption key is lost for good: its fingerprint, as the refused restore prints it, or `unknown` if it prints none. The secrets in the backup can't be read any more (see docs/operate/restore.md).",
    },
  },
  (values) => {
    const file = requireFile(values.from);
    const deliveries = (values.deliveries ?? "hold") as (typeof deliveryChoices)[number];
    return () => restore(file, deliveries, values["lost-key"]);
  },
  { opens: "as it is" },
);
