import { measureModule, needsProof } from "@/lib/qr";
import { drawRaster } from "@/lib/qr/files";
import type { Distortion, Raster } from "@/lib/qr/schema";
import {
  distort,
  type Grey,
  gradeRaster,
  prepareReader,
  provesPayload,
  resizeGrey,
  showcaseSteps,
  toGrey,
  warnOfLogo,
} from "@/lib/qr/verify";
import { decodeLogo } from "../decode-logo";
import type { Grade, GradeReply, GradeRequest, TestPictures } from "./grade";

/** Reads finished pixels back and grades them, off the page's own thread; the reader comes from our own origin. */
const wasmUrl = new URL("zxing-wasm/reader/zxing_reader.wasm", import.meta.url).href;

/** Pixels of a test's picture on each side: a sheet of at most 224 CSS pixels, sharp enough on any screen. */
const testWidth = 400;

/** On the dark page a weak contrast stands beside the sheet's hard edge, so it is drawn a little stronger than that. */
const steps = { ...showcaseSteps, lowContrast: showcaseSteps.lowContrast / 2 };

addEventListener("message", async ({ data }: MessageEvent<GradeRequest>) => {
  let reply: GradeReply;
  try {
    await prepareReader({ wasmUrl });
    reply = { id: data.id, grade: await gradeCode(data) };
  } catch (error) {
    reply = { id: data.id, failure: error instanceof Error ? error.message : "The code can't be read here." };
  }
  postMessage(reply);
});

async function gradeCode({ payload, matrix, style, withTests }: GradeRequest): Promise<Grade> {
  const logo = style.logo && (await decodeLogo(style.logo.dataUrl));
  const raster = drawRaster(matrix, style, logo);
  const isProven = !needsProof(style) || (await provesPayload(raster, payload, measureModule(matrix, style)));
  const scannability = await gradeRaster(raster, payload, style);
  const warnings = await warnOfLogo(raster, style, matrix.size);
  return { isProven, scannability, warnings, tests: withTests ? drawTests(raster) : null };
}

function drawTests(raster: Raster): TestPictures {
  const grey = resizeGrey(toGrey(raster), testWidth);
  const draw = (kind: Distortion) => toImage(distort(grey, kind, steps[kind]));
  return {
    blur: draw("blur"),
    smallPrint: draw("smallPrint"),
    lowContrast: draw("lowContrast"),
    rotation: draw("rotation"),
    noise: draw("noise"),
  };
}

function toImage({ width, height, pixels }: Grey): ImageData {
  const image = new ImageData(width, height);
  const words = new Uint32Array(image.data.buffer);
  for (let at = 0; at < words.length; at++) words[at] = 0xff000000 | (pixels[at]! * 0x010101);
  return image;
}
