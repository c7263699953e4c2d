/**
 * The form of a backup: a tar archive (POSIX ustar) of small files, so that tools that every system has can read it too.
 * Sizes stand before the bytes, which is why what is long is cut into pieces.
 */

const blockBytes = 512;
/** No piece of ours is longer; what says otherwise is damaged. */
const mostBytes = 64 * 1024 * 1024;

/** One file of an archive. */
export interface Entry {
  name: string;
  body: Buffer;
}

const octal = (value: number, digits: number) => `${value.toString(8).padStart(digits, "0")}\0`;

/** The sum of a header's bytes, those of the sum itself taken as spaces. */
function sumOf(header: Buffer): number {
  let sum = 8 * 0x20;
  for (const [place, byte] of header.entries()) if (place < 148 || place >= 156) sum += byte;
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

  /** Reads to the end, so that whatever judges the whole has judged it; throws where anything but zeros is left. */
  async end(): Promise<void> {
    let rest = this.#rest;
    for (;;) {
      if (rest.some((byte) => byte !== 0)) throw new Error("something follows its end");
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
  if (Number.parseInt(text(148, 156), 8) !== sumOf(header) || !(size <= mostBytes)) {
    throw new Error("a header in it is wrong");
  }
  return { name: text(0, 100), size };
}

/** The files of an archive, one after the other. Throws where it is damaged or has no end. */
export async function* unpackEntries(source: AsyncIterable<Buffer>): AsyncGenerator<Entry> {
  const bytes = new Bytes(source);
  for (;;) {
    const header = await bytes.take(blockBytes);
    if (header.every((byte) => byte === 0)) break;
    const { name, size } = readHeader(header);
    const body = await bytes.take(size);
    await bytes.take(paddingOf(size));
    yield { name, body };
  }
  await bytes.end();
}
