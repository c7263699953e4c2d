import type { ErrorCorrectionLevel } from "../schema";
import { blockLayout, headerBits, type VersionGroup, versionGroup } from "./capacity";
import { writeErrorCorrection } from "./reed-solomon";
import { alphanumericValues, type Segment } from "./segments";

/** ECI mode indicator; an assignment number under 128 follows in 8 bits (ISO/IEC 18004 §7.4.2). */
const eciIndicator = 0b0111 << 8;
export const designatorBits = 12;

const modeIndicators = { numeric: 1, alphanumeric: 2, byte: 4 } as const;

/** Codewords of a 40-L symbol: no symbol has more. */
const maxCodewords = 3_706;
const stream = new Uint8Array(maxCodewords);
const interleaved = new Uint8Array(maxCodewords);

/**
 * The codewords of a symbol in placement order (ISO/IEC 18004 §7.4–7.6): segments, terminator, padding, error
 * correction, interleaved. What is written must fit. The result is overwritten by the next call.
 *
 * @param eci assignment number of the character set that an ECI designator declares at the start, or null for none
 */
export function makeCodewords(
  bytes: Uint8Array,
  segments: readonly Segment[],
  version: number,
  level: ErrorCorrectionLevel,
  eci: number | null,
): Uint8Array {
  const layout = blockLayout(version, level);
  waiting = 0;
  waitingBits = 0;
  written = 0;
  if (eci !== null) writeBits(eciIndicator | eci, designatorBits);
  const bits = writeSegments(bytes, segments, versionGroup(version));
  pad(bits, layout.dataCodewords);
  const { blocks, shortBlocks, shortLength } = layout;
  let start = 0;
  for (let block = 0; block < blocks; block++) {
    const end = start + shortLength + (block < shortBlocks ? 0 : 1);
    let at = block;
    for (let index = start; index < start + shortLength; index++) {
      interleaved[at] = stream[index]!;
      at += blocks;
    }
    if (block >= shortBlocks) interleaved[shortLength * blocks + block - shortBlocks] = stream[end - 1]!;
    writeErrorCorrection(
      stream,
      start,
      end,
      layout.eccPerBlock,
      interleaved,
      layout.dataCodewords + block,
      blocks,
    );
    start = end;
  }
  return interleaved;
}

/** Bits gathered so far, most significant first; fewer than 8 wait in `waiting` between writes. */
let waiting = 0;
let waitingBits = 0;
let written = 0;

function writeBits(value: number, length: number): void {
  waiting = (waiting << length) | value;
  waitingBits += length;
  while (waitingBits >= 8) {
    waitingBits -= 8;
    stream[written++] = waiting >>> waitingBits;
  }
}

/** @returns the number of bits in `stream` so far; the last codeword is filled up with zeros. */
function writeSegments(bytes: Uint8Array, segments: readonly Segment[], group: VersionGroup): number {
  for (const segment of segments) {
    writeBits(modeIndicators[segment.mode], 4);
    writeBits(segment.end - segment.start, headerBits(segment.mode, group) - 4);
    if (segment.mode === "byte") writeBytes(bytes, segment);
    else if (segment.mode === "alphanumeric") writeAlphanumerics(bytes, segment);
    else writeDigits(bytes, segment);
  }
  const bits = written * 8 + waitingBits;
  if (waitingBits > 0) stream[written] = waiting << (8 - waitingBits);
  return bits;
}

function writeBytes(bytes: Uint8Array, { start, end }: Segment): void {
  const shift = waitingBits;
  let carry = waiting;
  let at = written;
  for (let index = start; index < end; index++) {
    carry = (carry << 8) | bytes[index]!;
    stream[at++] = carry >>> shift;
  }
  waiting = carry & 0xff;
  written = at;
}

function writeAlphanumerics(bytes: Uint8Array, { start, end }: Segment): void {
  let index = start;
  for (; index + 1 < end; index += 2) {
    writeBits(alphanumericValues[bytes[index]!]! * 45 + alphanumericValues[bytes[index + 1]!]!, 11);
  }
  if (index < end) writeBits(alphanumericValues[bytes[index]!]!, 6);
}

function writeDigits(bytes: Uint8Array, { start, end }: Segment): void {
  let index = start;
  for (; index + 2 < end; index += 3) {
    writeBits((bytes[index]! - 48) * 100 + (bytes[index + 1]! - 48) * 10 + bytes[index + 2]! - 48, 10);
  }
  if (end - index === 2) writeBits((bytes[index]! - 48) * 10 + bytes[index + 1]! - 48, 7);
  if (end - index === 1) writeBits(bytes[index]! - 48, 4);
}

/** Up to four zero bits end the data (fewer where no room is left); 11101100 and 00010001 fill what remains. */
function pad(bits: number, dataCodewords: number): void {
  const used = (bits + 7) >> 3;
  let at = used;
  // The zeros that fill the last codeword are the terminator's; if they are fewer than four, it needs one more.
  if (used * 8 - bits < 4 && at < dataCodewords) stream[at++] = 0;
  for (let filler = 0xec; at < dataCodewords; filler ^= 0xfd) stream[at++] = filler;
}
