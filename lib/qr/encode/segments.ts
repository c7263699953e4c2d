import { bodyBits, headerBits, type Mode, modes, type VersionGroup } from "./capacity";

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
