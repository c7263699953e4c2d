import { randomBytes } from "node:crypto";
import { createReadStream } from "node:fs";
import { open, rename, rm } from "node:fs/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip, createGzip } from "node:zlib";

/** Most of the time is the database's and the compressor's: a higher level would be slower than the database. */
const level = 1;
const readBytes = 1024 * 1024;

/** Writes an archive, compressed, into a new file that only its owner can read, moved there once it is whole. Throws a sentence. */
export async function writeArchive(
  file: string,
  pieces: AsyncIterable<Buffer>,
  signal?: AbortSignal,
): Promise<void> {
  const draft = `${file}.${randomBytes(4).toString("hex")}.part`;
  // Opened before it is written: a stream that opens its file itself may do so after an end has removed it.
  const output = await open(draft, "wx", 0o600);
  try {
    await pipeline(
      Readable.from(pieces, { objectMode: false }),
      createGzip({ level }),
      output.createWriteStream({ flush: true }),
      { ...(signal && { signal }) },
    );
    await reserveFile(file);
    await rename(draft, file);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

/** An empty file, made by us alone, for the draft to replace. */
async function reserveFile(file: string): Promise<void> {
  try {
    await (await open(file, "wx", 0o600)).close();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    throw new Error(`${file} was made by somebody else meanwhile; nothing was written.`, { cause: error });
  }
}

/** The archive in a file. Throws where its end is missing or its checksum is wrong. */
export function readArchive(
  file: string,
  onBytes: (bytes: number) => void = () => {},
): AsyncIterable<Buffer> {
  const input = createReadStream(file, { highWaterMark: readBytes });
  const archive = createGunzip({ chunkSize: readBytes });
  input.on("data", (piece) => onBytes(piece.length));
  // What fails on the way is thrown to the reader.
  pipeline(input, archive).catch(() => {});
  return archive;
}

/**
 * The form of a backup: a tar archive (POSIX ustar) of small files, so that tools that every system has can read it too.
 * Sizes stand before the bytes, which is why what is long is cut into pieces.
 */
const blockBytes = 512;
/** Zeros behind the end; tools fill up a record of theirs, mostly 10 KB. More of them is a file made to keep its reader busy. */
const mostZeros = 64 * 1024;

/** One file of an archive. */
export interface Entry {
  name: string;
  body: Buffer;
}

const octal = (value: number, digits: number) => `${value.toString(8).padStart(digits, "0")}\0`;

/** The sum of a header's bytes, those of the sum itself taken as spaces. */
function sumOf(header: Buffer): number {
  let sum = 8 * 0x20;
  for (let place = 0; place < blockBytes; place += 1) {
    if (place < 148 || place >= 156) sum += header[place] as number;
  }
  return sum;
}

function headerOf(name: string, size: number): Buffer {
  const header = Buffer.alloc(blockBytes);
  header.write(name, 0, 100, "utf8");
  header.write(octal(0o600, 7), 100);
  header.write(octal(0, 7), 108);
  header.write(octal(0, 7), 116);
  header.write(octal(size, 11), 124);
  header.write(octal(0, 11), 136);
  header.write("0", 156);
  header.write("ustar\x0000", 257);
  header.write(`${octal(sumOf(header), 6)} `, 148);
  return header;
}

const paddingOf = (size: number) => (blockBytes - (size % blockBytes)) % blockBytes;

/** A file as it stands in an archive. */
export function* packEntry({ name, body }: Entry): Generator<Buffer> {
  yield headerOf(name, body.length);
  yield body;
  yield Buffer.alloc(paddingOf(body.length));
}

/** What stands at the end of an archive. */
export const endOfArchive = Buffer.alloc(2 * blockBytes);

/** Takes so many bytes at a time from pieces of any size. */
class Bytes {
  readonly #source: AsyncIterator<Buffer>;
  #rest: Buffer = Buffer.alloc(0);

  constructor(source: AsyncIterable<Buffer>) {
    this.#source = source[Symbol.asyncIterator]();
  }

  /** Throws where there are fewer. */
  async take(count: number): Promise<Buffer> {
    const pieces = [this.#rest];
    let length = this.#rest.length;
    while (length < count) {
      const { done, value } = await this.#source.next();
      if (done) throw new Error("it ends too early");
      pieces.push(value);
      length += value.length;
    }
    const all = pieces.length === 1 ? this.#rest : Buffer.concat(pieces, length);
    this.#rest = all.subarray(count);
    return all.subarray(0, count);
  }

  /** Reads to the end, so that whatever judges the whole has judged it; throws where more than a few zeros are left. */
  async end(): Promise<void> {
    let rest = this.#rest;
    for (let zeros = 0; ; ) {
      zeros += rest.length;
      if (zeros > mostZeros || rest.some((byte) => byte !== 0)) throw new Error("something follows its end");
      const { done, value } = await this.#source.next();
      if (done) return;
      rest = value;
    }
  }
}

function readHeader(header: Buffer): { name: string; size: number } {
  const text = (from: number, to: number) =>
    header.subarray(from, to).toString("utf8").split("\0")[0]?.trim() ?? "";
  const size = Number.parseInt(text(124, 136), 8);
  if (Number.parseInt(text(148, 156), 8) !== sumOf(header) || !(size >= 0)) {
    throw new Error("a header in it is wrong");
  }
  return { name: text(0, 100), size };
}

/**
 * The files of an archive, one after the other. Throws where it is damaged or has no end, and before it reads a file that
 * is longer than `mostBytesOf` says of its name.
 */
export async function* unpackEntries(
  source: AsyncIterable<Buffer>,
  mostBytesOf: (name: string) => number,
): AsyncGenerator<Entry> {
  const bytes = new Bytes(source);
  for (;;) {
    const header = await bytes.take(blockBytes);
    if (header.every((byte) => byte === 0)) break;
    const { name, size } = readHeader(header);
    if (size > mostBytesOf(name)) throw new Error("a file in it is longer than any that this service writes");
    const body = await bytes.take(size);
    await bytes.take(paddingOf(size));
    yield { name, body };
  }
  await bytes.end();
}
