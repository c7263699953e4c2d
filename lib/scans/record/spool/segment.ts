import { type FileHandle, mkdir, open, rename, stat } from "node:fs/promises";
import { join } from "node:path";
import { newId } from "@/lib/platform/ids";

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
