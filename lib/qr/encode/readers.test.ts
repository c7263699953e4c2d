import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { prepareZXingModule, readBarcodes } from "zxing-wasm/reader";
import { textOf } from "@/e2e/support/qr-reader";
import { errorCorrectionLevels, type QrMatrix } from "../schema";
import { encodeMatrix } from "./index";
import { capacityBytes } from "./segments";

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

test.each(errorCorrectionLevels)(
  "zxing reads back every version at level %s byte for byte",
  async (level) => {
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
  },
);

test("zxing reads back any well-formed payload, whatever its segments", async () => {
  const fragments = fc.oneof(
    fc.stringMatching(/^[0-9]{1,20}$/),
    fc.stringMatching(/^[A-Z $%*+./:-]{1,20}$/),
    fc.string({ unit: "binary", minLength: 1, maxLength: 20 }),
    fc.stringMatching(/^[ -~\u{a0}-\u{ff}]{1,40}$/u),
  );
  await fc.assert(
    fc.asyncProperty(
      fc.array(fragments, { minLength: 1, maxLength: 12 }),
      fc.constantFrom(...errorCorrectionLevels),
      async (parts, level) => {
        const payload = parts.join("");
        const found = await readSymbol(encodeMatrix(payload, { level }));
        expect(found && textOf(found)).toBe(payload);
      },
    ),
    { numRuns: 80 },
  );
});

test("declares an ECI for text beyond ASCII unless it would not fit with one, and never for ASCII", async () => {
  const declared = async (payload: string) =>
    (await readSymbol(encodeMatrix(payload, { level: "M" })))?.hasECI;
  expect(await declared("https://example.com/~a?b=1")).toBe(false);
  expect(await declared("~é")).toBe(true);
  expect(await declared(`ā${"a".repeat(2328)}`)).toBe(true);
  expect(await declared(`ā${"a".repeat(2329)}`)).toBe(false);
  // In ISO/IEC 8859-1 there is room for the designator.
  expect(await declared(`é${"a".repeat(2329)}`)).toBe(true);
});

describe("zbar", () => {
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
      "Süße Grüße aus Köln, Düsseldorf und Münster über Öhringen",
      "Prix spécial : crème brûlée à 5 £, déjà réservé ¿où? ¡señor! ÿÿÿÿÿÿÿÿ",
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
    const reader = "zbarimg";
    const read = (file: string) =>
      execFileSync(reader, ["--quiet", "--raw", "--oneshot", file], { stdio: "pipe" });
    expect(files.map((file) => read(file).toString("utf8").replace(/\n$/, ""))).toEqual(payloads);
  });
});
