import { mkdir, open, readdir, readFile, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { isOutOfReach } from "@/lib/platform/database-errors";
import type { Transaction } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { log } from "@/lib/platform/log";
import { failedVisits, replayedVisits } from "./recorder-metrics";
import type { Spool } from "./spool";
import { closedEnding, openEnding, readLines, writeLine } from "./spool-file";
import { type Batch, inBatchTransaction, insertBatch, storeBatch } from "./store";
import type { Visit } from "./visit";

const everyMs = 1_000;

/** Stores what is in the spool again and again, while the database takes it. */
export class ReplayLoop {
  readonly #spool: Spool;
  readonly #isWell: () => boolean;
  #timer: NodeJS.Timeout | undefined;
  #isStarted = false;
  isRunning = false;

  constructor(spool: Spool, isWell: () => boolean) {
    this.#spool = spool;
    this.#isWell = isWell;
  }

  start(): void {
    if (this.#isStarted) return;
    this.#isStarted = true;
    if (!this.isRunning) void this.#run();
  }

  stop(): void {
    this.#isStarted = false;
    clearTimeout(this.#timer);
  }

  async #run(): Promise<void> {
    this.isRunning = true;
    try {
      const isWanted = () => this.#isStarted && this.#isWell();
      const { folder, reserve } = this.#spool;
      await replaySpool(folder, { openPath: () => this.#spool.openPath, isWanted });
      if (await isReplayed(folder)) await reserve.fill();
    } catch (err) {
      log.warn({ err }, "the spool cannot be stored at the moment");
    }
    this.isRunning = false;
    if (!this.#isStarted) return;
    this.#timer = setTimeout(() => void this.#run(), everyMs);
    this.#timer.unref();
  }
}

/** A process closes its file after a second: one that nobody has written to for so long is a dead one's. */
const abandonedMs = 3_000;
/** Where it is kept for the operator what the database refuses. */
const failedFolder = "failed";

interface ReplayOptions {
  /** The file that this process writes to. */
  openPath: () => string | undefined;
  /** Asked between two batches. */
  isWanted: () => boolean;
}

/**
 * Stores what is in the closed files of a spool, and in those of dead processes, oldest first; a file that is stored is
 * deleted. Throws when the database is out of reach; nothing is lost or doubled then, nor when the process ends.
 */
export async function replaySpool(folder: string, options: ReplayOptions): Promise<void> {
  for (const name of (await listFiles(folder)).sort()) {
    if (!options.isWanted()) return;
    try {
      const closed = await closeAbandoned(folder, name, options);
      if (closed !== null) await replayFile(folder, closed, options);
    } catch (error) {
      if (isOutOfReach(error)) throw error;
      // The others are stored all the same.
      log.error({ err: error }, "a file of the spool cannot be stored");
    }
  }
}

/** Whether nothing is left to store. */
export async function isReplayed(folder: string): Promise<boolean> {
  return (await listFiles(folder)).every(
    (name) => !name.endsWith(closedEnding) && !name.endsWith(openEnding),
  );
}

/** The name of a file that nobody writes to any more; null for all others. */
async function closeAbandoned(folder: string, name: string, options: ReplayOptions): Promise<string | null> {
  if (name.endsWith(closedEnding)) return name;
  const path = join(folder, name);
  if (!name.endsWith(openEnding) || path === options.openPath() || !(await isAbandoned(path))) return null;
  const closed = name.replace(openEnding, closedEnding);
  // Another process may have been quicker, with this step or with the whole file.
  await rename(path, join(folder, closed)).catch(() => {});
  return closed;
}

/** A folder that is not there yet holds nothing; another folder in it is not used, whatever it is called. */
async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(ignoreMissing([]));
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
}

function ignoreMissing<T>(otherwise: T): (error: NodeJS.ErrnoException) => T {
  return (error) => {
    if (error.code !== "ENOENT") throw error;
    return otherwise;
  };
}

async function isAbandoned(path: string): Promise<boolean> {
  const found = await stat(path).catch(ignoreMissing(null));
  return found !== null && Math.abs(Date.now() - found.mtimeMs) > abandonedMs;
}

async function replayFile(folder: string, name: string, { isWanted }: ReplayOptions): Promise<void> {
  const path = join(folder, name);
  const content = await readFile(path, "utf8").catch(ignoreMissing(null));
  if (content === null) return;
  const { batches, damaged } = readLines(content);
  for (const batch of batches) {
    if (!isWanted()) return;
    await replayBatch(folder, batch);
  }
  if (damaged.length > 0)
    await moveToFailed(
      folder,
      name,
      damaged.map((line) => `${line}\n`),
    );
  await rm(path, { force: true });
}

/** Scans of the batch that the database refuses are moved to `failed`. */
async function replayBatch(folder: string, batch: Batch): Promise<void> {
  try {
    if ((await storeBatch(batch)) !== null) replayedVisits.inc(batch.visits.length);
  } catch (error) {
    if (isOutOfReach(error)) throw error;
    log.warn({ err: error, count: batch.visits.length }, "a batch of the spool is stored visit by visit");
    const stored = await storePiecemeal(batch, (refused) =>
      moveToFailed(
        folder,
        `${batch.id}${closedEnding}`,
        // Each as its own batch, so that it can be moved back.
        refused.map((visit) => writeLine({ id: visit.id, visits: [visit] })),
      ),
    );
    replayedVisits.inc(stored);
  }
}

async function moveToFailed(folder: string, name: string, lines: readonly string[]): Promise<void> {
  const failed = join(folder, failedFolder);
  await mkdir(failed, { recursive: true, mode: 0o700 });
  const handle = await open(join(failed, name), "w", 0o600);
  try {
    await handle.writeFile(lines.join(""));
    await handle.sync();
  } finally {
    await handle.close();
  }
  failedVisits.inc(lines.length);
  log.error(
    { count: lines.length, folder: failed },
    "visits of the spool cannot be stored and were moved to spool/failed",
  );
}

/**
 * Stores what the database takes of a batch that it refuses as a whole, and answers how many visits that was. All of it is
 * one transaction under the batch's own id: a process that is interrupted has stored nothing, and a later one finds all
 * of it done.
 *
 * @param keep puts the visits that are not taken where they are safe, before the others are committed.
 */
export function storePiecemeal(
  { id, visits }: Batch,
  keep: (refused: readonly Visit[]) => Promise<void>,
): Promise<number> {
  return inBatchTransaction(async (tx) => {
    if ((await insertBatch(tx, { id, visits: [] })) === null) return 0;
    const refused = await storeParts(tx, visits);
    if (refused.length > 0) await keep(refused);
    return visits.length - refused.length;
  });
}

/** Halves and halves of them, so that one visit of 500 costs twenty statements: nobody else can stamp meanwhile. */
async function storeParts(tx: Transaction, visits: readonly Visit[]): Promise<Visit[]> {
  try {
    await tx.query("SAVEPOINT part");
    await insertBatch(tx, { id: newId(), visits });
    await tx.query("RELEASE SAVEPOINT part");
    return [];
  } catch (error) {
    if (isOutOfReach(error)) throw error;
    await tx.query("ROLLBACK TO SAVEPOINT part");
    if (visits.length === 1) return [...visits];
    const middle = visits.length >> 1;
    const refused = await storeParts(tx, visits.slice(0, middle));
    return [...refused, ...(await storeParts(tx, visits.slice(middle)))];
  }
}
