import { randomBytes } from "node:crypto";
import { constants } from "node:fs";
import { open, statfs } from "node:fs/promises";
import { join } from "node:path";
import { log } from "@/lib/platform/log";

/** Visits of some hours at one a second, or of a minute at 500. */
const wholeBytes = 16 * 1024 * 1024;
/** Given back in small parts: others that wait for space, such as the database, get little of it. */
const partBytes = 256 * 1024;
const blockBytes = 1024 * 1024;
/** So much stays free beside it when it is made. */
const spareBytes = 2 * wholeBytes;

export const reserveName = "reserve";

/**
 * A file that holds space for visits alone. Where the database is on the same disk, a full one takes both, and the visits
 * of that time go where this file has been. The processes of a folder share it.
 */
export class Reserve {
  readonly #folder: string;
  readonly #path: string;
  /** The log tells once what is missing. */
  #isTold = false;

  constructor(folder: string) {
    this.#folder = folder;
    this.#path = join(folder, reserveName);
  }

  /** Makes it as large as it is to be; where that fails there is less of it, or none. */
  async fill(): Promise<void> {
    try {
      await this.#extend();
      this.#isTold = false;
    } catch (err) {
      this.#tell("no space could be reserved for visits", err);
    }
  }

  /** Gives room for so many bytes, at least, back to the disk. False: there is nothing left to give. */
  async release(bytes: number): Promise<boolean> {
    const handle = await open(this.#path, "r+").catch(() => null);
    if (handle === null) return false;
    try {
      const { size } = await handle.stat();
      if (size === 0) return false;
      this.#tell("the disk is full; visits use the reserved space");
      await handle.truncate(Math.max(0, size - Math.max(partBytes, bytes)));
      // Some file systems give the space to others only once that is durable.
      await handle.sync();
      return true;
    } finally {
      await handle.close();
    }
  }

  async #extend(): Promise<void> {
    const handle = await open(this.#path, constants.O_RDWR | constants.O_CREAT, 0o600);
    try {
      let { size } = await handle.stat();
      if (size >= wholeBytes) return;
      const { bavail, bsize } = await statfs(this.#folder);
      if (bavail * bsize < wholeBytes - size + spareBytes) throw new Error("There is too little space.");
      // Random, for zeros take no space on a file system that compresses.
      const block = randomBytes(blockBytes);
      while (size < wholeBytes) {
        const { bytesWritten } = await handle.write(block, 0, Math.min(blockBytes, wholeBytes - size), size);
        size += bytesWritten;
      }
      await handle.sync();
    } finally {
      await handle.close();
    }
  }

  #tell(words: string, err?: unknown): void {
    if (!this.#isTold) log.warn({ err, folder: this.#folder }, words);
    this.#isTold = true;
  }
}
