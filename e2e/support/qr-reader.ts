import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { ReadResult } from "zxing-wasm/reader";
import { prepareReader } from "@/lib/qr/verify";

/** The second decoder's own bytes, as Node hands them to `prepareReader`. */
export function readerBytes(): ArrayBuffer {
  const file = createRequire(import.meta.url).resolve("zxing-wasm/reader/zxing_reader.wasm");
  return new Uint8Array(readFileSync(file)).buffer;
}

/** Loads the second decoder for the tests of a file. */
export async function loadReader(): Promise<void> {
  await prepareReader({ wasmBinary: readerBytes() });
}

/** What a symbol says, of what zxing read: the bytes in the character set that it declares, else in UTF-8. */
export function textOf({
  bytes,
  hasECI,
  bytesECI,
}: Pick<ReadResult, "bytes" | "hasECI" | "bytesECI">): string {
  const isLatin1 = hasECI && Buffer.from(bytesECI.subarray(3, 10)).equals(Buffer.from("\\000003"));
  return Buffer.from(bytes).toString(isLatin1 ? "latin1" : "utf8");
}
