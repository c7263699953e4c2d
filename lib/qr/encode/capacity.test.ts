import { createRequire } from "node:module";
import { expect, test } from "vitest";
import { ServiceError } from "@/lib/platform/errors";
import { type ErrorCorrectionLevel, errorCorrectionLevels } from "../schema";
import { encodeMatrix } from "./index";
import { alignmentCentres, blockLayout, capacityBytes, type Mode, modes } from "./segments";

const versions = Array.from({ length: 40 }, (_, index) => index + 1);

/** Byte mode of ISO/IEC 18004:2015, table 7. */
const printedBytes: Record<ErrorCorrectionLevel, number[]> = {
  L: [
    17, 32, 53, 78, 106, 134, 154, 192, 230, 271, 321, 367, 425, 458, 520, 586, 644, 718, 792, 858, 929, 1003,
    1091, 1171, 1273, 1367, 1465, 1528, 1628, 1732, 1840, 1952, 2068, 2188, 2303, 2431, 2563, 2699, 2809,
    2953,
  ],
  M: [
    14, 26, 42, 62, 84, 106, 122, 152, 180, 213, 251, 287, 331, 362, 412, 450, 504, 560, 624, 666, 711, 779,
    857, 911, 997, 1059, 1125, 1190, 1264, 1370, 1452, 1538, 1628, 1722, 1809, 1911, 1989, 2099, 2213, 2331,
  ],
  Q: [
    11, 20, 32, 46, 60, 74, 86, 108, 130, 151, 177, 203, 241, 258, 292, 322, 364, 394, 442, 482, 509, 565,
    611, 661, 715, 751, 805, 868, 908, 982, 1030, 1112, 1168, 1228, 1283, 1351, 1423, 1499, 1579, 1663,
  ],
  H: [
    7, 14, 24, 34, 44, 58, 64, 84, 98, 119, 137, 155, 177, 194, 220, 250, 280, 310, 338, 382, 403, 439, 461,
    511, 535, 593, 625, 658, 698, 742, 790, 842, 898, 958, 983, 1051, 1093, 1139, 1219, 1273,
  ],
};

/** Numeric mode of the same table, for the first and last version of each group. */
const printedDigits: Record<number, number[]> = {
  1: [41, 34, 27, 17],
  9: [552, 432, 312, 235],
  10: [652, 513, 364, 288],
  26: [3283, 2544, 1804, 1425],
  27: [3517, 2701, 1933, 1501],
  40: [7089, 5596, 3993, 3057],
};

const require = createRequire(import.meta.url);
const oracle = {
  version: require("qrcode/lib/core/version") as {
    getCapacity(version: number, level: unknown, mode: unknown): number;
  },
  levels: require("qrcode/lib/core/error-correction-level") as Record<ErrorCorrectionLevel, unknown>,
  modes: require("qrcode/lib/core/mode") as Record<Uppercase<Mode>, unknown>,
};

function oracleCapacity(version: number, level: ErrorCorrectionLevel, mode: Mode): number {
  const key = mode.toUpperCase() as Uppercase<Mode>;
  return oracle.version.getCapacity(version, oracle.levels[level], oracle.modes[key]);
}

/** A payload of one mode in which no other segmentation is shorter. */
function fill(mode: Mode, length: number): string {
  return { numeric: "7", alphanumeric: "Z", byte: "z" }[mode].repeat(length);
}

test("byte capacities match table 7 of the standard", () => {
  for (const level of errorCorrectionLevels) {
    expect(versions.map((version) => capacityBytes(version, level))).toEqual(printedBytes[level]);
  }
});

test("the oracle's numeric capacities match table 7", () => {
  for (const [version, digits] of Object.entries(printedDigits)) {
    expect(errorCorrectionLevels.map((level) => oracleCapacity(Number(version), level, "numeric"))).toEqual(
      digits,
    );
  }
});

test.each(modes.flatMap((mode) => errorCorrectionLevels.map((level) => [mode, level] as const)))(
  "%s at level %s: a full symbol keeps its version, and one more character needs the next",
  (mode, level) => {
    for (const version of versions) {
      const full = oracleCapacity(version, level, mode);
      const matrix = encodeMatrix(fill(mode, full), { level });
      expect([matrix.version, matrix.level, matrix.size]).toEqual([version, level, 17 + 4 * version]);
      const more = fill(mode, full + 1);
      if (version < 40) expect(encodeMatrix(more, { level }).version).toBe(version + 1);
      else expect(() => encodeMatrix(more, { level })).toThrow(ServiceError);
    }
  },
);

test("blocks add up to the symbol's codewords, which fill the data region except for up to 7 bits", () => {
  for (const version of versions) {
    for (const level of errorCorrectionLevels) {
      const layout = blockLayout(version, level);
      const longBlocks = layout.blocks - layout.shortBlocks;
      expect(layout.shortBlocks * layout.shortLength + longBlocks * (layout.shortLength + 1)).toBe(
        layout.dataCodewords,
      );
      expect(layout.dataCodewords + layout.blocks * layout.eccPerBlock).toBe(layout.totalCodewords);
    }
  }
  expect([1, 7, 14, 40].map((version) => blockLayout(version, "L").totalCodewords)).toEqual([
    26, 196, 581, 3706,
  ]);
});

test("alignment centres match annex E", () => {
  expect(alignmentCentres(1)).toEqual([]);
  expect(alignmentCentres(2)).toEqual([6, 18]);
  expect(alignmentCentres(7)).toEqual([6, 22, 38]);
  expect(alignmentCentres(15)).toEqual([6, 26, 48, 70]);
  expect(alignmentCentres(32)).toEqual([6, 34, 60, 86, 112, 138]);
  expect(alignmentCentres(36)).toEqual([6, 24, 50, 76, 102, 128, 154]);
  expect(alignmentCentres(40)).toEqual([6, 30, 58, 86, 114, 142, 170]);
});
