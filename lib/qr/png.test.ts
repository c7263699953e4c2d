import { deflateSync } from "node:zlib";
import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { drawRaster, rasterToRgba } from "./draw/raster";
import { encodeMatrix } from "./encode";
import { encodePng } from "./files";
import type { Raster, Settings } from "./schema";
import { resolveStyle } from "./style";

const encode = (raster: Raster) => Buffer.from(encodePng(raster, deflateSync));
const readBack = async (png: Uint8Array) => sharp(png).ensureAlpha().raw().toBuffer();

/** Numbers that look like noise and are the same at every run. */
function scatter(count: number, below: number): Uint8Array {
  let state = 1;
  return Uint8Array.from({ length: count }, () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return (state >>> 16) % below;
  });
}

function paletteRaster(width: number, height: number, colours: number, alpha = false): Raster {
  const palette = Array.from(
    { length: colours },
    (_, index) => ((index * 2_654_435_761) & 0xffffff) * 256 + (alpha && index % 3 === 0 ? index % 256 : 255),
  );
  return { kind: "palette", width, height, palette, indices: scatter(width * height, colours) };
}

function colourRaster(width: number, height: number, opaque: boolean): Raster {
  const rgba = scatter(width * height * 4, 256);
  if (opaque) for (let at = 3; at < rgba.length; at += 4) rgba[at] = 255;
  return { kind: "rgba", width, height, rgba };
}

const headerOf = (png: Uint8Array) => ({ depth: png[24], colourType: png[25] });

describe("encodePng", () => {
  it.each([
    [2, 1],
    [3, 2],
    [4, 2],
    [5, 4],
    [16, 4],
    [17, 8],
    [256, 8],
  ])("writes %i colours with %i bits per pixel, losslessly", async (colours, depth) => {
    for (const [width, height] of [
      [1, 1],
      [7, 5],
      [8, 8],
      [33, 17],
      [64, 40],
    ] as const) {
      for (const alpha of [false, true]) {
        const raster = paletteRaster(width, height, colours, alpha);
        const png = encode(raster);
        expect(headerOf(png)).toEqual({ depth, colourType: 3 });
        expect((await readBack(png)).equals(rasterToRgba(raster))).toBe(true);
      }
    }
  });

  it.each([
    [true, 2],
    [false, 6],
  ])("writes many colours, opaque: %s, with colour type %i, losslessly", async (opaque, colourType) => {
    for (const width of [31, 64]) {
      const raster = colourRaster(width, 29, opaque);
      const png = encode(raster);
      expect(headerOf(png)).toEqual({ depth: 8, colourType });
      expect((await readBack(png)).equals(rasterToRgba(raster))).toBe(true);
    }
  });

  it("writes few colours as a palette, even from RGBA pixels", async () => {
    const flat = paletteRaster(40, 40, 200, true);
    const raster: Raster = { kind: "rgba", width: 40, height: 40, rgba: rasterToRgba(flat) };
    const png = encode(raster);
    expect(headerOf(png)).toEqual({ depth: 8, colourType: 3 });
    expect((await readBack(png)).equals(rasterToRgba(flat))).toBe(true);
  });

  it("writes repeated rows the same, whether they are listed or detected", async () => {
    for (const width of [30, 32]) {
      const raster = paletteRaster(width, 12, 2);
      if (raster.kind !== "palette") throw new Error("not a palette");
      raster.indices.copyWithin(3 * width, 2 * width, 3 * width);
      raster.indices.copyWithin(4 * width, 2 * width, 3 * width);
      const found = encode(raster);
      const order = Uint16Array.from({ length: 12 }, (_, y) => (y === 3 || y === 4 ? 2 : y));
      const told = encode({ ...raster, order, distinct: raster.indices });
      expect(told.equals(found)).toBe(true);
      expect(encode({ ...raster, order }).equals(found)).toBe(true);
      expect((await readBack(told)).equals(rasterToRgba(raster))).toBe(true);
    }
  });

  it("accepts an asynchronous deflate, as in browsers", async () => {
    const raster = paletteRaster(50, 50, 2);
    const later = encodePng(raster, async (bytes) => deflateSync(bytes));
    expect(later).toBeInstanceOf(Promise);
    expect(encode(raster).equals(await later)).toBe(true);
  });
});

describe("PNG of a code", () => {
  const address = `https://quietzone.example/${"menu-table/".repeat(7)}`.slice(0, 100);
  const matrix = encodeMatrix(address, { level: "M" });
  const draw = (settings: Settings) => encode(drawRaster(matrix, resolveStyle(settings, matrix).style));

  it("takes at most 1,000 bytes for a 100-character URL at 256 pixels, even with fast compression", () => {
    const raster = drawRaster(matrix, resolveStyle({}, matrix).style);
    expect(address).toHaveLength(100);
    expect(encode(raster).length).toBeLessThanOrEqual(1_000);
    expect(encodePng(raster, (bytes) => deflateSync(bytes, { level: 1 })).length).toBeLessThanOrEqual(1_000);
  });

  it.each<Settings>([
    {},
    { size: 301, transparent: true },
    { frame: { style: "circle" }, transparent: true },
    { size: 333, frame: { style: "dashed", size: 31, color: "#00608A" } },
    { modules: { shape: "rounded" }, eyes: { shape: "circle", color: "#A00" }, frame: { style: "rounded" } },
  ])("preserves every pixel: %j", async (settings) => {
    const raster = drawRaster(matrix, resolveStyle(settings, matrix).style);
    expect((await readBack(encode(raster))).equals(rasterToRgba(raster))).toBe(true);
  });

  it("has the same bytes each time", () => {
    const settings: Settings = { modules: { shape: "dots" }, frame: { style: "circle" } };
    expect(draw(settings)).toEqual(draw(settings));
  });
});
