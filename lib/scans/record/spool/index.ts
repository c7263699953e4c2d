import { newId } from "@/lib/platform/ids";
import type { Visit } from "../../visit";
import { type Batch, maxBatch } from "../store-batch";
import { writeLine } from "./lines";
import { Reserve } from "./reserve";
import { Segment } from "./segment";

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
