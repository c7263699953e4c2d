import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { type ArchivedFile, streamZip } from "./zip";

const folder = mkdtempSync(join(tmpdir(), "zip-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** What Python's own reader finds, each file with its checksum looked at. */
function readByPython(archive: Buffer): Record<string, string> {
  const path = join(folder, "archive.zip");
  writeFileSync(path, archive);
  const script = `import json, sys, zipfile
archive = zipfile.ZipFile(sys.argv[1])
assert archive.testzip() is None
print(json.dumps({name: archive.read(name).decode() for name in archive.namelist()}))`;
  return JSON.parse(execFileSync("python3", ["-c", script, path], { encoding: "utf8" }));
}

async function gather(pieces: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const all: Uint8Array[] = [];
  for await (const piece of pieces) all.push(piece);
  return Buffer.concat(all);
}

/** Endless files, or `count` of them, and how many were asked for. */
function endless(count = Number.POSITIVE_INFINITY) {
  const told = { made: 0, isOver: false };
  async function* make(): AsyncGenerator<ArchivedFile> {
    try {
      while (told.made < count) {
        told.made += 1;
        yield { path: String(told.made), body: Buffer.alloc(200_000, told.made), compress: false };
      }
    } finally {
      told.isOver = true;
    }
  }
  return { told, files: make() };
}

describe("ZIP streaming", () => {
  it("writes an archive that Python reads, with text, bytes, streams, empty files and non-ASCII names", async () => {
    async function* pieces() {
      for (let line = 0; line < 3; line += 1) yield `line ${line} æ\n`;
    }
    async function* files(): AsyncGenerator<ArchivedFile> {
      yield { path: "a.txt", body: "text æ" };
      yield { path: "folder/bytes", body: Buffer.from("bytes"), compress: false };
      yield { path: "Speisekarte für 日本.csv", body: pieces() };
      yield { path: "empty", body: "" };
    }
    expect(readByPython(await gather(streamZip(files())))).toEqual({
      "a.txt": "text æ",
      "folder/bytes": "bytes",
      "Speisekarte für 日本.csv": "line 0 æ\nline 1 æ\nline 2 æ\n",
      empty: "",
    });
  });

  it("produces files no faster than they are read, and stops when the reader stops", async () => {
    const { told, files } = endless();
    const pieces = streamZip(files);
    await pieces.next();
    // Meanwhile another archive of a hundred such files is read to its end.
    const other = endless(100);
    await gather(streamZip(other.files));
    expect(other.told.made).toBe(100);
    expect(told.made).toBeLessThanOrEqual(2);
    await pieces.return(undefined);
    expect(told.isOver).toBe(true);
  });

  it("throws when the reader aborts", async () => {
    const { told, files } = endless();
    const reader = new AbortController();
    const taken = async () => {
      let count = 0;
      for await (const _ of streamZip(files, reader.signal)) if (++count === 5) reader.abort();
    };
    await expect(taken()).rejects.toThrow(/abort/i);
    expect(told.isOver).toBe(true);
  });

  it("throws if a file cannot be read", async () => {
    async function* broken() {
      yield "first";
      throw new Error("the database is away");
    }
    async function* files(): AsyncGenerator<ArchivedFile> {
      yield { path: "a", body: "whole" };
      yield { path: "b", body: broken() };
    }
    await expect(gather(streamZip(files()))).rejects.toThrow("the database is away");
  });
});
