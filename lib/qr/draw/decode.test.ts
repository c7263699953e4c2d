import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { deflateSync } from "node:zlib";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { prepareZXingModule, readBarcodes } from "zxing-wasm/reader";
import { ServiceError } from "@/lib/platform/errors";
import { encodeMatrix } from "../encode";
import { drawPdf, drawRaster, encodePng } from "../files";
import { drawSvg, resolveStyle, symbolFor } from "../index";
import {
  eyeShapes,
  frameStyles,
  type LogoPixels,
  moduleShapes,
  type Settings,
  settingsSchema,
} from "../schema";

const address = "https://quietzone.example/r/7kQm2XbT";
/** Fits version 1 at M: 64 pixels are enough. */
const short = "QUIETZONE.EXAMPLE";

beforeAll(async () => {
  const file = createRequire(import.meta.url).resolve("zxing-wasm/reader/zxing_reader.wasm");
  const wasmBinary = new Uint8Array(readFileSync(file)).buffer;
  await prepareZXingModule({ overrides: { wasmBinary }, fireImmediately: true });
});

/** What zxing reads in a picture file, on white where that is transparent. */
async function read(file: Uint8Array): Promise<string | null> {
  const { data, info } = await sharp(file)
    .flatten({ background: "#ffffff" })
    .toColourspace("srgb")
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const image = {
    data: new Uint8ClampedArray(data),
    width: info.width,
    height: info.height,
    colorSpace: "srgb",
  };
  const [found] = await readBarcodes(image as ImageData, { formats: ["QRCode"], tryHarder: true });
  return found?.isValid ? found.text : null;
}

function draw(content: string, settings: Settings, logo?: LogoPixels): Uint8Array {
  const matrix = encodeMatrix(content, symbolFor(settings));
  return encodePng(drawRaster(matrix, resolveStyle(settings, matrix).style, logo), deflateSync);
}

describe("codes read back from the finished PNG", () => {
  for (const size of [64, 128, 256, 600, 1024]) {
    it(`at ${size} pixels, with every module shape, eye shape and frame`, async () => {
      const unread: string[] = [];
      for (const shape of moduleShapes) {
        for (const eye of eyeShapes) {
          for (const frame of frameStyles) {
            const settings: Settings = {
              size,
              modules: { shape },
              eyes: { shape: eye },
              frame: { style: frame },
            };
            const content = size === 64 ? short : address;
            if ((await read(draw(content, settings))) !== content) unread.push(`${shape} ${eye} ${frame}`);
          }
        }
      }
      expect(unread).toEqual([]);
    });
  }

  it.each<Settings>([
    {
      color: { dark: "#1c6a3c", light: "#faeed2" },
      eyes: { color: "#b0261c" },
      frame: { style: "circle", color: "#00608a" },
    },
    { transparent: true, modules: { shape: "rounded" }, frame: { style: "dashed", size: 64 } },
    { quietZone: 2, frame: { style: "rounded", size: 1 } },
    { quietZone: 10, size: 200, modules: { shape: "dots" } },
    { color: { dark: "#ffffff", light: "#202020" } },
    { color: { dark: "#949494" } },
  ])("with %j", async (settings) => {
    expect(await read(draw(address, settings))).toBe(address);
  });

  it("at 2 pixels per module, up to the largest symbol", async () => {
    for (const length of [10, 100, 500, 1_500, 2_300]) {
      const content = "https://quietzone.example/?".padEnd(length, "abcdefghijklmnop");
      const matrix = encodeMatrix(content, { level: "L" });
      const size = Math.max(64, 2 * (matrix.size + 8));
      const png = encodePng(drawRaster(matrix, resolveStyle({ size }, matrix).style), deflateSync);
      expect(await read(png)).toBe(content);
    }
  });
});

describe("logos", () => {
  const opaque = (red: number, green: number, blue: number): LogoPixels => {
    const rgba = new Uint8Array(64 * 64 * 4);
    for (let at = 0; at < rgba.length; at += 4) rgba.set([red, green, blue, 255], at);
    return { width: 64, height: 64, rgba };
  };

  it("of 15 to 30 % leave any content readable, with a larger symbol for short content", async () => {
    const unread: string[] = [];
    let tried = 0;
    for (const logo of [opaque(0, 0, 0), opaque(176, 38, 28)]) {
      for (const size of [256, 300, 512, 1024]) {
        for (const share of [15, 20, 25, 30]) {
          const settings: Settings = {
            size,
            logo: { enabled: true, dataUrl: "data:,", size: Math.floor((size * share) / 100) },
          };
          for (const length of [26, 60, 90, 140]) {
            const content = "https://quietzone.example/".padEnd(length, "menu/");
            tried++;
            if ((await read(draw(content, settings, logo))) !== content)
              unread.push(`${size} ${share} ${length}`);
          }
        }
      }
    }
    expect(tried).toBe(128);
    expect(unread).toEqual([]);
  });
});

describe("codes read back from SVG and PDF", () => {
  const folder = mkdtempSync(join(tmpdir(), "quietzone-draw-"));
  afterAll(() => rmSync(folder, { recursive: true }));

  const looks: Settings[] = [
    {},
    { modules: { shape: "rounded" }, eyes: { shape: "rounded" }, frame: { style: "rounded" } },
    {
      modules: { shape: "dots" },
      eyes: { shape: "circle", color: "#00608A" },
      frame: { style: "circle", size: 60 },
    },
    { eyes: { shape: "circle" }, frame: { style: "dashed" }, color: { dark: "#402010", light: "#FFF8E0" } },
    { transparent: true, quietZone: 6 },
  ];

  it.each(looks)("SVG %j", async (settings) => {
    const matrix = encodeMatrix(address, { level: "M" });
    const svg = drawSvg(matrix, resolveStyle(settings, matrix).style, { title: "A code" });
    expect(await read(Buffer.from(svg))).toBe(address);
  });

  it.each(looks)("PDF %j", async (settings) => {
    const matrix = encodeMatrix(address, { level: "M" });
    const pdf = await drawPdf(matrix, resolveStyle(settings, matrix).style, { title: "A code", widthMm: 30 });
    writeFileSync(join(folder, "code.pdf"), pdf);
    execFileSync("pdftoppm", [
      "-r",
      "300",
      "-png",
      "-singlefile",
      join(folder, "code.pdf"),
      join(folder, "code"),
    ]);
    const png = readFileSync(join(folder, "code.png"));
    // 30 mm at 300 dots an inch.
    expect(Math.abs((await sharp(png).metadata()).width! - 354.3)).toBeLessThan(1);
    expect(await read(png)).toBe(address);
  });
});

describe("I6: limits of the appearance", () => {
  const refused = [
    ...[0, -1, 1e9, Number.NaN, Number.POSITIVE_INFINITY, 63, 1025, 256.5, "256", true, []].map((size) => ({
      size,
    })),
    ...["red", "#12", "#GGGGGG", "javascript:", "#12345", "", "rgb(0,0,0)", 0, "#000000;", "#000\n"].flatMap(
      (value) => [
        { color: { dark: value } },
        { color: { light: value } },
        { eyes: { color: value } },
        { frame: { style: "rounded", color: value } },
      ],
    ),
    { color: { dark: "#123456", light: "#123456" } },
    { color: { dark: "#fff" } },
    { eyes: { color: "#ffffff" } },
    ...[0, -1, 65, 101, 1e9, Number.NaN, 1.5, "20"].map((size) => ({
      size: 256,
      frame: { style: "circle", size },
    })),
    ...[0, -1, 15, 77, 300, 1e9, "40"].map((size) => ({
      size: 256,
      logo: { enabled: true, dataUrl: "data:,", size },
    })),
    { logo: { enabled: true } },
    { frame: { style: "hexagon" } },
    { quietZone: 1 },
    { quietZone: 11 },
    { modules: { shape: "hearts" } },
    { errorCorrectionLevel: "Z" },
    { size: 64, quietZone: 10 },
  ];
  const drawn = [
    {},
    { size: 64 },
    { size: 1024 },
    { size: null, color: null, frame: null, logo: null, modules: null, eyes: null, quietZone: null },
    { color: { dark: "#aBc", light: "#FFF" } },
    { color: { dark: "#fff", light: "#000" } },
    { frame: { style: "square", size: 1e9, color: "red" } },
    { logo: { enabled: false, size: 16, dataUrl: null } },
    { size: 64, frame: { style: "circle", size: 16 } },
    { size: 256, frame: { style: "dashed", size: 64 } },
    { size: 1024, frame: { style: "rounded", size: 100 } },
    { unknown: { deeply: "so" } },
  ];

  /** The code of the refusal, or what the finished picture says. */
  async function attempt(settings: unknown): Promise<string | null> {
    const parsed = settingsSchema(1024).safeParse(settings);
    if (!parsed.success) return "refused";
    try {
      return await read(draw(short, parsed.data));
    } catch (error) {
      if (error instanceof ServiceError) return "refused";
      throw error;
    }
  }

  it.each(refused)("I6: rejects %j", async (settings) => {
    expect(await attempt(settings)).toBe("refused");
  });

  it.each(drawn)("I6: draws %j so that it reads back", async (settings) => {
    expect(await attempt(settings)).toBe(short);
  });
});
