import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { setPriority } from "node:os";

import { ServiceError } from "@/lib/platform/errors";
import { drawSvg } from "@/lib/qr";
import { drawPdf, drawRaster, encodePng } from "@/lib/qr/files";
import type { Raster } from "@/lib/qr/schema";
import { gradeRaster, prepareReader, warnOfLogo } from "@/lib/qr/verify";
import { deflatePixels } from "./deflate";
import { decodeLogo, writeLogo } from "./logo-pixels";
import { type Drawing, drawProved, findLeastModule } from "./proof";
import type { PictureResult, PictureTask } from "./schema";

// On Linux this is the niceness of this thread alone: plain pictures on the main thread go first.
setPriority(0, 10);
const require = createRequire(import.meta.url);
const readerFile = readFileSync(require.resolve("zxing-wasm/reader/zxing_reader.wasm"));
// Awaited here, so that the file is an ES module to whatever loads it and no picture comes before its reader.
await prepareReader({ wasmBinary: new Uint8Array(readerFile).buffer });

/** Draws one picture in a worker thread: logo, proof, grade, file. Null is a question whether the thread is ready. */
export default async function drawInThread(task: PictureTask | null): Promise<PictureResult | null> {
  if (task === null) return null;
  try {
    const { style } = task;
    const logo = style.logo && (await decodeLogo(style.logo.dataUrl));
    const drawing: Drawing = { payload: task.payload, matrix: task.matrix, style, logo };
    const proved = task.isStored ? undefined : await drawProved(drawing, task.format !== "png");
    return {
      bytes: await writeFile(task, drawing, proved?.raster),
      warnings: proved ? await warnOfLogo(proved.raster, proved.style, task.matrix.size) : [],
      ...(task.grade &&
        proved && { scannability: await gradeRaster(proved.raster, task.payload, style, proved.style) }),
      ...(task.measure && { leastModule: await findLeastModule(drawing) }),
    };
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    const { code, message, details, hint } = error;
    return { refused: { code, message, details, hint } };
  }
}

async function writeFile(
  task: PictureTask,
  { matrix, style, logo }: Drawing,
  raster: Raster | undefined,
): Promise<Uint8Array> {
  if (task.format === "png") return encodePng(raster ?? drawRaster(matrix, style, logo), deflatePixels);
  if (task.format === "svg") {
    const { title, shownWidth } = task;
    const own = logo && style.logo && { logoUrl: await writeLogo(logo, style.logo.dataUrl) };
    return Buffer.from(drawSvg(matrix, style, { title, ...own, ...(shownWidth && { shownWidth }) }), "utf8");
  }
  return drawPdf(matrix, style, { title: task.title, widthMm: task.widthMm ?? 50, ...(logo && { logo }) });
}
