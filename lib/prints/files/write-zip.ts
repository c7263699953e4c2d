import { once } from "node:events";
import { Readable } from "node:stream";
import { ZipFile } from "yazl";

export interface ZipEntry {
  path: string;
  bytes: Uint8Array;
  /** Pictures that are compressed in themselves are stored. */
  isCompressed: boolean;
  mtime: Date;
}

/**
 * A ZIP archive, piece by piece at the pace of whoever reads it: a few entries at most are in memory. Fails with what `entries`
 * throws. What `entries` returns is the archive's comment.
 */
export async function* writeZip(entries: AsyncGenerator<ZipEntry, string>): AsyncGenerator<Uint8Array> {
  const zip = new ZipFile();
  const output = zip.outputStream as Readable;
  const filling = fill(zip, output, entries);
  try {
    for await (const piece of output) yield piece as Uint8Array;
    await filling;
  } finally {
    output.destroy();
    await filling.catch(() => undefined);
  }
}

async function fill(zip: ZipFile, output: Readable, entries: AsyncGenerator<ZipEntry, string>) {
  const gone = once(output, "close");
  gone.catch(() => undefined);
  try {
    for (;;) {
      const next = await entries.next();
      if (output.destroyed) return void (await entries.return(""));
      if (next.done === true) return endWith(zip, next.value);
      await Promise.race([add(zip, next.value), gone]);
    }
  } catch (fault) {
    output.destroy(fault as Error);
  }
}

/** Resolves when the entry's bytes have been taken. The library keeps for as long as it lives what it is given, so that is no buffer. */
async function add(zip: ZipFile, { path, bytes, isCompressed, mtime }: ZipEntry): Promise<void> {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let source: Readable | null = Readable.from([buffer], { objectMode: false });
  const taken = once(source, "close");
  const options = { compress: isCompressed, mtime, size: bytes.length };
  zip.addReadStreamLazy(path, options, (give) => {
    if (source !== null) give(null, source);
    source = null;
  });
  await taken;
}

/** The library's types lack the comment. */
function endWith(zip: ZipFile, comment: string): void {
  const options: Parameters<ZipFile["end"]>[0] & { comment: string } = { forceZip64Format: false, comment };
  zip.end(options);
}
