import { createHash } from "node:crypto";
import { once } from "node:events";
import { Readable } from "node:stream";
import { setTimeout as wait } from "node:timers/promises";
import { ZipFile } from "yazl";
import type { Caller } from "@/lib/accounts/schema";
import { renderCode } from "@/lib/codes";
import { findPrinted, type PrintedCode } from "@/lib/codes/read";
import { renderForPage } from "@/lib/pictures";
import type { PictureFormat } from "@/lib/pictures/schema";
import { createYield } from "@/lib/platform/concurrency";
import { ServiceError } from "@/lib/platform/errors";
import { type FilesManifest, formatManifest, type LeftOut, writeManifestCsv } from "./manifest";
import { acquirePrintSlot } from "./print-limits";
import type { FilesOrder } from "./schema";

/** Room in a name for its number, its ending and a folder: file systems take 255 bytes, Windows 260 characters of a whole path. */
const longestStem = { characters: 80, bytes: 180 };

/** What Windows refuses in a name, and control characters. */
const unsafe = /[\\/:*?"<>|\p{Cc}\p{Cs}\p{Co}\p{Cn}]/gu;

/** Not seen, and able to make a name look like another; a joiner alone holds signs together. */
const hidden = /(?!\u200D)\p{Cf}|[\p{Zl}\p{Zp}]/gu;

/** Names of devices on Windows, whatever ending they have (Microsoft, "Naming Files, Paths, and Namespaces"). */
const reserved = /^(?:con|prn|aux|nul|conin\$|conout\$|clock\$|(?:com|lpt)[0-9¹²³])(?=$|[.\s])/iu;

/** A picture that finds no thread free is asked for again so often, each time after a second more. */
const tries = 6;
const breathMs = 20;

/**
 * Some of the caller's codes as files in a ZIP archive with its manifest, drawn while it is read. What can't be among them is
 * named in the manifest. The first piece throws `plan_required`, `rate_limited`, `unavailable`; `not_found` where none of the
 * codes is there.
 *
 * @param signal ends it: nothing is drawn that nobody reads.
 */
export async function* makeFiles(
  caller: Caller,
  order: FilesOrder,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const leave = await acquirePrintSlot(caller);
  try {
    yield* writeZip(makeEntries(caller, order, signal));
  } finally {
    leave();
  }
}

async function* makeEntries(
  caller: Caller,
  order: FilesOrder,
  signal: AbortSignal,
): AsyncGenerator<ZipEntry, string> {
  const ids = [...new Set(order.ids)];
  const manifest: FilesManifest = { madeAt: new Date().toISOString(), codes: 0, files: [], leftOut: [] };
  const yieldIfDue = createYield(breathMs);
  for (const [place, id] of ids.entries()) {
    signal.throwIfAborted();
    const code = await findPrinted(caller, id);
    if (code === null) {
      manifest.leftOut.push({ id, name: null, format: null, reason: "There is no such code any more" });
      continue;
    }
    const stem = nameNumbered(code.name, place, ids.length);
    const before = manifest.files.length;
    for (const format of order.formats) {
      await yieldIfDue();
      const bytes = await draw(caller, code, format, order, signal);
      if ("reason" in bytes) manifest.leftOut.push(bytes);
      else yield enter(manifest, code, { stem, format, order, bytes });
    }
    if (manifest.files.length > before) manifest.codes += 1;
  }
  if (manifest.leftOut.filter(({ name }) => name === null).length === ids.length) {
    throw new ServiceError("not_found", "None of these codes is there any more");
  }
  yield* writeManifests(manifest);
  return formatManifest(manifest);
}

/** What is drawn is what the picture's own address gives; what that refuses is left out, with its words. */
async function draw(
  caller: Caller,
  code: PrintedCode,
  format: PictureFormat,
  { size, mm }: FilesOrder,
  signal: AbortSignal,
): Promise<Buffer | LeftOut> {
  const request = {
    format,
    ...(format === "png" && { size }),
    ...(format === "pdf" && { mm }),
  };
  const take = <T>(work: () => Promise<T>) => renderForPage(caller.accountId, signal, work);
  for (let attempt = 1; ; attempt++) {
    try {
      const picture = await renderCode(caller, code.id, request, { take });
      if (picture.notModified) throw new Error("a picture that nobody has was not drawn");
      return picture.bytes;
    } catch (fault) {
      if (!(fault instanceof ServiceError)) throw fault;
      const { id, name } = code;
      if (fault.code !== "unavailable") return { id, name, format, reason: fault.message };
      if (attempt === tries) throw fault;
      await wait(attempt * 1_000, undefined, { signal });
    }
  }
}

interface Drawn {
  stem: string;
  format: PictureFormat;
  order: FilesOrder;
  bytes: Buffer;
}

function enter(manifest: FilesManifest, code: PrintedCode, { stem, format, order, bytes }: Drawn): ZipEntry {
  const path = order.formats.length === 1 ? `${stem}.${format}` : `${format}/${stem}.${format}`;
  const sizes = { png: `${order.size} px`, svg: "vector", pdf: `${order.mm} mm` };
  manifest.files.push({
    file: path,
    id: code.id,
    name: code.name,
    type: code.type,
    kind: code.isDynamic ? "dynamic" : "static",
    shortUrl: code.shortUrl,
    content: code.content,
    size: sizes[format],
    bytes: bytes.length,
    sha256: createHash("sha256").update(bytes).digest("hex"),
  });
  return { path, bytes, isCompressed: format === "svg", mtime: code.updatedAt };
}

function* writeManifests(manifest: FilesManifest): Generator<ZipEntry> {
  const mtime = new Date(manifest.madeAt);
  const text = (path: string, content: string): ZipEntry => ({
    path,
    bytes: Buffer.from(content, "utf8"),
    isCompressed: true,
    mtime,
  });
  yield text("manifest.csv", writeManifestCsv(manifest));
  yield text("manifest.json", `${JSON.stringify(manifest, null, 2)}\n`);
}

/** The part of a file's name that tells what it is: taken by every system, never empty, at most 80 characters. */
export function nameStem(name: string): string {
  const safe = name.normalize("NFC").replaceAll(hidden, "").replaceAll(unsafe, "-").replaceAll(/\s+/gu, " ");
  const stem = cut(safe).replaceAll(/^[\s.]+|[\s.]+$/gu, "");
  if (stem === "") return "code";
  return reserved.test(stem) ? `_${stem}` : stem;
}

/** `007 Menu, table 4`: the number makes it the only one, on systems too that take capitals for small letters. */
export function nameNumbered(name: string, place: number, of: number): string {
  const number = String(place + 1).padStart(Math.max(3, String(of).length), "0");
  return `${number} ${nameStem(name)}`;
}

/** Whole signs alone, so that no letter loses its accent. */
function cut(name: string): string {
  let kept = "";
  let characters = 0;
  for (const { segment } of new Intl.Segmenter("en", { granularity: "grapheme" }).segment(name)) {
    characters += segment.length;
    if (characters > longestStem.characters || Buffer.byteLength(kept + segment) > longestStem.bytes) break;
    kept += segment;
  }
  return kept;
}

export interface ZipEntry {
  path: string;
  bytes: Uint8Array;
  /** Pictures that are compressed in themselves are stored. */
  isCompressed: boolean;
  mtime: Date;
}

/**
 * A ZIP archive, piece by piece at the pace of its reader: a few entries at most are in memory. Fails with what `entries`
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
