import type { z } from "zod";
import { type Entry, readArchive, unpackEntries } from "./archive-file";
import {
  Counter,
  formatVersion,
  type Head,
  headName,
  headSchema,
  type Manifest,
  manifestName,
  manifestSchema,
  mostBytesOf,
  pieceName,
  type TableCount,
} from "./format";

/** A backup that is read from its beginning to its end; what is wrong with it is thrown as a sentence. */
export class BackupReader {
  readonly #file: string;
  readonly #entries: AsyncIterator<Entry>;
  #next: Entry | undefined;
  #head: Head | undefined;
  readonly #counts: TableCount[] = [];

  private constructor(file: string, onBytes?: (bytes: number) => void) {
    this.#file = file;
    this.#entries = unpackEntries(readArchive(file, onBytes), mostBytesOf)[Symbol.asyncIterator]();
  }

  /** @param onBytes called with how much was read of the file since it was called last. */
  static async open(file: string, onBytes?: (bytes: number) => void): Promise<BackupReader> {
    const reader = new BackupReader(file, onBytes);
    await reader.#advance();
    const head = reader.#parse(headName, headSchema);
    if (head.format !== formatVersion) {
      throw new Error(
        `${file} has the form ${head.format} of backups, and this version reads ${formatVersion}: it was made by Quietzone ${head.version}.`,
      );
    }
    reader.#head = head;
    await reader.#advance();
    return reader;
  }

  get head(): Head {
    return this.#head as Head;
  }

  /** The rows of a table; the tables in the order of the head, each to its end. */
  async *rowsOf(table: string): AsyncGenerator<Buffer> {
    const counter = new Counter();
    for (let number = 1; this.#next?.name === pieceName(table, number); number += 1) {
      counter.add(this.#next.body);
      yield this.#next.body;
      await this.#advance();
    }
    this.#counts.push(counter.end(table));
  }

  /** What is said behind the rows; throws unless all that was read is what had been written. */
  async end(): Promise<Manifest> {
    const manifest = this.#parse(manifestName, manifestSchema);
    await this.#advance();
    if (this.#next !== undefined) throw this.#damaged("something follows its end");
    for (const [place, written] of manifest.tables.entries()) {
      const { rows, bytes, sha256 } = this.#counts[place] ?? {};
      if (rows !== written.rows || bytes !== written.bytes || sha256 !== written.sha256) {
        throw this.#damaged(`the rows of ${written.name} are not those that were written`);
      }
    }
    const isWhole = manifest.tables.length === this.#counts.length;
    if (!isWhole || JSON.stringify(manifest.head) !== JSON.stringify(this.head)) {
      throw this.#damaged("its beginning and its end do not agree");
    }
    return manifest;
  }

  async #advance(): Promise<void> {
    try {
      const { done, value } = await this.#entries.next();
      this.#next = done ? undefined : value;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "ENOENT") {
        throw new Error(`There is no file ${this.#file}.`, { cause: error });
      }
      throw this.#damaged((error as Error).message);
    }
  }

  #parse<T>(name: string, schema: z.ZodType<T>): T {
    if (this.#next?.name !== name) throw this.#damaged(`${name} is missing where it should be`);
    try {
      return schema.parse(JSON.parse(this.#next.body.toString("utf8")));
    } catch (error) {
      throw this.#damaged(`${name} is not what a backup says`, error);
    }
  }

  #damaged(reason: string, cause?: unknown): Error {
    return new Error(`${this.#file} is no whole backup, it is damaged or cut short: ${reason}.`, { cause });
  }
}

/** Reads a backup from its beginning to its end and throws unless it is whole. */
export async function checkBackup(file: string, onBytes?: (bytes: number) => void): Promise<Manifest> {
  const reader = await BackupReader.open(file, onBytes);
  for (const { name } of reader.head.tables) {
    for await (const _ of reader.rowsOf(name));
  }
  return await reader.end();
}
