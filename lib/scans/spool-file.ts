import { type FileHandle, mkdir, open, rename, stat } from "node:fs/promises";
import { join } from "node:path";
import { crc32 } from "node:zlib";
import { isId, newId } from "@/lib/platform/ids";
import type { Batch } from "./store";

/** A file that its process still writes to, and one that is complete. */
export const openEnding = ".open";
export const closedEnding = ".jsonl";

/** Makes the order of a folder's names survive a power cut, too. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** One file of the spool, for about a second. */
export class Segment {
  readonly path: string;
  readonly openedAt = performance.now();
  readonly #handle: FileHandle;
  readonly #inode: number;
  /** What of it is on the disk. */
  #bytes = 0;

  private constructor(path: string, handle: FileHandle, inode: number) {
    this.path = path;
    this.#handle = handle;
    this.#inode = inode;
  }

  static async create(folder: string): Promise<Segment> {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const path = join(folder, `${Date.now()}-${newId()}${openEnding}`);
    const handle = await open(path, "ax", 0o600);
    try {
      await syncFolder(folder);
      return new Segment(path, handle, (await handle.stat()).ino);
    } catch (error) {
      await handle.close();
      throw error;
    }
  }

  /**
   * Appends and waits until it is on the disk. False when another process has taken the file for a dead one's meanwhile,
   * as it may after this one was stopped for seconds: then nobody may read what was appended. Where this
   * throws, the caller closes the file: it may end in half a line.
   */
  async append(text: string): Promise<boolean> {
    try {
      await this.#handle.appendFile(text);
      await this.#handle.datasync();
    } catch (error) {
      // On a full disk the half that fitted takes the space of what comes next.
      await this.#handle.truncate(this.#bytes).catch(() => {});
      throw error;
    }
    this.#bytes += Buffer.byteLength(text);
    const found = await stat(this.path).catch(() => null);
    return found?.ino === this.#inode;
  }

  /** Leaves the file to the process that stores it. A name that is gone already was taken by another process. */
  async close(): Promise<void> {
    await this.#handle.close();
    await rename(this.path, this.path.replace(openEnding, closedEnding)).catch(() => {});
  }
}

/** One line for a batch: a checksum of what follows, then the batch as JSON. */
export function writeLine({ id, visits }: Batch): string {
  const text = JSON.stringify({ id, visits });
  return `${checksumOf(text)} ${text}\n`;
}

function checksumOf(text: string): string {
  return crc32(text).toString(16).padStart(8, "0");
}

export interface ReadLines {
  batches: Batch[];
  /** Whole lines that are not as they were written, or were written by nobody who knows what a batch is. */
  damaged: string[];
}

/** What a file holds. A last line without an end was being written when its process ended: no visitor was answered for it. */
export function readLines(content: string): ReadLines {
  const lines = content.split("\n");
  lines.pop();
  const read: ReadLines = { batches: [], damaged: [] };
  for (const line of lines) {
    const batch = readLine(line);
    if (batch === null) read.damaged.push(line);
    else read.batches.push(batch);
  }
  return read;
}

function readLine(line: string): Batch | null {
  const text = line.slice(9);
  if (line.slice(0, 9) !== `${checksumOf(text)} `) return null;
  try {
    const batch: unknown = JSON.parse(text);
    return isBatch(batch) ? batch : null;
  } catch {
    return null;
  }
}

/** Whether the database can be asked to store it; what it thinks of the values is its own affair. */
function isBatch(value: unknown): value is Batch {
  if (!isObject(value) || !isIdOf(value.id) || !Array.isArray(value.visits)) return false;
  return value.visits.length > 0 && value.visits.every(isVisit);
}

/** Missing in lines of earlier releases, and where no rule chose the target. */
const optionalLabels = ["traceParent", "route", "variant"];
const labels = ["visitor", "device", "os", "browser", "country", "city", "userAgent"];

function isVisit(value: unknown): boolean {
  if (!isObject(value) || !isObject(value.visitor)) return false;
  const { id, codeId, excluded, visitor, hasGoals } = value;
  const isText = (label: string) => value[label] === undefined || typeof value[label] === "string";
  const isExclusion = excluded === null || typeof excluded === "string";
  return (
    isIdOf(id) &&
    isIdOf(codeId) &&
    optionalLabels.every(isText) &&
    (hasGoals === undefined || hasGoals === true) &&
    isExclusion &&
    labels.every((label) => typeof visitor[label] === "string")
  );
}

function isIdOf(value: unknown): boolean {
  return typeof value === "string" && isId(value);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
