import { describe, expect, it } from "vitest";
import { encodeMatrix } from "../encode";
import { countHidden, layOut } from "../layout";
import type { LogoPixels, Settings } from "../schema";
import { resolveStyle } from "../style";
import { fitLogo } from "./logo";
import { drawRaster, rasterToRgba } from "./raster";

function paint(width: number, height: number, colour: (x: number, y: number) => number[]): LogoPixels {
  const rgba = new Uint8Array(width * height * 4);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) rgba.set(colour(x, y), (y * width + x) * 4);
  }
  return { width, height, rgba };
}

const red = [200, 30, 20, 255];
const matrix = encodeMatrix("https://quietzone.example/r/7kQm2XbT/summer-menu", { level: "H" });

function draw(logo: LogoPixels, logoSize: number, more: Settings = {}) {
  const settings: Settings = {
    size: 256,
    ...more,
    logo: { enabled: true, dataUrl: "data:,", size: logoSize },
  };
  const { style } = resolveStyle(settings, matrix);
  const raster = drawRaster(matrix, style, logo);
  const rgba = rasterToRgba(raster);
  const at = (x: number, y: number) => [
    ...rgba.subarray((y * raster.width + x) * 4, (y * raster.width + x) * 4 + 4),
  ];
  return { raster, at, layout: layOut(matrix, style) };
}

/** Left, top, width and height of everything in one colour. */
function findBox({ at, raster }: ReturnType<typeof draw>, colour: number[]) {
  const xs: number[] = [];
  const ys: number[] = [];
  for (let y = 0; y < raster.height; y++) {
    for (let x = 0; x < raster.width; x++) {
      if (at(x, y).join() !== colour.join()) continue;
      xs.push(x);
      ys.push(y);
    }
  }
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  return { left, top, width: Math.max(...xs) - left + 1, height: Math.max(...ys) - top + 1 };
}

describe("logo drawing", () => {
  it.each([16, 31, 51, 76])(
    "makes a logo of %i pixels exactly that wide, in the middle of the code",
    (size) => {
      const drawn = draw(
        paint(400, 400, () => red),
        size,
      );
      const { origin, module, modules } = drawn.layout;
      const start = origin + Math.floor((modules * module - size) / 2);
      expect(findBox(drawn, red)).toEqual({ left: start, top: start, width: size, height: size });
    },
  );

  it("keeps the proportions of a wide or tall logo, even with a frame", () => {
    const wide = findBox(
      draw(
        paint(300, 100, () => red),
        60,
        { frame: { style: "dashed", size: 10 } },
      ),
      red,
    );
    expect([wide.width, wide.height]).toEqual([60, 20]);
    const tall = findBox(
      draw(
        paint(5, 20, () => red),
        60,
      ),
      red,
    );
    expect([tall.width, tall.height]).toEqual([15, 60]);
    expect(Math.abs(tall.left * 2 + tall.width - (tall.top * 2 + tall.height))).toBeLessThanOrEqual(1);
  });

  it("shows the background colour, not modules, behind a transparent logo", () => {
    const { at, layout } = draw(
      paint(50, 50, () => [0, 0, 0, 0]),
      51,
      { color: { light: "#FFEEDD" } },
    );
    const { start, size } = layout.logo!;
    for (let y = start; y < start + size; y++) {
      for (let x = start; x < start + size; x++) expect(at(x, y)).toEqual([255, 238, 221, 255]);
    }
  });

  it("clears a quarter of a module around the logo if the symbol can carry it", () => {
    const { at, layout } = draw(
      paint(50, 50, () => red),
      40,
    );
    const { start, size } = layout.logo!;
    const margin = Math.floor(layout.module / 4);
    expect(margin).toBeGreaterThan(0);
    for (let along = start; along < start + size; along++) {
      for (let away = 1; away <= margin; away++) {
        expect(at(along, start - away)).toEqual([255, 255, 255, 255]);
        expect(at(start + size - 1 + away, along)).toEqual([255, 255, 255, 255]);
      }
    }
  });

  it("blends a half transparent logo with the background, or keeps its alpha if there is none", () => {
    const half = paint(8, 8, () => [0, 0, 255, 128]);
    const { at, layout } = draw(half, 40);
    const middle = layout.logo!.start + 20;
    expect(at(middle, middle)).toEqual([127, 127, 255, 255]);
    expect(draw(half, 40, { transparent: true }).at(middle, middle)).toEqual([0, 0, 255, 128]);
  });

  it("draws the same pixels each time, cached or not", () => {
    const logo = paint(90, 70, (x, y) => [x, y, x ^ y, 255]);
    const pixels = (of: LogoPixels) => Buffer.from(rasterToRgba(draw(of, 51).raster));
    const first = pixels(logo);
    for (const size of [20, 30, 40, 60, 70]) draw(logo, size);
    expect(pixels(logo).equals(first)).toBe(true);
    expect(pixels({ ...logo }).equals(first)).toBe(true);
  });
});

describe("fitLogo", () => {
  it("averages the covered area when shrinking", () => {
    const checks = paint(64, 64, (x, y) => ((x + y) % 2 === 0 ? [255, 255, 255, 255] : [0, 0, 0, 255]));
    const fitted = fitLogo(checks, 16);
    expect([...new Set(fitted.rgba)].toSorted()).toEqual([128, 255]);
    const third = fitLogo(
      paint(5, 5, (x) => (x < 2 ? [0, 0, 0, 255] : [250, 250, 250, 255])),
      2,
    );
    expect([...third.rgba.subarray(0, 8)]).toEqual([50, 50, 50, 255, 250, 250, 250, 255]);
  });

  it("takes no colour from transparent pixels", () => {
    const edge = fitLogo(
      paint(4, 4, (x) => (x % 2 === 0 ? [10, 200, 30, 255] : [255, 0, 255, 0])),
      2,
    );
    expect([...edge.rgba.subarray(0, 4)]).toEqual([10, 200, 30, 128]);
  });

  it("enlarges smoothly, and leaves the same size unchanged", () => {
    const ramp = paint(2, 2, (x) => (x === 0 ? [0, 0, 0, 255] : [200, 200, 200, 255]));
    const reds = [...fitLogo(ramp, 8).rgba.subarray(0, 32)].filter((_, at) => at % 4 === 0);
    expect(reds).toEqual(reds.toSorted((a, b) => a - b));
    expect(new Set(reds).size).toBeGreaterThan(3);
    expect(fitLogo(ramp, 2).rgba).toEqual(ramp.rgba);
    expect(
      fitLogo(
        paint(1, 1, () => red),
        3,
      ).rgba,
    ).toEqual(paint(3, 3, () => red).rgba);
  });
});

describe("countHidden", () => {
  it("returns an odd number of modules that covers the logo within a quarter module per side", () => {
    for (let version = 1; version <= 40; version++) {
      const modules = 17 + 4 * version;
      for (const logo of [16, 51, 76, 307]) {
        for (const module of [2, 3, 5, 11]) {
          const hidden = countHidden(logo, module, modules);
          expect(hidden % 2).toBe(1);
          expect(hidden * module).toBeGreaterThanOrEqual(logo - module / 2);
          expect(hidden * module).toBeLessThan(logo + 2.5 * module);
        }
      }
    }
  });
});
