import type { Raster } from "../schema";

/** A picture as 4 bytes a pixel, not premultiplied: what a canvas takes. */
export function rasterToRgba(raster: Raster): Uint8Array {
  if (raster.kind === "rgba") return raster.rgba;
  const { width, height, order, distinct } = raster;
  const rgba = new Uint8Array(width * height * 4);
  const words = new Uint32Array(rgba.buffer);
  const entries = orderBytes(raster.palette);
  const source = order && distinct ? distinct : raster.indices;
  for (let y = 0; y < height; y++) {
    const start = y * width;
    if (y > 0 && order && order[y] === order[y - 1]) words.copyWithin(start, start - width, start);
    else {
      const from = (distinct && order ? order[y]! : y) * width;
      for (let x = 0; x < width; x++) words[start + x] = entries[source[from + x]!]!;
    }
  }
  return rgba;
}

/** Palette entries as words whose bytes lie red first in memory, whatever the machine's own order is. */
function orderBytes(palette: number[]): Uint32Array {
  const view = new DataView(new ArrayBuffer(palette.length * 4));
  for (const [index, entry] of palette.entries()) view.setUint32(index * 4, entry);
  return new Uint32Array(view.buffer);
}
