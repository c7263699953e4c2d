import { fieldError, type ServiceError } from "@/lib/platform/errors";
import type { ErrorCorrectionLevel } from "../names";
import { designatorBits } from "./codewords";
import {
  blockLayout,
  capacityBytes,
  countSegmentBits,
  groupEnds,
  maxVersion,
  type Segment,
  segmentPayload,
  type VersionGroup,
} from "./segments";

/** What is asked of a symbol: its least error correction level and its least version (1–40, 1 unless given). */
export interface SymbolChoice {
  level: ErrorCorrectionLevel;
  leastVersion?: number;
}

/** A payload in a character set, and the ECI assignment number that declares it; null declares nothing. */
interface CodedText {
  bytes: Uint8Array;
  eci: number | null;
}

/** How a symbol holds a payload: `bits` counts its segments with the designator. */
export interface VersionFit extends CodedText {
  version: number;
  segments: Segment[];
  bits: number;
}

/** Assignment numbers of AIM ITS/04-023. */
const eciNumbers = { latin1: 3, utf8: 26 } as const;

const utf8 = new TextEncoder();

/** Digits in a 40-L symbol; nothing longer fits any symbol in any mode. */
const maxCharacters = 7_089;

/**
 * The smallest version from `leastVersion` that holds the payload at `level`, and how. ASCII is not declared; other
 * text is declared as UTF-8, or as ISO/IEC 8859-1 where that makes a smaller symbol. What is too long for UTF-8 is
 * refused, so that the limit does not depend on which letters a text uses. Throws as `encodeMatrix` does.
 */
export function fitPayload(payload: string, choice: SymbolChoice): VersionFit {
  const bytes = utf8.encode(payload);
  const isAscii = bytes.length === payload.length;
  if (!isAscii && /\p{Surrogate}/u.test(payload)) throw loneSurrogate();
  const undeclared = fitDivided({ bytes, eci: null }, choice);
  if (undeclared === null) throw contentTooLong(payload, bytes.length, choice.level);
  return (isAscii ? null : fitDeclared(payload, bytes, choice)) ?? undeclared;
}

/**
 * One byte segment where that costs at most one version: OpenCV reads nothing of a symbol that changes its mode behind
 * a designator. At the same version UTF-8 goes first, because readers that overlook the designator guess it best.
 */
function fitDeclared(payload: string, bytes: Uint8Array, choice: SymbolChoice): VersionFit | null {
  const texts: CodedText[] = [{ bytes, eci: eciNumbers.utf8 }];
  const latin1 = encodeLatin1(payload);
  if (latin1 !== null) texts.push({ bytes: latin1, eci: eciNumbers.latin1 });
  const whole = findSmallest(texts.map((text) => fitWhole(text, choice)));
  const divided = findSmallest(texts.map((text) => fitDivided(text, choice)));
  if (whole === null || divided === null) return divided;
  return whole.version <= divided.version + 1 ? whole : divided;
}

/**
 * Null where the text has other characters, or the controls from 0x80 on, which many readers take for Windows-1252, or where
 * its bytes are UTF-8 of another text, which a reader that overlooks the designator would give.
 */
function encodeLatin1(text: string): Uint8Array | null {
  const bytes = new Uint8Array(text.length);
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code > 0xff || (code >= 0x80 && code < 0xa0)) return null;
    bytes[index] = code;
  }
  return isUtf8(bytes) ? null : bytes;
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

/** The first of those with the least version. */
function findSmallest(fits: (VersionFit | null)[]): VersionFit | null {
  let smallest: VersionFit | null = null;
  for (const fit of fits) {
    if (fit !== null && (smallest === null || fit.version < smallest.version)) smallest = fit;
  }
  return smallest;
}

/** Divided into the segments that take the fewest bits. */
function fitDivided(text: CodedText, choice: SymbolChoice): VersionFit | null {
  return fitVersion(text, choice, (group) => segmentPayload(text.bytes, group));
}

function fitWhole(text: CodedText, choice: SymbolChoice): VersionFit | null {
  const segments: Segment[] = [{ mode: "byte", start: 0, end: text.bytes.length }];
  return fitVersion(text, choice, () => segments);
}

function fitVersion(
  text: CodedText,
  { level, leastVersion = 1 }: SymbolChoice,
  segmentsFor: (group: VersionGroup) => Segment[],
): VersionFit | null {
  if (text.bytes.length > maxCharacters) return null;
  let version = leastVersion;
  for (const group of [0, 1, 2] as const) {
    if (version > groupEnds[group]) continue;
    const segments = segmentsFor(group);
    const bits = countSegmentBits(segments, group) + (text.eci === null ? 0 : designatorBits);
    for (; version <= groupEnds[group]; version++) {
      if (bits <= dataBits(version, level)) return { ...text, version, segments, bits };
    }
  }
  return null;
}

export function dataBits(version: number, level: ErrorCorrectionLevel): number {
  return blockLayout(version, level).dataCodewords * 8;
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
