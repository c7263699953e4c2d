import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
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
