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
