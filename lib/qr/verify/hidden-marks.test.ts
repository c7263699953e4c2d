import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { beforeAll, describe, expect, it } from "vitest";
import { drawRaster } from "../draw/raster";
import { encodeMatrix } from "../encode";
import type { LogoPixels, Settings } from "../schema";
import { resolveStyle } from "../style";
import { gradeRaster } from "./grade";
import { mimicsHiddenMark, warnOfLogo } from "./hidden-marks";
import { prepareReader } from "./reader";

beforeAll(async () => {
  const file = createRequire(import.meta.url).resolve("zxing-wasm/reader/zxing_reader.wasm");
  await prepareReader({ wasmBinary: new Uint8Array(readFileSync(file)).buffer });
});

const ring = ["##.#.", "#.#.#", "..#.#", "#...#", ".####"];
const payload = "https://example.com/";

/** A logo 14 modules of 8 pixels wide: white, or with most of a pattern 3.5 modules from its middle. */
function drawLogo(isBusy: boolean): LogoPixels {
  const width = 112;
  const rgba = new Uint8Array(4 * width * width).fill(255);
  for (let at = 0; isBusy && at < width * width; at++) {
    const column = Math.floor((at % width) / 8) - 1;
    const row = Math.floor(at / width / 8) - 1;
    if (ring[row]?.[column] === "#") rgba.fill(0, 4 * at, 4 * at + 3);
  }
  return { width, height: width, rgba };
}

function draw(version: number, isBusy: boolean) {
  const matrix = encodeMatrix(payload, { level: "H", leastVersion: version });
  const module = 8;
  const size = (matrix.size + 8) * module;
  const settings: Settings = { size, logo: { enabled: true, dataUrl: "data:,", size: 112 } };
  const { style } = resolveStyle(settings, matrix);
  return { raster: drawRaster(matrix, style, drawLogo(isBusy)), style, modules: matrix.size };
}

describe("a logo over an alignment pattern", () => {
  it.each([7, 10, 13])("is detected in version %i if it looks like the pattern", (version) => {
    const busy = draw(version, true);
    expect(mimicsHiddenMark(busy.raster, busy.style, busy.modules)).toBe(true);
    const plain = draw(version, false);
    expect(mimicsHiddenMark(plain.raster, plain.style, plain.modules)).toBe(false);
  });

  it("gets the warning busy_logo, which a plain logo does not", async () => {
    const warningsOf = async ({ raster, style, modules }: ReturnType<typeof draw>) =>
      (await warnOfLogo(raster, style, modules)).map(({ code, field }) => `${code} ${field}`);
    expect(await warningsOf(draw(10, true))).toEqual(["busy_logo settings.logo"]);
    expect(await warningsOf(draw(10, false))).toEqual([]);
  });

  // Versions 2 to 6 have one pattern, at the lower right; one in the middle of a larger symbol is one of many.
  it.each([6, 21])("is not a problem in version %i", (version) => {
    const { raster, style, modules } = draw(version, true);
    expect(mimicsHiddenMark(raster, style, modules)).toBe(false);
  });

  it("lowers the grade", async () => {
    const [busy, plain] = [draw(10, true), draw(10, false)];
    const score = async ({ raster, style }: typeof busy) => (await gradeRaster(raster, payload, style)).score;
    expect(await score(busy)).toBeLessThanOrEqual((await score(plain)) - 5);
    expect(await score(busy)).toBeGreaterThan(50);
  });
});

it("mimicsHiddenMark is false for a code without a logo", () => {
  const matrix = encodeMatrix(payload, { level: "H", leastVersion: 10 });
  const { style } = resolveStyle({ size: 520 }, matrix);
  expect(mimicsHiddenMark(drawRaster(matrix, style), style, matrix.size)).toBe(false);
});
