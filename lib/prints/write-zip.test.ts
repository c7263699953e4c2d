import { randomBytes } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { describe, expect, it } from "vitest";
import { fromBuffer } from "yauzl";
import { writeZip, type ZipEntry } from "./make-files";

const mtime = new Date("2026-11-22T10:00:00Z");
const mebibyte = 1024 * 1024;

async function* entriesOf(
  count: number,
  bytesOf: (place: number) => Uint8Array,
): AsyncGenerator<ZipEntry, string> {
  for (let place = 0; place < count; place++) {
    yield { path: `${place}.bin`, bytes: bytesOf(place), isCompressed: place % 10 === 1, mtime };
  }
  return "All of it.";
}

setFlagsFromString("--expose-gc");
const collectGarbage: () => void = runInNewContext("gc");

/** What is in use, without garbage: the first collection only begins to free the buffers, the second waits until they are. */
const heldBytes = () => {
  collectGarbage();
  collectGarbage();
  const { external, arrayBuffers, heapUsed } = process.memoryUsage();
  return external + arrayBuffers + heapUsed;
};

describe("writeZip", () => {
  it("holds under 100 MiB while writing 200 MiB for a slow reader", {
    timeout: 120_000,
  }, async () => {
    let bytes = 0;
    let most = 0;
    let pieces = 0;
    const start = heldBytes();
    for await (const piece of writeZip(entriesOf(200, () => randomBytes(mebibyte)))) {
      bytes += piece.length;
      // A slow reader: the writer gets time to run ahead.
      if (++pieces % 200 !== 0) continue;
      await wait(1);
      most = Math.max(most, heldBytes() - start);
    }
    expect(bytes).toBeGreaterThan(200 * mebibyte);
    expect(most).toBeLessThan(100 * mebibyte);
  });

  it("makes only a few entries ahead of its reader, and none after the reader stops", async () => {
    let made = 0;
    const files = writeZip(
      entriesOf(100, () => {
        made += 1;
        return randomBytes(mebibyte);
      }),
    );
    /** Reads another archive of twenty such entries to its end. */
    const writeAnother = async () => {
      for await (const _ of writeZip(entriesOf(20, () => randomBytes(mebibyte))));
    };
    await files.next();
    await writeAnother();
    expect(made).toBeLessThanOrEqual(4);
    await files.return(undefined);
    await writeAnother();
    expect(made).toBeLessThanOrEqual(5);
  });

  it("throws if an entry fails", async () => {
    async function* failing(): AsyncGenerator<ZipEntry, string> {
      yield { path: "1.bin", bytes: randomBytes(10), isCompressed: false, mtime };
      throw new Error("the second can't be drawn");
    }
    const read = (async () => {
      for await (const _ of writeZip(failing()));
    })();
    await expect(read).rejects.toThrow("the second can't be drawn");
  });

  it("writes the comment, UTF-8 names and each entry's own time", async () => {
    async function* one(): AsyncGenerator<ZipEntry, string> {
      yield { path: "001 Menü 漢.png", bytes: Buffer.from("abc"), isCompressed: false, mtime };
      return "1 code, 1 file.";
    }
    const pieces: Uint8Array[] = [];
    for await (const piece of writeZip(one())) pieces.push(piece);
    const found = await new Promise<object>((resolve, reject) =>
      fromBuffer(Buffer.concat(pieces), (fault, zip) => {
        if (fault) return reject(fault);
        zip.on("entry", (entry) =>
          resolve({ name: entry.fileName, mtime: entry.getLastModDate(), comment: zip.comment }),
        );
      }),
    );
    expect(found).toEqual({ name: "001 Menü 漢.png", mtime, comment: "1 code, 1 file." });
  });
});
