import type { Raster } from "../schema";
import { markRepeats } from "./row-repeats";

export type PaletteRaster = Extract<Raster, { kind: "palette" }>;
export type ColourRaster = Extract<Raster, { kind: "rgba" }>;

/** The same picture by a palette of its colours, or null where there are more than 256. */
export function countColours(raster: ColourRaster): PaletteRaster | null {
  const { width, height, rgba, order } = raster;
  const repeats = markRepeats(raster, rgba);
  const view = new DataView(rgba.buffer, rgba.byteOffset, rgba.byteLength);
  const known = new Map<number, number>();
  const palette: number[] = [];
  const indices = new Uint8Array(width * height);
  let last = -1;
  let index = 0;
  for (let y = 0, at = 0; y < height; y++) {
    if (repeats[y]) {
      indices.copyWithin(at, at - width, at);
      at += width;
      continue;
    }
    for (const end = at + width; at < end; at++) {
      const colour = view.getUint32(at * 4);
      if (colour !== last) {
        last = colour;
        index = known.get(colour) ?? palette.length;
        if (index === 256) return null;
        if (index === palette.length) {
          known.set(colour, index);
          palette.push(colour);
        }
      }
      indices[at] = index;
    }
  }
  return { kind: "palette", width, height, palette, indices, ...(order && { order }) };
}
