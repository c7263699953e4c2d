import type { ErrorCorrectionLevel } from "../schema";

/** Bytes `start` to `end` (exclusive) of the payload, written in one mode. */
export interface Segment {
  mode: Mode;
  start: number;
  end: number;
}

const alphanumericOrder = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:";

/** Value of an ASCII byte in alphanumeric mode (Table 5), 255 where it has none; digits are 0–9. */
export const alphanumericValues = new Uint8Array(256).fill(255);
for (let value = 0; value < alphanumericOrder.length; value++) {
  alphanumericValues[alphanumericOrder.charCodeAt(value)] = value;
}

/**
 * Runs up to these lengths never pay for a segment of their own, not even at an end of the payload, where only one
 * header is added. With the shortest headers (versions 1–9): in byte text 3 digits save 14 bits for a header of 14,
 * 5 alphanumerics 12 for 13; in alphanumeric text 6 digits save 13 for 14.
 */
const idleDigitsInBytes = 3;
const idleAlphanumericsInBytes = 5;
const idleDigitsInAlphanumerics = 6;

/**
 * Segments with the fewest bits for the versions of a group: none shorter exists among all divisions into numeric,
 * alphanumeric and byte mode. Linear in the length; a payload in which no switch can pay is recognised by one scan.
 *
 * Bytes stand for characters here: everything outside ASCII is byte mode alone, so a switch never splits a character of
 * UTF-8 or ISO/IEC 8859-1.
 */
export function segmentPayload(bytes: Uint8Array, group: VersionGroup): Segment[] {
  if (bytes.length === 0) return [];
  const single = findSingleMode(bytes);
  if (single !== null) return [{ mode: single, start: 0, end: bytes.length }];
  return divideOptimally(bytes, group);
}

/** Length in bits of the segments, headers included, terminator excluded. */
export function countSegmentBits(segments: readonly Segment[], group: VersionGroup): number {
  let bits = 0;
  for (const { mode, start, end } of segments) bits += headerBits(mode, group) + bodyBits(mode, end - start);
  return bits;
}

/** The mode that is best for the whole payload in every version group, or null where divisions must be compared. */
function findSingleMode(bytes: Uint8Array): Mode | null {
  let digits = 0;
  let alphanumerics = 0;
  let longestDigits = 0;
  let longestAlphanumerics = 0;
  for (let index = 0; index < bytes.length; index++) {
    const value = alphanumericValues[bytes[index]!]!;
    digits = value < 10 ? digits + 1 : 0;
    alphanumerics = value < 45 ? alphanumerics + 1 : 0;
    if (digits > longestDigits) longestDigits = digits;
    if (alphanumerics > longestAlphanumerics) longestAlphanumerics = alphanumerics;
  }
  if (longestDigits === bytes.length) return "numeric";
  if (longestAlphanumerics === bytes.length) {
    return longestDigits <= idleDigitsInAlphanumerics ? "alphanumeric" : null;
  }
  const idle = longestDigits <= idleDigitsInBytes && longestAlphanumerics <= idleAlphanumericsInBytes;
  return idle ? "byte" : null;
}

/** Costs are sixths of a bit, so that a digit (10/3 bits) and an alphanumeric (11/2) are whole numbers. */
const sixths = { numeric: 20, alphanumeric: 33, byte: 48 } as const;
const unreachable = 1 << 30;

/**
 * Dynamic programming over the modes in which a byte can be written. A segment begins on a whole bit, so a cost's
 * fraction tells how full its last group is, and rounding it up at a switch gives the segment's exact length; that
 * keeps the order of two costs, so the cheaper way to a mode stays the cheaper one.
 */
function divideOptimally(bytes: Uint8Array, group: VersionGroup): Segment[] {
  const numericHeader = headerBits("numeric", group) * 6;
  const alphanumericHeader = headerBits("alphanumeric", group) * 6;
  const byteHeader = headerBits("byte", group) * 6;
  // For each byte: bit m says that the cheapest way to mode m begins a segment here, bits 3–4 the mode before it.
  const steps = new Uint8Array(bytes.length);
  let numeric = unreachable;
  let alphanumeric = unreachable;
  let byte = unreachable;
  let before = 0;
  let beforeMode = 2;
  for (let index = 0; index < bytes.length; index++) {
    const value = alphanumericValues[bytes[index]!]!;
    let step = beforeMode << 3;
    if (before + numericHeader < numeric) {
      numeric = before + numericHeader;
      step |= 1;
    }
    if (before + alphanumericHeader < alphanumeric) {
      alphanumeric = before + alphanumericHeader;
      step |= 2;
    }
    if (before + byteHeader < byte) {
      byte = before + byteHeader;
      step |= 4;
    }
    steps[index] = step;
    numeric = value < 10 ? numeric + sixths.numeric : unreachable;
    alphanumeric = value < 45 ? alphanumeric + sixths.alphanumeric : unreachable;
    byte += sixths.byte;
    beforeMode = cheapestMode(numeric, alphanumeric, byte);
    before = roundUpToBit(beforeMode === 0 ? numeric : beforeMode === 1 ? alphanumeric : byte);
  }
  return traceSegments(steps, beforeMode);
}

function roundUpToBit(cost: number): number {
  return (((cost + 5) / 6) | 0) * 6;
}

/** Compared in whole bits, since a switch costs whole bits; equal costs go to the denser mode. */
function cheapestMode(numeric: number, alphanumeric: number, byte: number): 0 | 1 | 2 {
  const alphanumericBits = ((alphanumeric + 5) / 6) | 0;
  const byteBits = ((byte + 5) / 6) | 0;
  if ((((numeric + 5) / 6) | 0) <= Math.min(alphanumericBits, byteBits)) return 0;
  return alphanumericBits <= byteBits ? 1 : 2;
}

function traceSegments(steps: Uint8Array, lastMode: number): Segment[] {
  const segments: Segment[] = [];
  let mode = lastMode;
  let end = steps.length;
  for (let index = steps.length - 1; index >= 0; index--) {
    const step = steps[index]!;
    if (((step >> mode) & 1) === 0) continue;
    segments.push({ mode: modes[mode]!, start: index, end });
    end = index;
    mode = step >> 3;
  }
  return segments.reverse();
}

/** Modes of ISO/IEC 18004:2015 §7.3 that we write; the order indexes every table by mode. */
export const modes = ["numeric", "alphanumeric", "byte"] as const;
export type Mode = (typeof modes)[number];

/** Versions 1–9, 10–26 and 27–40 share their character count lengths (Table 3). */
export type VersionGroup = 0 | 1 | 2;

export const maxVersion = 40;

/** Modules on each side of version 40. */
export const maxSize = 177;

/** Words of a packed symbol of version 40. */
export const maxWords = 12 * maxSize;

/** Last version of each group. */
export const groupEnds = [9, 26, 40] as const;

const countBits: Record<Mode, readonly [number, number, number]> = {
  numeric: [10, 12, 14],
  alphanumeric: [9, 11, 13],
  byte: [8, 16, 16],
};

/** Error correction codewords of each block by version (Table 9). */
const eccPerBlock: Record<ErrorCorrectionLevel, readonly number[]> = {
  L: [
    7, 10, 15, 20, 26, 18, 20, 24, 30, 18, 20, 24, 26, 30, 22, 24, 28, 30, 28, 28, 28, 28, 30, 30, 26, 28, 30,
    30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30,
  ],
  M: [
    10, 16, 26, 18, 24, 16, 18, 22, 22, 26, 30, 22, 22, 24, 24, 28, 28, 26, 26, 26, 26, 28, 28, 28, 28, 28,
    28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28,
  ],
  Q: [
    13, 22, 18, 26, 18, 24, 18, 22, 20, 24, 28, 26, 24, 20, 30, 24, 28, 28, 26, 30, 28, 30, 30, 30, 30, 28,
    30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30,
  ],
  H: [
    17, 28, 22, 16, 22, 28, 26, 26, 24, 28, 24, 28, 22, 24, 24, 30, 28, 28, 26, 28, 30, 24, 30, 30, 30, 30,
    30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30,
  ],
};

/** Number of blocks by version (Table 9). */
const blockCounts: Record<ErrorCorrectionLevel, readonly number[]> = {
  L: [
    1, 1, 1, 1, 1, 2, 2, 2, 2, 4, 4, 4, 4, 4, 6, 6, 6, 6, 7, 8, 8, 9, 9, 10, 12, 12, 12, 13, 14, 15, 16, 17,
    18, 19, 19, 20, 21, 22, 24, 25,
  ],
  M: [
    1, 1, 1, 2, 2, 4, 4, 4, 5, 5, 5, 8, 9, 9, 10, 10, 11, 13, 14, 16, 17, 17, 18, 20, 21, 23, 25, 26, 28, 29,
    31, 33, 35, 37, 38, 40, 43, 45, 47, 49,
  ],
  Q: [
    1, 1, 2, 2, 4, 4, 6, 6, 8, 8, 8, 10, 12, 16, 12, 17, 16, 18, 21, 20, 23, 23, 25, 27, 29, 34, 34, 35, 38,
    40, 43, 45, 48, 51, 53, 56, 59, 62, 65, 68,
  ],
  H: [
    1, 1, 2, 4, 4, 4, 5, 6, 8, 8, 11, 11, 16, 16, 18, 16, 19, 21, 25, 25, 25, 34, 30, 32, 35, 37, 40, 42, 45,
    48, 51, 54, 57, 60, 63, 66, 70, 74, 77, 81,
  ],
};

/** How the codewords of a symbol fall into blocks; the longer blocks hold one data codeword more and come last. */
export interface BlockLayout {
  totalCodewords: number;
  dataCodewords: number;
  blocks: number;
  /** Blocks of `shortLength` data codewords; the others hold one more. */
  shortBlocks: number;
  shortLength: number;
  eccPerBlock: number;
}

/** Modules on each side of a symbol, without quiet zone. */
export function symbolSize(version: number): number {
  return 17 + 4 * version;
}

/** Alignment pattern centres on each axis (Annex E): 7 at most, the first always 6. */
export function alignmentCentres(version: number): number[] {
  if (version === 1) return [];
  const count = Math.floor(version / 7) + 2;
  const step = version === 32 ? 26 : Math.ceil((version * 4 + 4) / (count * 2 - 2)) * 2;
  const last = symbolSize(version) - 7;
  return Array.from({ length: count }, (_, index) => (index === 0 ? 6 : last - (count - 1 - index) * step));
}

/** Codewords of a symbol, data and error correction together (Table 1); what is left over is 0–7 remainder bits. */
function countCodewords(version: number): number {
  const size = symbolSize(version);
  const finders = 3 * 64;
  const timing = 2 * (size - 16);
  const formatAndDark = 31;
  const versionInformation = version >= 7 ? 36 : 0;
  const centres = alignmentCentres(version).length;
  // Three corners belong to finders; those on the timing lines share 5 modules with them.
  const alignment = centres === 0 ? 0 : 25 * (centres * centres - 3) - 2 * 5 * (centres - 2);
  return (size * size - finders - timing - formatAndDark - versionInformation - alignment) >> 3;
}

function layOutBlocks(version: number, level: ErrorCorrectionLevel): BlockLayout {
  const totalCodewords = countCodewords(version);
  const ecc = eccPerBlock[level][version - 1]!;
  const blocks = blockCounts[level][version - 1]!;
  return {
    totalCodewords,
    dataCodewords: totalCodewords - ecc * blocks,
    blocks,
    shortBlocks: blocks - (totalCodewords % blocks),
    shortLength: Math.floor(totalCodewords / blocks) - ecc,
    eccPerBlock: ecc,
  };
}

function layOutVersions(level: ErrorCorrectionLevel): BlockLayout[] {
  return Array.from({ length: maxVersion }, (_, index) => layOutBlocks(index + 1, level));
}

const layouts: Record<ErrorCorrectionLevel, BlockLayout[]> = {
  L: layOutVersions("L"),
  M: layOutVersions("M"),
  Q: layOutVersions("Q"),
  H: layOutVersions("H"),
};

/** @param version 1–40 */
export function blockLayout(version: number, level: ErrorCorrectionLevel): BlockLayout {
  return layouts[level][version - 1]!;
}

export function versionGroup(version: number): VersionGroup {
  return version <= groupEnds[0] ? 0 : version <= groupEnds[1] ? 1 : 2;
}

/** Bits of mode indicator and character count that open a segment. */
export function headerBits(mode: Mode, group: VersionGroup): number {
  return 4 + countBits[mode][group];
}

/** Bits that the mode spends on `length` characters (bytes in byte mode), header excluded (§7.4.3–7.4.5). */
export function bodyBits(mode: Mode, length: number): number {
  if (mode === "byte") return length * 8;
  return mode === "alphanumeric" ? Math.ceil((length * 11) / 2) : Math.ceil((length * 10) / 3);
}

/** Most bytes that one byte-mode segment carries at a version and level; 2,953 in 40-L. */
export function capacityBytes(version: number, level: ErrorCorrectionLevel): number {
  return (blockLayout(version, level).dataCodewords * 8 - headerBits("byte", versionGroup(version))) >> 3;
}
