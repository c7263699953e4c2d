import { expect, test } from "vitest";
import { errorCorrectionLevels } from "../schema";
import { makeCodewords, writeErrorCorrection } from "./codewords";
import { blockLayout, segmentPayload } from "./segments";

function encode(payload: string, version: number, level: "L" | "M" | "Q" | "H"): string[] {
  const bytes = new TextEncoder().encode(payload);
  const codewords = makeCodewords(
    bytes,
    segmentPayload(bytes, version < 10 ? 0 : version < 27 ? 1 : 2),
    version,
    level,
    payload === asciiOf(payload) ? null : 26,
  );
  const total = blockLayout(version, level).totalCodewords;
  return Array.from(codewords.subarray(0, total), (codeword) => codeword.toString(16).padStart(2, "0"));
}

const asciiOf = (text: string) => text.replace(/[^\0-\x7f]/gu, "");

/** Multiplication in GF(2⁸) bit by bit, without tables. */
function multiply(left: number, right: number): number {
  let product = 0;
  for (let bit = 7; bit >= 0; bit--) {
    product = (product << 1) ^ (product & 0x80 ? 0x11d : 0);
    if ((right >> bit) & 1) product ^= left;
  }
  return product;
}

test("encodes 01234567 in 1-M like the example in annex I of ISO/IEC 18004", () => {
  expect(encode("01234567", 1, "M").join(" ")).toBe(
    "10 20 0c 56 61 80 ec 11 ec 11 ec 11 ec 11 ec 11 a5 24 d4 c1 ed 36 c7 87 2c 55",
  );
});

test("encodes HELLO WORLD in 1-M as alphanumeric", () => {
  expect(encode("HELLO WORLD", 1, "M").join(" ")).toBe(
    "20 5b 0b 78 d1 72 dc 4d 43 40 ec 11 ec 11 ec 11 c4 23 27 77 eb d7 e7 e2 5d 17",
  );
});

test("shortens the terminator when fewer than four bits are left, and omits it in a full symbol", () => {
  // 1-H holds 72 bits: 17 digits take 71 of them, 10 alphanumerics 68, 7 bytes 68.
  expect(encode("00000000000000000", 1, "H").slice(0, 9).join(" ")).toBe("10 44 00 00 00 00 00 00 00");
  expect(encode("9".repeat(17), 1, "H").slice(8, 9)).toEqual(["c6"]);
  expect(encode("zzzzzzz", 1, "H").slice(0, 9).join(" ")).toBe("40 77 a7 a7 a7 a7 a7 a7 a0");
  expect(encode("zzzzzz", 1, "H").slice(0, 9).join(" ")).toBe("40 67 a7 a7 a7 a7 a7 a0 ec");
});

test("encodes an empty payload as terminator and padding", () => {
  expect(encode("", 1, "H").slice(0, 9).join(" ")).toBe("00 ec 11 ec 11 ec 11 ec 11");
});

test("declares UTF-8 by ECI 26 before the first segment", () => {
  expect(encode("é", 1, "H").slice(0, 9).join(" ")).toBe("71 a4 02 c3 a9 00 ec 11 ec");
});

test("makes every block divisible by its generator, with all syndromes 0", () => {
  for (let version = 1; version <= 40; version++) {
    for (const level of errorCorrectionLevels) {
      const layout = blockLayout(version, level);
      const codewords = encode(
        "Quietzone 0123456789 ".repeat(200).slice(0, layout.dataCodewords - 4),
        version,
        level,
      );
      for (const block of [0, layout.shortBlocks - 1, layout.blocks - 1]) {
        const values = pickBlock(codewords, layout, block).map((codeword) => Number.parseInt(codeword, 16));
        let root = 1;
        for (let exponent = 0; exponent < layout.eccPerBlock; exponent++) {
          expect(values.reduce((sum, value) => multiply(sum, root) ^ value, 0)).toBe(0);
          root = multiply(root, 2);
        }
      }
    }
  }
});

/** The codewords of one block, taken out of the interleaved order. */
function pickBlock(codewords: string[], layout: ReturnType<typeof blockLayout>, block: number): string[] {
  const picked: string[] = [];
  for (let row = 0; row < layout.shortLength; row++) picked.push(codewords[row * layout.blocks + block]!);
  const long = block - layout.shortBlocks;
  if (long >= 0) picked.push(codewords[layout.shortLength * layout.blocks + long]!);
  for (let row = 0; row < layout.eccPerBlock; row++) {
    picked.push(codewords[layout.dataCodewords + row * layout.blocks + block]!);
  }
  return picked;
}

test("writes error correction only to its interleaved positions", () => {
  const target = new Uint8Array(40).fill(9);
  writeErrorCorrection(Uint8Array.of(0, 1, 0), 1, 2, 7, target, 2, 5);
  // The remainder of x⁷ is the generator itself.
  const generator = [127, 122, 154, 164, 11, 68, 117];
  expect(Array.from(target)).toEqual(
    Array.from({ length: 40 }, (_, at) => (at % 5 === 2 && at < 37 ? generator[(at - 2) / 5] : 9)),
  );
});
