import { joinPng, type PngHeader } from "../png-file";
import type { Raster } from "../schema";

/** Colour types of PNG (W3C PNG, table 9). */
const colourTypes = { rgb: 2, palette: 3, rgba: 6 } as const;

/** Filters of PNG (W3C PNG, 9.2). */
const filters = { sub: 1, up: 2 } as const;

/** Rows behind their filter bytes, ready to be deflated, and what the header says about them. */
interface Scanlines extends PngHeader {
  bytes: Uint8Array;
}

/**
 * A picture as the bytes of a PNG file: 1, 2, 4 or 8 bits a pixel while there are at most 256 colours, else RGB, or
 * RGBA where something is transparent. Lossless; the same raster and deflate give the same bytes.
 *
 * @param deflate makes a zlib stream (RFC 1950) of the bytes: `deflateSync` in Node (level 1 is quickest, and a plain code
 *   takes 7 % more bytes than at 6), `deflateStreamed` anywhere. The answer is a promise where this one is.
 */
export function encodePng(raster: Raster, deflate: (bytes: Uint8Array) => Uint8Array): Uint8Array;
export function encodePng(
  raster: Raster,
  deflate: (bytes: Uint8Array) => Promise<Uint8Array>,
): Promise<Uint8Array>;
export function encodePng(
  raster: Raster,
  deflate: (bytes: Uint8Array) => Uint8Array | Promise<Uint8Array>,
): Uint8Array | Promise<Uint8Array> {
  const lines = layLines(raster);
  const deflated = deflate(lines.bytes);
  return deflated instanceof Promise
    ? deflated.then((data) => joinPng(lines, data))
    : joinPng(lines, deflated);
}

/** A zlib stream by the platform's own CompressionStream, which browsers have and Node has too. */
export async function deflateStreamed(bytes: Uint8Array): Promise<Uint8Array> {
  const source = new Blob([bytes as Uint8Array<ArrayBuffer>]).stream();
  return new Uint8Array(
    await new Response(source.pipeThrough(new CompressionStream("deflate"))).arrayBuffer(),
  );
}

function layLines(raster: Raster): Scanlines {
  if (raster.kind === "palette") return packPalette(raster);
  const few = countColours(raster.rgba);
  if (few) return packPalette({ kind: "palette", width: raster.width, height: raster.height, ...few });
  return packColours(raster.width, raster.height, raster.rgba);
}

function packPalette(raster: Extract<Raster, { kind: "palette" }>): Scanlines {
  const { width, height, palette, indices } = raster;
  const depth = chooseDepth(palette.length);
  const rowBytes = Math.ceil((width * depth) / 8);
  const bytes = new Uint8Array(height * (rowBytes + 1));
  const words = viewWords(indices, width);
  for (let y = 0, at = 0; y < height; y++, at += rowBytes + 1) {
    const same = raster.repeats ? raster.repeats[y] === 1 : y > 0 && equalsRowAbove(words, y);
    // The difference to an equal row above is nothing, and the array is zero already.
    if (same) bytes[at] = filters.up;
    else packRow(indices, y * width, width, depth, bytes, at + 1);
  }
  return { width, height, depth, colourType: colourTypes.palette, palette, bytes };
}

function chooseDepth(colours: number): PngHeader["depth"] {
  if (colours <= 2) return 1;
  if (colours <= 4) return 2;
  return colours <= 16 ? 4 : 8;
}

function packRow(
  indices: Uint8Array,
  start: number,
  width: number,
  depth: number,
  out: Uint8Array,
  at: number,
) {
  if (depth === 8) {
    out.set(indices.subarray(start, start + width), at);
    return;
  }
  const perByte = 8 / depth;
  const end = start + width;
  let from = start;
  for (; from + perByte <= end; at++) {
    let packed = 0;
    for (let pixel = 0; pixel < perByte; pixel++) packed = (packed << depth) | indices[from++]!;
    out[at] = packed;
  }
  if (from === end) return;
  let packed = 0;
  for (let pixel = 0; pixel < perByte; pixel++)
    packed = (packed << depth) | (from < end ? indices[from++]! : 0);
  out[at] = packed;
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

/** The picture's colours and each pixel's index among them, or null where there are more than 256. */
function countColours(rgba: Uint8Array): { palette: number[]; indices: Uint8Array } | null {
  const pixels = rgba.length / 4;
  const view = new DataView(rgba.buffer, rgba.byteOffset, rgba.byteLength);
  const words = viewWords(rgba, 4).items;
  const known = new Map<number, number>();
  const palette: number[] = [];
  const indices = new Uint8Array(pixels);
  let last = -1;
  let index = 0;
  for (let at = 0; at < pixels; at++) {
    const colour = words.length === pixels ? words[at]! : view.getUint32(at * 4);
    if (colour !== last) {
      last = colour;
      index = known.get(colour) ?? palette.length;
      if (index === palette.length) {
        if (index === 256) return null;
        known.set(colour, index);
        palette.push(view.getUint32(at * 4));
      }
    }
    indices[at] = index;
  }
  return { palette, indices };
}

function packColours(width: number, height: number, rgba: Uint8Array): Scanlines {
  const channels = isOpaque(rgba) ? 3 : 4;
  const rowBytes = width * channels;
  const bytes = new Uint8Array(height * (rowBytes + 1));
  const words = viewWords(rgba, width * 4);
  for (let y = 0, at = 0; y < height; y++) {
    const same = y > 0 && equalsRowAbove(words, y);
    bytes[at] = same ? filters.up : filters.sub;
    if (!same) subtractLeft(rgba, y * width * 4, width, channels, bytes, at + 1);
    at += rowBytes + 1;
  }
  const colourType = channels === 3 ? colourTypes.rgb : colourTypes.rgba;
  return { width, height, depth: 8, colourType, palette: [], bytes };
}

function isOpaque(rgba: Uint8Array): boolean {
  for (let at = 3; at < rgba.length; at += 4) if (rgba[at] !== 255) return false;
  return true;
}

function subtractLeft(
  rgba: Uint8Array,
  start: number,
  width: number,
  channels: number,
  out: Uint8Array,
  at: number,
) {
  for (let channel = 0; channel < channels; channel++) {
    let left = 0;
    for (let x = 0, from = start + channel, to = at + channel; x < width; x++, from += 4, to += channels) {
      const value = rgba[from]!;
      out[to] = value - left;
      left = value;
    }
  }
}
