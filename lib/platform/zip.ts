import { Readable } from "node:stream";
import { ZipFile } from "yazl";

/** A file on its way into an archive. */
export interface ArchivedFile {
  /** Where it lies in the archive: relative, with `/`. */
  path: string;
  /** All of it, or pieces that are made as they are taken. */
  body: string | Uint8Array | AsyncIterable<string | Uint8Array>;
  /** False for what is compressed already. */
  compress?: boolean;
}

/**
 * Files as a ZIP archive, piece by piece: one file after another is asked for, and no faster than pieces are taken, so
 * that of any archive about one piece of a file is in memory. What making a file throws ends the archive before its
 * directory, so that what was cut short is no archive.
 *
 * @param signal ends it within a piece, by throwing.
 */
export async function* streamZip(
  files: AsyncIterable<ArchivedFile>,
  signal?: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const zip = new ZipFile();
  const output = zip.outputStream as Readable;
  zip.on("error", (fault: Error) => output.destroy(fault));
  const stop = () => output.destroy(signal?.reason as Error);
  signal?.addEventListener("abort", stop, { once: true });
  const feeding = feed(zip, files, output).catch((fault: Error) => {
    output.destroy(fault);
  });
  try {
    signal?.throwIfAborted();
    for await (const piece of output) yield piece as Uint8Array;
  } finally {
    signal?.removeEventListener("abort", stop);
    output.destroy();
    await feeding;
  }
}

async function feed(zip: ZipFile, files: AsyncIterable<ArchivedFile>, output: Readable): Promise<void> {
  for await (const file of files) {
    if (output.destroyed) return;
    await addFile(zip, file, output);
  }
  zip.end();
}

/** Done once the file has been read to its end, or nobody wants it any more. */
function addFile(
  zip: ZipFile,
  { path, body, compress = true }: ArchivedFile,
  output: Readable,
): Promise<void> {
  const pieces = typeof body === "string" || body instanceof Uint8Array ? [body] : body;
  const input = Readable.from(toBytes(pieces), { objectMode: false });
  return new Promise((resolve, reject) => {
    const giveUp = () => input.destroy();
    output.once("close", giveUp);
    input.once("close", () => {
      output.off("close", giveUp);
      resolve();
    });
    input.once("error", reject);
    zip.addReadStreamLazy(path, { compress, mode: 0o100644 }, (take) => take(null, input));
  });
}

async function* toBytes(
  pieces: Iterable<string | Uint8Array> | AsyncIterable<string | Uint8Array>,
): AsyncGenerator<Uint8Array> {
  for await (const piece of pieces) {
    if (piece.length > 0) yield typeof piece === "string" ? Buffer.from(piece) : piece;
  }
}
