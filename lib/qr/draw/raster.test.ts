import { describe, expect, it } from "vitest";
import { encodeMatrix } from "../encode";
import { layOut } from "../layout";
import type { LogoPixels, QrMatrix, Raster, Settings, Style } from "../schema";
import { resolveStyle } from "../style";
import { drawRaster, rasterToRgba } from "./raster";

const matrix = encodeMatrix("https://quietzone.example/r/7kQm2XbT", { level: "M" });
const styleOf = (settings: Settings, of: QrMatrix = matrix): Style => resolveStyle(settings, of).style;

function draw(settings: Settings, logo?: LogoPixels) {
  const style = styleOf(settings);
  const raster = drawRaster(matrix, style, logo);
  const rgba = rasterToRgba(raster);
  const at = (x: number, y: number) => {
    const [red, green, blue, alpha] = rgba.subarray((y * raster.width + x) * 4);
    return ((red! << 24) | (green! << 16) | (blue! << 8) | alpha!) >>> 0;
  };
  return { raster, at, layout: layOut(matrix, style) };
}

/** Whether a grey of black on white is mostly ink. */
const isInk = (colour: number) => colour >>> 24 < 128;
const paletteOf = (raster: Raster) => (raster.kind === "palette" ? raster.palette : []);

describe("square modules", () => {
  it.each([74, 75, 76, 77, 256, 257, 300, 511, 1024])("fill whole pixels at size %i", (size) => {
    const { raster, at } = draw({ size, color: { dark: "#102030", light: "#F0E0D0" } });
    const module = Math.floor(size / (matrix.size + 8));
    const start = Math.floor((size - module * matrix.size) / 2);
    expect(raster.width).toBe(size);
    const wrong: string[] = [];
    for (let y = 0; y < size; y++) {
      for (let x = 0; x < size; x++) {
        const column = Math.floor((x - start) / module);
        const row = Math.floor((y - start) / module);
        const inside = column >= 0 && row >= 0 && column < matrix.size && row < matrix.size;
        const dark = inside && matrix.modules[row * matrix.size + column] === 1;
        if (at(x, y) !== (dark ? 0x102030ff : 0xf0e0d0ff)) wrong.push(`${x},${y}`);
      }
    }
    expect(wrong).toEqual([]);
  });

  it("leave a quiet zone that differs by at most one pixel between sides", () => {
    for (let size = 74; size < 140; size++) {
      const { layout } = draw({ size });
      const after = size - layout.origin - layout.module * layout.modules;
      expect(after - layout.origin).toBeGreaterThanOrEqual(0);
      expect(after - layout.origin).toBeLessThanOrEqual(1);
      expect(layout.origin).toBeGreaterThanOrEqual(4 * layout.module);
    }
  });

  it("keep the requested quiet zone", () => {
    for (const quietZone of [2, 4, 10]) {
      const { layout } = draw({ quietZone, size: 512 });
      expect(layout.origin).toBeGreaterThanOrEqual(quietZone * layout.module);
    }
  });

  it("need two colours, and list their distinct rows correctly", () => {
    const { raster } = draw({ size: 300 });
    if (raster.kind !== "palette") throw new Error("not a palette");
    expect(raster.palette).toEqual([0xffffffff, 0x000000ff]);
    const { order, distinct, indices } = raster;
    expect(distinct).toHaveLength((matrix.size + 1) * 300);
    for (let y = 0; y < 300; y++) {
      const told = distinct!.subarray(order![y]! * 300, (order![y]! + 1) * 300);
      expect(Buffer.from(told).equals(indices.subarray(y * 300, (y + 1) * 300))).toBe(true);
    }
  });
});

describe("raster size", () => {
  it.each([
    [64, 1, 66],
    [256, 20, 296],
    [257, 33, 323],
    [1024, 100, 1224],
  ])("of %i with a frame of %i is %i", (size, frame, width) => {
    const short = encodeMatrix("1", { level: "M" });
    const style = styleOf({ size, frame: { style: "rounded", size: frame } }, short);
    const raster = drawRaster(short, style);
    expect([raster.width, raster.height]).toEqual([width, width]);
  });
});

describe("raster colours", () => {
  it("of eyes apply only to the eyes", () => {
    const { at, layout } = draw({ eyes: { color: "#C00000" } });
    const { origin, module, modules } = layout;
    const far = origin + (modules - 1) * module;
    expect([at(origin, origin), at(far, origin), at(origin, far)]).toEqual([
      0xc00000ff, 0xc00000ff, 0xc00000ff,
    ]);
    // The module that is dark in every symbol: beside the lower left eye (ISO/IEC 18004, 7.9.1).
    const single = [origin + 8 * module, origin + (modules - 8) * module] as const;
    expect(at(...single)).toBe(0x000000ff);
  });

  it("share one ramp if equal, and fit in 4 bits with a frame of another colour", () => {
    expect(paletteOf(draw({ frame: { style: "circle" } }).raster)).toHaveLength(15);
    expect(paletteOf(draw({ frame: { style: "circle", color: "#123456" } }).raster)).toHaveLength(16);
    expect(paletteOf(draw({ modules: { shape: "dots" }, eyes: { shape: "circle" } }).raster)).toHaveLength(
      15,
    );
    expect(paletteOf(draw({ eyes: { color: "#400" } }).raster)).toHaveLength(3);
  });

  it("of a transparent image keep their own tone at every edge", () => {
    const { raster, at } = draw({
      transparent: true,
      modules: { shape: "rounded" },
      color: { dark: "#204060", light: "#FFEECC" },
      frame: { style: "circle" },
    });
    const palette = paletteOf(raster);
    // White below, for readers that do not look at alpha.
    expect(at(0, 0)).toBe(0xffffff00);
    expect(palette[0]).toBe(0xffffff00);
    expect(palette.slice(1).map((entry) => entry >>> 8)).toEqual(Array(14).fill(0x204060));
    expect(palette.at(-1)! & 0xff).toBe(255);
  });

  it("of an opaque image are opaque everywhere", () => {
    const { raster } = draw({ modules: { shape: "dots" }, frame: { style: "dashed" } });
    expect(paletteOf(raster).every((entry) => (entry & 0xff) === 0xff)).toBe(true);
  });
});

describe("module and eye shapes", () => {
  /** A light symbol with dark modules where the picture has a #. */
  function sketch(...rows: string[]): QrMatrix {
    const modules = new Uint8Array(21 * 21);
    for (const [y, row] of rows.entries()) {
      for (const [x, mark] of [...row].entries()) if (mark === "#") modules[(y + 9) * 21 + x + 9] = 1;
    }
    return { version: 1, size: 21, level: "M", mask: 0, modules };
  }

  /** Ink at a place in modules, 0–255, in a drawing of 20 pixels a module. */
  function inkOf(of: QrMatrix, shape: "rounded" | "dots") {
    const raster = drawRaster(of, styleOf({ size: 580, modules: { shape } }, of));
    const rgba = rasterToRgba(raster);
    return (x: number, y: number) =>
      255 - rgba[(Math.round((y + 13) * 20) * 580 + Math.round((x + 13) * 20)) * 4]!;
  }

  it("round the free corners of joined modules, and fill the corners between them", () => {
    const ink = inkOf(sketch("##", "#."), "rounded");
    expect(ink(0, 0)).toBe(0);
    expect(ink(1.95, 0)).toBe(0);
    expect(ink(0, 1.95)).toBe(0);
    expect(ink(1, 0)).toBe(255);
    expect(ink(0, 1)).toBe(255);
    expect(ink(1.02, 1.02)).toBeGreaterThan(200);
    expect(ink(1.3, 1.3)).toBe(0);
    expect(ink(0.5, 0.5)).toBe(255);
  });

  it("keep modules apart that touch only at a corner", () => {
    const ink = inkOf(sketch("#.", ".#"), "rounded");
    expect(ink(0.99, 0.99)).toBe(0);
    expect(ink(1, 1)).toBe(0);
    expect(ink(0.5, 0.5)).toBe(255);
    expect(ink(1.5, 1.5)).toBe(255);
  });

  it("draw dots that do not touch", () => {
    const ink = inkOf(sketch("##"), "dots");
    expect(ink(0.5, 0.5)).toBe(255);
    expect(ink(1.5, 0.5)).toBe(255);
    expect(ink(1, 0.5)).toBe(0);
    expect(ink(0.1, 0.1)).toBe(0);
  });

  it.each(["square", "rounded", "circle"] as const)("give %s eyes the proportions 1:1:3:1:1", (shape) => {
    const { at, layout } = draw({ size: 512, eyes: { shape } });
    const middle = layout.origin + Math.floor(3.5 * layout.module);
    const runs: number[] = [];
    let last: boolean | undefined;
    for (let x = layout.origin; x < layout.origin + 7 * layout.module; x++) {
      const isDark = isInk(at(x, middle));
      if (isDark === last) runs[runs.length - 1]!++;
      else runs.push(1);
      last = isDark;
    }
    expect(runs).toHaveLength(5);
    // The disc of a circle is a tenth of a module wider.
    const slack = shape === "circle" ? 0.2 * layout.module : 0;
    for (const [at, modules] of [1, 1, 3, 1, 1].entries()) {
      expect(Math.abs(runs[at]! - modules * layout.module)).toBeLessThanOrEqual(slack);
    }
  });

  // OpenCV finds an eye by its outer corners.
  it.each(["square", "rounded", "circle"] as const)("keep the outer corners of %s eyes", (shape) => {
    const { at, layout } = draw({ size: 1024, eyes: { shape } });
    const near = layout.origin + Math.floor(0.2 * layout.module);
    expect(isInk(at(near, near))).toBe(true);
    expect(isInk(at(layout.origin, layout.origin))).toBe(shape !== "rounded");
  });
});

describe("drawing the same input again", () => {
  it.each<Settings>([
    {},
    { modules: { shape: "rounded" }, eyes: { shape: "circle" }, frame: { style: "dashed" } },
    { transparent: true, frame: { style: "circle", color: "#a00" } },
  ])("gives the same pixels: %j", (settings) => {
    const first = rasterToRgba(draw(settings).raster);
    expect(Buffer.from(rasterToRgba(draw(settings).raster)).equals(first)).toBe(true);
  });

  it("shares no memory that a caller may write to", () => {
    const settings: Settings = { frame: { style: "rounded" } };
    const first = draw(settings).raster;
    const before = rasterToRgba(draw(settings).raster);
    if (first.kind === "palette") first.indices.fill(3);
    expect(Buffer.from(rasterToRgba(draw(settings).raster)).equals(before)).toBe(true);
  });
});
