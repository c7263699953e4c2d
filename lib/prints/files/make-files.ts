import { createHash } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import type { Caller } from "@/lib/accounts/schema";
import { findPrinted, type PrintedCode, renderCode } from "@/lib/codes";
import { drawForPage } from "@/lib/pictures";
import type { PictureFormat } from "@/lib/pictures/schema";
import { createBreath } from "@/lib/platform/breath";
import { ServiceError } from "@/lib/platform/errors";
import { takePlace } from "../places";
import type { FilesOrder } from "../schema";
import { type FilesManifest, type LeftOut, sayManifest, writeManifestCsv } from "./manifest";
import { nameNumbered } from "./names";
import { writeZip, type ZipEntry } from "./write-zip";

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
  const leave = await takePlace(caller);
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
  const breathe = createBreath(breathMs);
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
      await breathe();
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
  return sayManifest(manifest);
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
  const take = <T>(work: () => Promise<T>) => drawForPage(caller.accountId, signal, work);
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
