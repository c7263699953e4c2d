import { randomBytes } from "node:crypto";
import { constants } from "node:fs";
import { open, statfs } from "node:fs/promises";
import { join } from "node:path";
import { newId } from "@/lib/platform/ids";
import { log } from "@/lib/platform/log";
import { Segment, writeLine } from "./spool-file";
import { type Batch, maxBatch } from "./store";
import type { Visit } from "./visit";

/** A file is closed after this time: then it can be stored. */
const segmentMs = 1_000;

interface Waiting {
  /** A visit by itself shares a batch with others; a batch that was tried before keeps its id. */
  item: { visit: Visit } | { batch: Batch };
  resolve: () => void;
  reject: (error: unknown) => void;
}

/** What could not be stored, on this machine's disk: while some of it is being written, what comes next gathers. */
export class Spool {
  readonly folder: string;
  readonly reserve: Reserve;
  #waiting: Waiting[] = [];
  #segment: Segment | undefined;
  #timer: NodeJS.Timeout | undefined;
  #work: Promise<void> | undefined;

  constructor(folder: string) {
    this.folder = folder;
    this.reserve = new Reserve(folder);
  }

  /** The file that is being written at the moment. */
  get openPath(): string | undefined {
    return this.#segment?.path;
  }

  /** Resolves when the visit is on the disk; rejects when the disk does not take it. */
  addVisit(visit: Visit): Promise<void> {
    return this.#add({ visit });
  }

  addBatch(batch: Batch): Promise<void> {
    return this.#add({ batch });
  }

  /** Waits for what is being written and closes the file. */
  async close(): Promise<void> {
    while (this.#work) await this.#work;
    await this.#closeSegment();
  }

  #add(item: Waiting["item"]): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ item, resolve, reject });
      this.#work ??= this.#writeAll();
    });
  }

  async #writeAll(): Promise<void> {
    // What the same turn of the event loop has ready is written together.
    await null;
    while (this.#waiting.length > 0) {
      const group = this.#waiting;
      this.#waiting = [];
      try {
        await this.#append(linesOf(group));
        for (const { resolve } of group) resolve();
      } catch (error) {
        for (const { reject } of group) reject(error);
      }
    }
    this.#work = undefined;
  }

  async #append(text: string): Promise<void> {
    for (;;) {
      try {
        const segment = await this.#openSegment();
        if (await segment.append(text)) return;
      } catch (error) {
        await this.#closeSegment();
        if (!isDiskFull(error) || !(await this.reserve.release(Buffer.byteLength(text)))) throw error;
      }
      await this.#closeSegment();
    }
  }

  async #openSegment(): Promise<Segment> {
    if (this.#segment && performance.now() - this.#segment.openedAt > segmentMs) await this.#closeSegment();
    if (this.#segment) return this.#segment;
    this.#segment = await Segment.create(this.folder);
    this.#timer = setTimeout(() => void this.#closeWhenIdle(), segmentMs);
    return this.#segment;
  }

  async #closeWhenIdle(): Promise<void> {
    while (this.#work) await this.#work;
    this.#work = this.#closeSegment().then(() => this.#writeAll());
  }

  async #closeSegment(): Promise<void> {
    clearTimeout(this.#timer);
    const segment = this.#segment;
    this.#segment = undefined;
    await segment?.close().catch(() => {});
  }
}

function isDiskFull(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return code === "ENOSPC" || code === "EDQUOT";
}

function linesOf(group: readonly Waiting[]): string {
  const visits: Visit[] = [];
  let text = "";
  for (const { item } of group) {
    if ("batch" in item) text += writeLine(item.batch);
    else visits.push(item.visit);
  }
  for (let first = 0; first < visits.length; first += maxBatch) {
    text += writeLine({ id: newId(), visits: visits.slice(first, first + maxBatch) });
  }
  return text;
}

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
  /** A shortage is logged once. */
  #isReported = false;

  constructor(folder: string) {
    this.#folder = folder;
    this.#path = join(folder, reserveName);
  }

  /** Makes it as large as it is to be; where that fails there is less of it, or none. */
  async fill(): Promise<void> {
    try {
      await this.#extend();
      this.#isReported = false;
    } catch (err) {
      this.#warn("no space could be reserved for visits", err);
    }
  }

  /** Gives room for so many bytes, at least, back to the disk. False: there is nothing left to give. */
  async release(bytes: number): Promise<boolean> {
    const handle = await open(this.#path, "r+").catch(() => null);
    if (handle === null) return false;
    try {
      const { size } = await handle.stat();
      if (size === 0) return false;
      this.#warn("the disk is full; visits use the reserved space");
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

  #warn(words: string, err?: unknown): void {
    if (!this.#isReported) log.warn({ err, folder: this.#folder }, words);
    this.#isReported = true;
  }
}
