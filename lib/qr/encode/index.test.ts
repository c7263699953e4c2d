import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import QRCode from "qrcode";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { prepareZXingModule, readBarcodes } from "zxing-wasm/reader";
import { ServiceError } from "@/lib/platform/errors";
import { type ErrorCorrectionLevel, errorCorrectionLevels, type QrMatrix } from "../schema";
import { capacityBytes } from "./capacity";
import { makeCodewords } from "./codewords";
import { encodeMatrix } from "./index";
import { placeCodewords } from "./placement";
import { getTemplate } from "./template";

const utf8 = new TextEncoder();
const versions = Array.from({ length: 40 }, (_, index) => index + 1);

beforeAll(() => {
  const wasm = createRequire(import.meta.url).resolve("zxing-wasm/reader/zxing_reader.wasm");
  prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(readFileSync(wasm)).buffer } });
});

/** Grey pixels with a quiet zone of four modules, `scale` pixels a module. */
function paint({ size, modules }: QrMatrix, scale: number): { width: number; pixels: Uint8Array } {
  const width = (size + 8) * scale;
  const pixels = new Uint8Array(width * width).fill(255);
  for (let y = 0; y < size * scale; y++) {
    for (let x = 0; x < size * scale; x++) {
      const dark = modules[Math.floor(y / scale) * size + Math.floor(x / scale)];
      if (dark === 1) pixels[(y + 4 * scale) * width + x + 4 * scale] = 0;
    }
  }
  return { width, pixels };
}

async function readSymbol(matrix: QrMatrix) {
  const { width, pixels } = paint(matrix, 3);
  const data = new Uint8ClampedArray(width * width * 4).fill(255);
  for (const [at, grey] of pixels.entries()) data.fill(grey, at * 4, at * 4 + 3);
  const image = { data, width, height: width, colorSpace: "srgb" } as ImageData;
  const [found] = await readBarcodes(image, { formats: ["QRCode"], tryRotate: false, tryInvert: false });
  return found;
}

/** Bytes of a payload that fills a symbol, of characters with one to four bytes in UTF-8. */
function fillBytes(length: number, seed: number): string {
  const characters = ["a", "é", "漢", "😀", "z", "ü", "~", "€"];
  let text = "";
  for (let left = length, at = seed; left > 0; at += 1 + (at % 3)) {
    const character = characters[at % characters.length]!;
    const size = utf8.encode(character).length;
    text += size <= left ? character : "x".repeat(left);
    left -= Math.min(size, left);
  }
  return text;
}

describe("every version at every level", () => {
  test.each(errorCorrectionLevels)("level %s is read back byte for byte by zxing", async (level) => {
    for (const version of versions) {
      // The ECI designator takes 12 bits, of which 4 are left over in byte mode.
      const payload = fillBytes(capacityBytes(version, level) - 1, version);
      const matrix = encodeMatrix(payload, { level });
      expect([matrix.version, matrix.level]).toEqual([version, level]);
      const found = await readSymbol(matrix);
      expect(found?.isValid, `version ${version}`).toBe(true);
      expect([found!.hasECI, found!.text]).toEqual([true, payload]);
      expect(Buffer.from(found!.bytes).equals(utf8.encode(payload)), `version ${version}`).toBe(true);
      const { Version, DataMask } = JSON.parse(found!.extra) as { Version: string; DataMask: number };
      expect([found!.ecLevel, Number(Version), DataMask]).toEqual([level, version, matrix.mask]);
    }
  });

  test.each(errorCorrectionLevels)(
    "level %s: the symbol equals the qrcode package's, all masks in turn",
    (level) => {
      for (const version of versions) {
        const payload = fillBytes(capacityBytes(version, level) - 2, version);
        for (const mask of version % 10 === 0 ? [0, 1, 2, 3, 4, 5, 6, 7] : [version % 8]) {
          const theirs = QRCode.create([{ data: utf8.encode(payload), mode: "byte" }], {
            version,
            errorCorrectionLevel: level,
            maskPattern: mask as 0,
          });
          const ours = assemble(payload, version, level, mask);
          expect(Buffer.from(ours).equals(theirs.modules.data), `version ${version}, mask ${mask}`).toBe(
            true,
          );
        }
      }
    },
  );
});

/** A byte-mode symbol with a given mask, from the parts behind `encodeMatrix`. */
function assemble(payload: string, version: number, level: ErrorCorrectionLevel, mask: number): Uint8Array {
  const bytes = utf8.encode(payload);
  const { size, planes, plan } = getTemplate(version, level);
  const symbol = new Int32Array(planes[mask]!.length);
  placeCodewords(
    symbol,
    plan,
    makeCodewords(bytes, [{ mode: "byte", start: 0, end: bytes.length }], version, level, false),
  );
  return Uint8Array.from({ length: size * size }, (_, at) => {
    const word = ((at % size) >> 5) * size + Math.floor(at / size);
    return ((symbol[word]! ^ planes[mask]![word]!) >>> ((at % size) & 31)) & 1;
  });
}

test("any well-formed payload comes back, whatever its segments", async () => {
  const fragments = fc.oneof(
    fc.stringMatching(/^[0-9]{1,20}$/),
    fc.stringMatching(/^[A-Z $%*+./:-]{1,20}$/),
    fc.string({ unit: "binary", minLength: 1, maxLength: 20 }),
  );
  await fc.assert(
    fc.asyncProperty(
      fc.array(fragments, { minLength: 1, maxLength: 12 }),
      fc.constantFrom(...errorCorrectionLevels),
      async (parts, level) => {
        const payload = parts.join("");
        const found = await readSymbol(encodeMatrix(payload, { level }));
        expect(Buffer.from(found?.bytes ?? []).equals(utf8.encode(payload))).toBe(true);
      },
    ),
    { numRuns: 80 },
  );
});

test("ASCII is not declared, other text is unless only that makes it fit", async () => {
  const declared = async (payload: string) =>
    (await readSymbol(encodeMatrix(payload, { level: "M" })))?.hasECI;
  expect(await declared("https://example.com/~a?b=1")).toBe(false);
  expect(await declared("~é")).toBe(true);
  expect(await declared(`é${"a".repeat(2328)}`)).toBe(true);
  expect(await declared(`é${"a".repeat(2329)}`)).toBe(false);
});

describe("zbar, a second reader", () => {
  const folder = mkdtempSync(join(tmpdir(), "quietzone-zbar-"));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test("reads symbols of all sizes and modes", () => {
    const payloads = [
      "8675309",
      "HELLO WORLD 42",
      "https://example.com/menu?table=12",
      "WIFI:T:WPA;S:Café Zürich;P:geheim\\;1234;;",
      "Grüße an 漢字 und 😀",
      "Menü: ½ Portion £5",
      "こんにちは",
      "BEGIN:VCARD\r\nVERSION:3.0\r\nN:Doe;Jane;;;\r\nFN:Jané Doe\r\nTEL:+15550123456789\r\nEND:VCARD",
      ...[100, 300, 700, 1300, 2331].map((length) => "https://example.com/".padEnd(length, "path-")),
    ];
    const files = payloads.map((payload, index) => {
      const { width, pixels } = paint(encodeMatrix(payload, { level: "M" }), 4);
      const file = join(folder, `${index}.pgm`);
      writeFileSync(file, Buffer.concat([Buffer.from(`P5 ${width} ${width} 255\n`), pixels]));
      return file;
    });
    const read = (file: string) =>
      execFileSync("zbarimg", ["--quiet", "--raw", "--oneshot", file], { stdio: "pipe" });
    expect(files.map((file) => read(file).toString("utf8").replace(/\n$/, ""))).toEqual(payloads);
  });
});

describe("level and version", () => {
  test("the level rises as far as the version allows, never at the cost of a larger one", () => {
    for (const level of errorCorrectionLevels) {
      for (let length = 1; length <= 400; length += 7) {
        const { version, level: got } = encodeMatrix("q".repeat(length), { level });
        expect(capacityBytes(version, level)).toBeGreaterThanOrEqual(length);
        if (version > 1) expect(capacityBytes(version - 1, level)).toBeLessThan(length);
        const fitting = errorCorrectionLevels.filter((each) => capacityBytes(version, each) >= length);
        expect(got).toBe(fitting.at(-1));
      }
    }
  });

  test("the same payload gives the same symbol, and an earlier one is not overwritten", () => {
    const first = encodeMatrix("first", { level: "M" });
    const copy = structuredClone(first);
    encodeMatrix("second and longer than the first one", { level: "H" });
    expect(first).toEqual(copy);
    expect(encodeMatrix("first", { level: "M" })).toEqual(copy);
  });
});

describe("refusals", () => {
  const refuse = (payload: string, level: ErrorCorrectionLevel): ServiceError => {
    try {
      encodeMatrix(payload, { level });
    } catch (error) {
      if (error instanceof ServiceError) return error;
      throw error;
    }
    throw new Error("was encoded");
  };

  test.each([
    ["L", 2953],
    ["M", 2331],
    ["Q", 1663],
    ["H", 1273],
  ] as const)("I2: at level %s one byte over %i is content_too_long", (level, max) => {
    expect(encodeMatrix(`é${"a".repeat(max - 2)}`, { level })).toMatchObject({ version: 40, level });
    const error = refuse(`é${"a".repeat(max - 1)}`, level);
    expect(error.code).toBe("content_too_long");
    expect(error.details).toEqual([
      { field: "content", code: "too_long", message: error.message, max, actual: max + 1 },
    ]);
    expect(error.message).toContain(`${max} bytes at error correction level ${level}`);
  });

  test("megabytes are refused without being divided", () => {
    expect(refuse("1".repeat(5_000_000), "L").details?.[0]).toMatchObject({ max: 2953, actual: 5_000_000 });
  });

  test.each(["\ud800", "a\udc00b", "\ude00\ud83d", `${"x".repeat(99)}\udbff`])(
    "I2: a lone surrogate is refused, not written as U+FFFD: %j",
    (payload) => {
      expect(refuse(payload, "M")).toMatchObject({ code: "validation_failed" });
      expect(encodeMatrix("\ud83d\ude00\ufffd", { level: "M" }).version).toBe(1);
    },
  );
});
