import type { Raster } from "../schema";

/** 1 for each row that equals the one above: as the raster says, else found out. */
export function markRepeats({ height, order }: Raster, pixels: Uint8Array): Uint8Array {
  const repeats = new Uint8Array(height);
  const words = order ? null : viewWords(pixels, pixels.length / height);
  for (let y = 1; y < height; y++) {
    const same = order ? order[y] === order[y - 1] : words !== null && equalsRowAbove(words, y);
    if (same) repeats[y] = 1;
  }
  return repeats;
}

/** Rows as 32-bit words where they are whole ones, to be compared four pixels at a time. */
function viewWords(bytes: Uint8Array, rowBytes: number): { items: Uint8Array | Uint32Array; perRow: number } {
  if (rowBytes % 4 !== 0 || bytes.byteOffset % 4 !== 0) return { items: bytes, perRow: rowBytes };
  return { items: new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.length / 4), perRow: rowBytes / 4 };
}

function equalsRowAbove(
  { items, perRow }: { items: Uint8Array | Uint32Array; perRow: number },
  y: number,
): boolean {
  const start = y * perRow;
  for (let at = start; at < start + perRow; at++) {
    if (items[at] !== items[at - perRow]) return false;
  }
  return true;
}
