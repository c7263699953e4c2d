import { mkdtemp, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { endOfArchive, packEntry, writeArchive } from "./archive-file";
import { Counter, headName, manifestName, pieceName } from "./format";
import { checkBackup } from "./read-backup";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "quietzone-crafted-"));
});
afterAll(() => rm(folder, { recursive: true }));

const head = {
  product: "quietzone",
  format: 1,
  version: "0.1.0",
  takenAt: "2026-11-22T00:00:00.000Z",
  migrations: [{ name: "20260101000000_start", checksum: "0".repeat(64) }],
  encryptionKey: "0123456789abcdef" as string | null,
  tables: [{ name: "account", columns: ["id"] }],
};

const asJson = (value: object) => Buffer.from(JSON.stringify(value));

/** A backup that is whole, whatever it says of itself. */
async function craft(own: object = {}, says: object = {}, rows = "1\n"): Promise<string> {
  const file = join(folder, `${Math.random()}.backup`);
  const said = { ...head, ...own };
  const counter = new Counter();
  const body = Buffer.from(rows);
  counter.add(body);
  const tables = said.tables.map(({ name }) => counter.end(name));
  const manifest = { head: said, tables, sequences: [], keepBesides: [], ...says };
  async function* pack() {
    yield* packEntry({ name: headName, body: asJson(said) });
    yield* packEntry({ name: pieceName(said.tables[0]!.name, 1), body });
    yield* packEntry({ name: manifestName, body: asJson(manifest) });
    yield endOfArchive;
  }
  await writeArchive(file, pack());
  return file;
}

const evil = "\u001b]0;owned\u0007\u0000";
const sayings: [string, object][] = [
  ["its version", { version: evil }],
  ["a very long version", { version: "1".repeat(100_000) }],
  ["a time with 100,000 digits", { takenAt: `2026-11-22T00:00:00.${"0".repeat(100_000)}Z` }],
  ["a migration", { migrations: [{ name: evil, checksum: "0".repeat(64) }] }],
  ["a checksum", { migrations: [{ name: "start", checksum: evil }] }],
  ["a fingerprint", { encryptionKey: evil }],
  ["a table", { tables: [{ name: `account${evil}`, columns: ["id"] }] }],
  ["a column", { tables: [{ name: "account", columns: [evil] }] }],
];

describe("forged backup", () => {
  it("passes the check if its contents are valid", async () => {
    expect(await checkBackup(await craft())).toMatchObject({ head });
    expect(await checkBackup(await craft({ encryptionKey: null }))).toMatchObject({});
  });

  it.each(sayings)("is refused for hostile text in its head: %s", async (_, own) => {
    const fault = await checkBackup(await craft(own)).catch((error: Error) => error);
    expect((fault as Error).message).toMatch(/^[ -~]*: head\.json is not what a backup says\.$/);
  });

  it.each([
    ["a sequence's name", { sequences: [{ name: evil, value: "1", isCalled: true }] }],
    ["a sequence's value", { sequences: [{ name: "id_seq", value: evil, isCalled: true }] }],
    ["what to keep", { keepBesides: [evil] }],
    ["a table's name", { tables: [{ name: evil, rows: 1, bytes: 2, sha256: "0".repeat(64) }] }],
  ])("is refused for hostile text in its manifest: %s", async (_, says) => {
    await expect(checkBackup(await craft({}, says))).rejects.toThrow(
      "manifest.json is not what a backup says.",
    );
  });

  it("is refused early if it is a decompression bomb or has an oversized entry", async () => {
    const bomb = join(folder, "bomb.backup");
    // Members of one gzip file, one behind the other: 4 MB, which unpack to 4 GB.
    const member = gzipSync(Buffer.alloc(64 * 1024 * 1024));
    await writeFile(bomb, Buffer.concat(Array(64).fill(member)));
    let read = 0;
    const fault = await checkBackup(bomb, (bytes) => {
      read += bytes;
    }).catch((error: Error) => error);
    expect((fault as Error).message).toContain("something follows its end");
    expect(read).toBeLessThan((await stat(bomb)).size / 2 + 1);
    const [header] = [...packEntry({ name: headName, body: Buffer.alloc(5 * 1024 * 1024) })];
    await writeFile(bomb, gzipSync(header!));
    await expect(checkBackup(bomb)).rejects.toThrow(
      "a file in it is longer than any that this service writes",
    );
  });
});
