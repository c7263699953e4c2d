import { prepareZXingModule } from "zxing-wasm/reader";
import type { Grey } from "./grey";

/** The reader's own bytes (Node), or their address on our own origin (browser). */
export type ReaderSource = { wasmBinary: ArrayBuffer } | { wasmUrl: string };

/** What a symbol said, byte for byte, and how it was found. */
export interface Reading {
  /** In UTF-8, also where the symbol declares another character set. */
  bytes: Uint8Array;
  /** 0–1: share of the error correction that was not needed. 1 is a flawless read. */
  spare: number;
  /** Light modules on a dark ground. */
  inverted: boolean;
  /** Modules on a side: 17 + 4 × version. */
  modules: number;
  /** The symbol's upper left and lower right corner in pixels. */
  topLeft: Point;
  bottomRight: Point;
}

interface Point {
  x: number;
  y: number;
}

/** `thorough` also looks at turned, reversed and reduced pictures; `quick` takes them as they stand. */
export type Effort = "thorough" | "quick";

type ReaderOptions = ReturnType<typeof optionsFor>;

/** The part of the package's module that is used here; its own type leans on Emscripten's globals. */
interface ReaderModule {
  _malloc(bytes: number): number;
  _free(pointer: number): void;
  /** Replaced when the memory grows: read it after `_malloc`. */
  HEAPU8: Uint8Array;
  readBarcodesFromPixmap(pointer: number, width: number, height: number, options: ReaderOptions): Results;
}

interface Results {
  size(): number;
  get(index: number): Result;
  delete(): void;
}

interface Result {
  isValid: boolean;
  isInverted: boolean;
  hasECI: boolean;
  bytes: Uint8Array;
  /** With the character set that the symbol declares: `]Q2\000003…`. */
  bytesECI: Uint8Array;
  position: { topLeft: Point; bottomRight: Point };
  /** JSON; `Version`, and `UEC`, which is zxing-cpp's "unused error correction". */
  extra: string;
}

let prepared: Promise<ReaderModule> | undefined;

/**
 * Loads the reader, once for each thread or page; later calls wait for the first one.
 * Without it every read throws: the package's default is to fetch its bytes from a CDN, and that never happens here.
 */
export async function prepareReader(source: ReaderSource): Promise<void> {
  const overrides =
    "wasmBinary" in source ? { wasmBinary: source.wasmBinary } : { locateFile: () => source.wasmUrl };
  prepared ??= prepareZXingModule({ overrides, fireImmediately: true }) as unknown as Promise<ReaderModule>;
  try {
    await prepared;
  } catch (cause) {
    prepared = undefined;
    throw new Error("The QR reader did not load.", { cause });
  }
}

/**
 * The one QR code in the picture, or null. Reads once; memory outside the heap is given back at once,
 * which the package's own `readBarcodes` leaves to the garbage collector.
 *
 * @throws Error when `prepareReader` was not called.
 */
export async function readGrey(grey: Grey, effort: Effort): Promise<Reading | null> {
  if (!prepared) throw new Error("Call prepareReader before the first read.");
  const reader = await prepared;
  const pointer = reader._malloc(grey.pixels.length);
  if (pointer === 0) throw new Error("The QR reader is out of memory.");
  try {
    reader.HEAPU8.set(grey.pixels, pointer);
    const results = reader.readBarcodesFromPixmap(pointer, grey.width, grey.height, optionsFor(effort));
    const result = results.size() > 0 ? results.get(0) : undefined;
    results.delete();
    return result?.isValid ? presentReading(result) : null;
  } finally {
    reader._free(pointer);
  }
}

function presentReading(result: Result): Reading {
  const { isInverted, position, extra } = result;
  const { UEC, Version } = JSON.parse(extra) as { UEC?: number; Version: string };
  const { topLeft, bottomRight } = position;
  return {
    bytes: bytesOf(result),
    spare: UEC ?? 0,
    inverted: isInverted,
    modules: 17 + 4 * Number(Version),
    topLeft,
    bottomRight,
  };
}

const declaredLatin1 = /^\]Q\d\\000003/;

/** Character by character: the reader's own text has U+FFFD for what is wrong in a character set. */
function bytesOf({ bytes, hasECI, bytesECI }: Result): Uint8Array {
  if (!hasECI || !declaredLatin1.test(String.fromCharCode(...bytesECI.subarray(0, 10)))) return bytes;
  return new TextEncoder().encode(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
}

function optionsFor(effort: Effort) {
  const thorough = effort === "thorough";
  return {
    formats: "QRCodeModel2",
    tryHarder: true,
    tryRotate: thorough,
    tryInvert: thorough,
    tryDownscale: thorough,
    tryDenoise: false,
    binarizer: 0,
    isPure: false,
    downscaleFactor: 3,
    downscaleThreshold: 500,
    minLineCount: 2,
    maxNumberOfSymbols: 1,
    validateOptionalChecksum: false,
    returnErrors: false,
    eanAddOnSymbol: 0,
    textMode: 0,
    characterSet: 0,
    tryCode39ExtendedMode: false,
  };
}
