import { beforeAll, describe, expect, it } from "vitest";
import { loadReader } from "@/e2e/support/qr-reader";
import { drawSample, type SampleLook } from "@/e2e/support/sample-raster";
import { encodeMatrix, measureModule, resolveStyle, symbolFor } from "..";
import { drawRaster } from "../files";
import type { Raster, Settings } from "../schema";
import { decodeRaster, provesPayload, toGrey } from ".";
import { sameBytes } from "./proof";

const address = "https://quietzone.example/menu";
const text = (bytes: Uint8Array | null) => bytes && new TextDecoder().decode(bytes);

beforeAll(loadReader);

function coverWithWhite(raster: Raster, share: number): Raster {
  if (raster.kind !== "rgba") throw new Error("rgba only");
  const rgba = raster.rgba.slice();
  const first = Math.floor(raster.width * (0.5 - share / 2));
  const last = Math.ceil(raster.width * (0.5 + share / 2));
  for (let y = first; y < last; y++)
    rgba.fill(255, 4 * (y * raster.width + first), 4 * (y * raster.width + last));
  return { ...raster, rgba };
}

function cropLeft(raster: Raster, columns: number): Raster {
  if (raster.kind !== "rgba") throw new Error("rgba only");
  const width = raster.width - columns;
  const rgba = new Uint8Array(4 * width * raster.height);
  for (let y = 0; y < raster.height; y++) {
    const row = 4 * y * raster.width;
    rgba.set(raster.rgba.subarray(row + 4 * columns, row + 4 * raster.width), 4 * y * width);
  }
  return { ...raster, width, rgba };
}

describe("toGrey with a factor", () => {
  it.each([
    [2, [128, 128, 255, 255]],
    [3, [170]],
  ])("by %d averages each square of pixels, cut off at the edge", (factor, expected) => {
    const palette = [0x000000ff, 0xffffffff];
    const indices = Uint8Array.of(0, 1, 1, 0, 1, 0, 1, 1, 1);
    const grey = toGrey({ kind: "palette", width: 3, height: 3, palette, indices }, { factor });
    expect([...grey.pixels].slice(0, expected.length)).toEqual(expected);
    expect([grey.width, grey.height]).toEqual([Math.ceil(3 / factor), Math.ceil(3 / factor)]);
  });

  it("gives the same result from whole pixels and from repeated rows", () => {
    const matrix = encodeMatrix(address, symbolFor(null));
    const { style } = resolveStyle({ size: 1000, color: { dark: "#336699" } }, matrix);
    const raster = drawRaster(matrix, style);
    if (raster.kind !== "palette" || raster.distinct === undefined) throw new Error("no rows");
    const { width, height, palette, indices } = raster;
    for (const factor of [1, 3, 7]) {
      const whole = toGrey({ kind: "palette", width, height, palette, indices }, { factor });
      expect(sameBytes(toGrey(raster, { factor }).pixels, whole.pixels)).toBe(true);
    }
  });
});

describe("provesPayload on a reduced image", () => {
  it.each<[string, Settings]>([
    ["colours", { color: { dark: "#0F172A" } }],
    ["dots", { modules: { shape: "dots" } }],
    ["a frame", { frame: { style: "dashed", color: "#336699" } }],
    ["transparent", { transparent: true }],
  ])("gives the same result for %s as on every pixel", async (_, look) => {
    for (const size of [700, 1501, 2048]) {
      const matrix = encodeMatrix(address, symbolFor(null));
      const { style } = resolveStyle({ ...look, size }, matrix);
      const raster = drawRaster(matrix, style);
      const module = measureModule(matrix, style);
      expect(await provesPayload(raster, address, module)).toBe(true);
      expect(await provesPayload(raster, `${address}s`, module)).toBe(false);
    }
  });

  it("rejects a code that is too pale", async () => {
    const raster = drawSample(address, { size: 2048, dark: 0xf4f4f4 });
    expect([await provesPayload(raster, address), await provesPayload(raster, address, 62)]).toEqual([
      false,
      false,
    ]);
  });
});

describe("provesPayload accepts", () => {
  it.each(Array.from({ length: 40 }, (_, i) => i + 1))(
    "version %i at two pixels per module",
    async (version) => {
      const size = 2 * (17 + 4 * version + 8);
      const payload = `https://q.ex/${"v".repeat(version === 1 ? 0 : version)}`;
      const raster = drawSample(payload, { version, size, level: "L", dark: 0x00608a });
      expect(text(await decodeRaster(raster))).toBe(payload);
      expect(await provesPayload(raster, payload)).toBe(true);
    },
  );

  it.each<[string, SampleLook]>([
    ["rounded modules and eyes", { modules: "rounded", eyes: "rounded" }],
    ["dots", { modules: "dots", dot: 0.9 }],
    ["a logo of 20 % at level H", { level: "H", logo: 0.2 }],
    ["light on dark", { dark: 0xffffff, light: 0x102030 }],
    ["a contrast of 1.5 on white", { dark: 0xd0d0d0 }],
    ["a contrast of 1.5 on black", { light: 0x2b2b2b }],
    ["a quiet zone of 2 modules", { quietZone: 2, size: 33 * 6 }],
    ["2,048 pixels", { size: 2048 }],
  ])("%s", async (_, look) => {
    expect(await provesPayload(drawSample(address, look), address)).toBe(true);
  });

  it("bytes as encoded, whatever character set a reader would guess", async () => {
    for (const payload of [
      "Grüße aus Köln",
      "日本語 ひらがな",
      "🙂 \u200fشكرا",
      " edge spaces ",
      "line\r\nbreak",
    ]) {
      const raster = drawSample(payload);
      expect(text(await decodeRaster(raster))).toBe(payload);
      expect(await provesPayload(raster, payload)).toBe(true);
    }
  });

  it("a transparent background as white paper, in both kinds of raster", async () => {
    const raster = drawSample(address);
    if (raster.kind !== "rgba") throw new Error("rgba only");
    const { width, height } = raster;
    const indices = Uint8Array.from({ length: width * height }, (_, i) =>
      raster.rgba[4 * i]! < 128 ? 1 : 0,
    );
    const palette: Raster = { kind: "palette", width, height, palette: [0xffffff00, 0x000000ff], indices };
    const rgba = raster.rgba.slice();
    for (let i = 0; i < indices.length; i++) if (indices[i] === 0) rgba.set([255, 255, 255, 0], 4 * i);
    expect(await provesPayload(palette, address)).toBe(true);
    expect(await provesPayload({ ...raster, rgba }, address)).toBe(true);
    // Black below: paper shows it as white, a program that does not look at alpha sees nothing but black.
    const black = { ...palette, palette: [0x00000000, 0x000000ff] };
    expect(await decodeRaster(black)).not.toBe(null);
    expect(await provesPayload(black, address)).toBe(false);
  });
});

describe("provesPayload rejects", () => {
  it.each<[string, () => Raster]>([
    ["another payload", () => drawSample(`${address}s`)],
    ["a code covered beyond its error correction", () => coverWithWhite(drawSample(address), 0.45)],
    ["a logo of 25 % at level L", () => drawSample(address, { level: "L", logo: 0.25 })],
    ["a contrast lost in sensor noise", () => drawSample(address, { dark: 0xf4f4f4 })],
    ["equal brightness in different colours", () => drawSample(address, { dark: 0xff0000, light: 0x008000 })],
    ["a code that lost an eye", () => cropLeft(drawSample(address), 80)],
    [
      "a blank image",
      () => ({ kind: "palette", width: 64, height: 64, palette: [0], indices: new Uint8Array(4096) }),
    ],
  ])("%s", async (_, draw) => {
    expect(await provesPayload(draw(), address)).toBe(false);
  });
});
