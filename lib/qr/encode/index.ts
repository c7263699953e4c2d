import { fieldError, type ServiceError } from "@/lib/platform/errors";
import { type ErrorCorrectionLevel, errorCorrectionLevels } from "../names";
import type { QrMatrix } from "../schema";
import {
  blockLayout,
  bodyBits,
  capacityBytes,
  groupEnds,
  headerBits,
  maxVersion,
  maxWords,
  symbolSize,
  versionGroup,
} from "./capacity";
import { makeCodewords, utf8DesignatorBits } from "./codewords";
import { chooseMask } from "./mask";
import { type PackedSymbol, placeCodewords } from "./placement";
import { countSegmentBits, type Segment, segmentPayload } from "./segments";
import { getTemplate } from "./template";

const utf8 = new TextEncoder();

/** Digits in a 40-L symbol; nothing longer fits any symbol in any mode. */
const maxCharacters = 7_089;

/** The symbol in hand, codewords only; overwritten by each call. */
const data: PackedSymbol = new Int32Array(maxWords);

/**
 * The QR symbol (Model 2) of a payload: the smallest version from `leastVersion` that holds it at `level`, the highest
 * level that still fits this version, and the mask with the least penalty.
 *
 * Text is written as UTF-8. Beyond ASCII an ECI designator says so at the start: ISO/IEC 18004 reads undeclared bytes
 * as ISO/IEC 8859-1, so readers guess, and zbar 0.23 takes "Café" or "£5" for Big5 and "Größe" for Shift JIS (26 of 45
 * short texts in European and Asian languages came back wrong, none with a designator); zxing, jsQR and qr read both
 * forms. Pure ASCII stays undeclared: nothing is to be guessed, and some hand-held scanners type the designator out.
 * Where its 12 bits are the ones too many for version 40, it is left out. Declared text is one byte segment wherever
 * that costs no larger version: OpenCV reads nothing of a symbol that changes its mode behind a designator.
 *
 * @throws ServiceError `content_too_long` when no version holds the payload at `level`; `validation_failed` for a
 * lone surrogate, which has no UTF-8 form. Both carry one detail about `content`.
 */
export function encodeMatrix(payload: string, choice: SymbolChoice): QrMatrix {
  const bytes = utf8.encode(payload);
  const { version, segments, bits, declareUtf8 } = fitPayload(payload, bytes, choice);
  const raised = raiseLevel(version, choice.level, bits);
  const template = getTemplate(version, raised);
  placeCodewords(data, template.plan, makeCodewords(bytes, segments, version, raised, declareUtf8));
  const mask = chooseMask(data, template);
  const modules = unpackRows(data, template.planes[mask]!, template.size);
  return { version, size: template.size, level: raised, mask, modules };
}

/** Modules of one side of the symbol that `encodeMatrix` would make, at a tenth of the cost; throws as it does. */
export function measureSymbol(payload: string, choice: SymbolChoice): number {
  return symbolSize(fitPayload(payload, utf8.encode(payload), choice).version);
}

/** What is asked of a symbol: its least error correction level and its least version (1–40, 1 unless given). */
export interface SymbolChoice {
  level: ErrorCorrectionLevel;
  leastVersion?: number;
}

interface VersionFit {
  version: number;
  segments: Segment[];
  declareUtf8: boolean;
  bits: number;
}

function fitPayload(
  payload: string,
  bytes: Uint8Array,
  { level, leastVersion = 1 }: SymbolChoice,
): VersionFit {
  const isAscii = bytes.length === payload.length;
  if (!isAscii && /\p{Surrogate}/u.test(payload)) throw loneSurrogate();
  const fitFrom = (declareUtf8: boolean) => fitVersion(bytes, level, leastVersion, declareUtf8);
  const fit = (isAscii ? null : fitFrom(true)) ?? fitFrom(false);
  if (fit === null) throw contentTooLong(payload, bytes.length, level);
  return fit;
}

function fitVersion(
  bytes: Uint8Array,
  level: ErrorCorrectionLevel,
  leastVersion: number,
  declareUtf8: boolean,
): VersionFit | null {
  if (bytes.length > maxCharacters) return null;
  let version = leastVersion;
  for (const group of [0, 1, 2] as const) {
    if (version > groupEnds[group]) continue;
    const segments = segmentPayload(bytes, group);
    const bits = countSegmentBits(segments, group) + (declareUtf8 ? utf8DesignatorBits : 0);
    for (; version <= groupEnds[group]; version++) {
      if (bits > dataBits(version, level)) continue;
      const fit = { version, segments, declareUtf8, bits };
      return declareUtf8 ? joinSegments(fit, bytes.length, level) : fit;
    }
  }
  return null;
}

/** The same symbol's size with one byte segment, where that fits; else as it is. */
function joinSegments(fit: VersionFit, length: number, level: ErrorCorrectionLevel): VersionFit {
  const bits = headerBits("byte", versionGroup(fit.version)) + bodyBits("byte", length) + utf8DesignatorBits;
  if (bits > dataBits(fit.version, level)) return fit;
  return { ...fit, segments: [{ mode: "byte", start: 0, end: length }], bits };
}

function raiseLevel(version: number, level: ErrorCorrectionLevel, bits: number): ErrorCorrectionLevel {
  const higher = errorCorrectionLevels.slice(errorCorrectionLevels.indexOf(level) + 1);
  return higher.findLast((candidate) => bits <= dataBits(version, candidate)) ?? level;
}

function dataBits(version: number, level: ErrorCorrectionLevel): number {
  return blockLayout(version, level).dataCodewords * 8;
}

/** Entry n is bits 0–3 of n as four bytes, the lowest bit in the lowest byte. */
const nibbleBytes = Uint32Array.from(
  { length: 16 },
  (_, nibble) =>
    (nibble & 1) | (((nibble >> 1) & 1) << 8) | (((nibble >> 2) & 1) << 16) | (((nibble >> 3) & 1) << 24),
);

/** The rows of `symbol` XOR `plane`, a byte for each module. A row is 1 module longer than a multiple of 4. */
function unpackRows(symbol: PackedSymbol, plane: PackedSymbol, size: number): Uint8Array {
  const modules = new Uint8Array(size * size);
  const view = new DataView(modules.buffer);
  const last = size - 1;
  let at = 0;
  for (let y = 0; y < size; y++) {
    for (let left = 0, index = y; left < last; left += 32, index += size) {
      const word = symbol[index]! ^ plane[index]!;
      const end = Math.min(32, last - left);
      for (let x = 0; x < end; x += 4, at += 4) view.setUint32(at, nibbleBytes[(word >>> x) & 15]!, true);
    }
    const index = (last >> 5) * size + y;
    modules[at++] = ((symbol[index]! ^ plane[index]!) >>> (last & 31)) & 1;
  }
  return modules;
}

/** Digits, capital letters and nine signs take five and a half bits each (ISO/IEC 18004, 7.4.4). */
const alphanumeric = /^[0-9A-Z $%*+\-./:]*$/;
const digits = /^\d*$/;

/** Characters of one mode that the largest symbol holds, its mode and count of characters taken off. */
function capacityOf(payload: string, level: ErrorCorrectionLevel): { max: number; unit: string } {
  const bits = dataBits(maxVersion, level);
  if (digits.test(payload)) return { max: Math.floor(((bits - 18) * 3) / 10), unit: "digits" };
  if (!alphanumeric.test(payload)) return { max: capacityBytes(maxVersion, level), unit: "bytes" };
  return { max: Math.floor(((bits - 17) * 2) / 11), unit: "capital letters, digits and signs" };
}

function contentTooLong(payload: string, actual: number, level: ErrorCorrectionLevel): ServiceError {
  const { max, unit } = capacityOf(payload, level);
  const message = `content must encode to at most ${max} ${unit} at error correction level ${level}; it encodes to ${actual}`;
  const hint =
    level === "L"
      ? "Shorten the content."
      : `Shorten the content, or ask for less error correction: L holds ${capacityBytes(maxVersion, "L")} bytes, but a logo needs H.`;
  return fieldError(
    "content_too_long",
    { field: "content", code: "too_long", message, max, actual },
    { hint },
  );
}

function loneSurrogate(): ServiceError {
  return fieldError("validation_failed", {
    field: "content",
    code: "invalid_characters",
    message: "content must not contain a lone surrogate (half of a UTF-16 pair), which has no UTF-8 form",
  });
}
