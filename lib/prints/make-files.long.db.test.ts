import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Papa from "papaparse";
import { afterAll, describe, expect, it } from "vitest";
import { fromBuffer } from "yauzl";
import { callerOf, newAccount } from "@/e2e/support/accounts";
import { draw, urlOf } from "@/e2e/support/logos";
import { readCode } from "@/e2e/support/public-api";
import type { Caller } from "@/lib/accounts/schema";
import { deleteCode, renderCode } from "@/lib/codes";
import { createCodes } from "@/lib/codes/bulk";
import type { NewCode } from "@/lib/codes/schema";
import { closePictures } from "@/lib/pictures";
import { sql } from "@/lib/platform/db";
import { makeFiles } from "./index";
import type { FilesManifest, FilesOrder } from "./schema";

afterAll(closePictures);

const stays = new AbortController().signal;

async function newCaller(): Promise<Caller> {
  return callerOf(await newAccount("pro"), "pro");
}

async function make(caller: Caller, items: readonly NewCode[]) {
  const made = [];
  for (let at = 0; at < items.length; at += 100) {
    const { created, errors } = await createCodes(caller, items.slice(at, at + 100));
    expect(errors).toEqual([]);
    made.push(...created);
  }
  return made;
}

async function collect(caller: Caller, order: FilesOrder): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  for await (const piece of makeFiles(caller, order, stays)) pieces.push(piece);
  return Buffer.concat(pieces);
}

/** Every entry as a reader gives it that is not ours. */
function unzip(archive: Buffer): Promise<{ entries: Map<string, Buffer>; comment: string }> {
  return new Promise((resolve, reject) => {
    fromBuffer(archive, { lazyEntries: true, strictFileNames: true }, (fault, zip) => {
      if (fault) return reject(fault);
      const entries = new Map<string, Buffer>();
      zip.on("entry", (entry) => {
        zip.openReadStream(entry, async (failed, stream) => {
          if (failed) return reject(failed);
          const pieces: Buffer[] = [];
          for await (const piece of stream) pieces.push(piece as Buffer);
          expect(entries.has(entry.fileName)).toBe(false);
          entries.set(entry.fileName, Buffer.concat(pieces));
          zip.readEntry();
        });
      });
      zip.on("end", () => resolve({ entries, comment: zip.comment }));
      zip.on("error", reject);
      zip.readEntry();
    });
  });
}

/** Python's own reader checks every checksum; returns the names. */
function listByPython(archive: Buffer): string[] {
  const folder = mkdtempSync(join(tmpdir(), "quietzone-zip-"));
  try {
    writeFileSync(join(folder, "codes.zip"), archive);
    const script = `import json, zipfile
with zipfile.ZipFile("codes.zip") as z:
    assert z.testzip() is None
    print(json.dumps(z.namelist()))`;
    return JSON.parse(execFileSync("python3", ["-c", script], { cwd: folder, encoding: "utf8" }));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const sha256 = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");
const readManifest = (entries: Map<string, Buffer>): FilesManifest =>
  JSON.parse((entries.get("manifest.json") as Buffer).toString("utf8"));

describe("makeFiles", () => {
  it("packs the same images as the image endpoint, in each format, with an accurate manifest", async () => {
    const caller = await newCaller();
    const logo = { enabled: true, dataUrl: urlOf(await draw("png"), "png") };
    const made = await make(caller, [
      { name: "Menu, table 4", type: "url", content: "https://example.com/menu", isDynamic: true },
      { name: "=HYPERLINK(1)", type: "text", content: "=1+1" },
      { name: "CON", type: "url", content: "https://example.com/l", settings: { logo, size: 512 } },
      { name: "CON", type: "text", content: "dots", settings: { modules: { shape: "dots" } } },
    ]);
    const ids = made.map(({ id }) => id);
    const archive = await collect(caller, { ids, formats: ["png", "svg", "pdf"], size: 640, mm: 40 });
    const { entries, comment } = await unzip(archive);
    expect(listByPython(archive)).toEqual([...entries.keys()]);
    expect(comment).toBe("4 codes, 12 files.");
    const { files, leftOut, codes } = readManifest(entries);
    expect({ codes, leftOut, count: files.length }).toEqual({ codes: 4, leftOut: [], count: 12 });
    expect(files[0]).toMatchObject({
      file: "png/001 Menu, table 4.png",
      kind: "dynamic",
      shortUrl: made[0]?.shortUrl,
      content: "https://example.com/menu",
      size: "640 px",
    });
    for (const file of files) {
      const bytes = entries.get(file.file) as Buffer;
      expect([bytes.length, sha256(bytes)]).toEqual([file.bytes, file.sha256]);
      const format = file.file.slice(0, 3) as "png" | "svg" | "pdf";
      const request = { format, ...(format === "png" && { size: 640 }), ...(format === "pdf" && { mm: 40 }) };
      const picture = await renderCode(caller, file.id, request);
      expect("bytes" in picture && Buffer.compare(picture.bytes, bytes)).toBe(0);
      if (format === "png") expect(await readCode(bytes)).toBe(file.shortUrl ?? file.content);
    }
    const csv = (entries.get("manifest.csv") as Buffer).toString("utf8");
    expect(csv.startsWith("\uFEFF")).toBe(true);
    const { data } = Papa.parse<string[]>(csv.slice(1), { newline: "\r\n", skipEmptyLines: true });
    expect(data).toHaveLength(13);
    expect(data[4]?.slice(2, 8)).toEqual(["'=HYPERLINK(1)", "text", "static", "", "'=1+1", "640 px"]);
    expect(data.slice(1).map((line) => line[9])).toEqual(files.map((file) => file.sha256));
  });

  it("A5: leaves out and reports codes that are deleted, another account's or no longer valid", async () => {
    const caller = await newCaller();
    const [kept, gone, broken, dense] = await make(caller, [
      { name: "Kept", type: "text", content: "kept" },
      { name: "Gone", type: "text", content: "gone" },
      { name: "Broken", type: "url", content: "https://example.com" },
      { name: "Dense", type: "text", content: "x".repeat(2_000) },
    ]);
    const [foreign] = await make(await newCaller(), [{ name: "Foreign", type: "text", content: "no" }]);
    await deleteCode(caller, gone!.id);
    await sql.query("UPDATE qr_code SET content = 'javascript:alert(1)' WHERE id = $1", [broken!.id]);
    const ids = [kept, gone, broken, dense, foreign].map((code) => code!.id);
    const { entries, comment } = await unzip(
      await collect(caller, { ids: [...ids, kept!.id], formats: ["png"], size: 64 }),
    );
    expect([...entries.keys()]).toEqual(["001 Kept.png", "manifest.csv", "manifest.json"]);
    expect(comment).toMatch(/^1 code, 1 file\. 4 codes were left out/);
    expect(readManifest(entries).leftOut).toEqual([
      { id: gone!.id, name: null, format: null, reason: "There is no such code any more" },
      { id: broken!.id, name: "Broken", format: "png", reason: expect.any(String) },
      {
        id: dense!.id,
        name: "Dense",
        format: "png",
        reason: expect.stringContaining("size must be at least"),
      },
      { id: foreign!.id, name: null, format: null, reason: "There is no such code any more" },
    ]);
    const none = collect(caller, { ids: [gone!.id, foreign!.id], formats: ["svg"] });
    await expect(none).rejects.toMatchObject({ code: "not_found" });
  });

  it("requires the Pro plan, allows one order per account at a time, and frees the slot on abort", async () => {
    const caller = await newCaller();
    const [code] = await make(caller, [{ name: "One", type: "text", content: "one" }]);
    const order: FilesOrder = { ids: [code!.id], formats: ["png"], size: 4096 };
    await expect(collect({ ...caller, plan: "free" }, order)).rejects.toMatchObject({
      code: "plan_required",
    });
    const first = makeFiles(caller, order, stays);
    await first.next();
    await expect(collect(caller, order)).rejects.toMatchObject({ code: "rate_limited" });
    await first.return(undefined);
    await collect(caller, order);
  });

  it("stops within an image when the reader aborts", async () => {
    const caller = await newCaller();
    const made = await make(
      caller,
      Array.from({ length: 40 }, (_, index) => ({
        name: `Dots ${index}`,
        type: "text" as const,
        content: `dots ${index}`,
        settings: { modules: { shape: "dots" as const } },
      })),
    );
    const going = new AbortController();
    const order: FilesOrder = { ids: made.map(({ id }) => id), formats: ["png"], size: 2048 };
    const files = makeFiles(caller, order, going.signal);
    await files.next();
    going.abort();
    const before = performance.now();
    await expect(
      (async () => {
        for await (const _ of files);
      })(),
    ).rejects.toMatchObject({ name: "AbortError" });
    expect(performance.now() - before).toBeLessThan(20_000);
  });

  it("packs 500 codes with numbered names, each once", { timeout: 120_000 }, async () => {
    const caller = await newCaller();
    const items = Array.from({ length: 500 }, (_, index) => ({
      name: index % 2 === 0 ? "Table" : "TABLE",
      type: "text" as const,
      content: `table ${index}`,
    }));
    const ids = (await make(caller, items)).map(({ id }) => id);
    const { entries, comment } = await unzip(await collect(caller, { ids, formats: ["png"], size: 128 }));
    expect(comment).toBe("500 codes, 500 files.");
    expect(new Set([...entries.keys()].map((name) => name.toLowerCase())).size).toBe(502);
    const { files } = readManifest(entries);
    expect(files.map(({ id }) => id)).toEqual(ids);
    const read = files.map(({ file }) => readCode(entries.get(file) as Buffer));
    expect(await Promise.all(read)).toEqual(items.map(({ content }) => content));
  });
});
