import type { Raster } from "../schema";

type BitDepth = 1 | 2 | 4 | 8;

/** Colour types of PNG (W3C PNG, table 9). */
const colourTypes = { rgb: 2, palette: 3, rgba: 6 } as const;

/** Filters of PNG (W3C PNG, 9.2). */
const filters = { none: 0, sub: 1, up: 2 } as const;

const signature = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

/** Rows ready to be deflated, and what the header says about them. */
interface Scanlines {
  width: number;
  height: number;
  depth: BitDepth;
  colourType: number;
  palette: number[];
  bytes: Uint8Array;
}

/**
 * A picture as the bytes of a PNG file: 1, 2, 4 or 8 bits a pixel while there are at most 256 colours, else RGB, or
 * RGBA where something is transparent. Lossless; the same raster and deflate give the same bytes.
 *
 * @param deflate makes a zlib stream (RFC 1950) of the bytes: `deflateSync` in Node, `CompressionStream("deflate")` in
 *   a browser. The answer is a promise where this one is.
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
    ? deflated.then((data) => joinChunks(lines, data))
    : joinChunks(lines, deflated);
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

function chooseDepth(colours: number): BitDepth {
  if (colours <= 2) return 1;
  if (colours <= 4) return 2;
  return colours <= 16 ? 4 : 8;
}

function packRow(
  indices: Uint8Array,
  start: number,
  width: number,
  depth: BitDepth,
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

function joinChunks(lines: Scanlines, deflated: Uint8Array): Uint8Array {
  const { palette } = lines;
  const alphas = countAlphas(palette);
  const sizes = [13, palette.length * 3, alphas, deflated.length, 0];
  const total = sizes.reduce(
    (sum, size, index) => sum + (size > 0 || index === 4 ? size + 12 : 0),
    signature.length,
  );
  const file = new Uint8Array(total);
  file.set(signature);
  let at = signature.length;
  const append = (type: string, size: number, write: (data: number) => void) => {
    at = writeChunk(file, at, type, size, write);
  };
  append("IHDR", 13, (data) => {
    const view = new DataView(file.buffer);
    view.setUint32(data, lines.width);
    view.setUint32(data + 4, lines.height);
    file[data + 8] = lines.depth;
    file[data + 9] = lines.colourType;
  });
  if (palette.length > 0) {
    append("PLTE", palette.length * 3, (data) => {
      for (const [index, colour] of palette.entries()) {
        file[data + index * 3] = colour >>> 24;
        file[data + index * 3 + 1] = colour >>> 16;
        file[data + index * 3 + 2] = colour >>> 8;
      }
    });
  }
  if (alphas > 0) {
    append("tRNS", alphas, (data) => {
      for (let index = 0; index < alphas; index++) file[data + index] = palette[index]!;
    });
  }
  append("IDAT", deflated.length, (data) => file.set(deflated, data));
  append("IEND", 0, () => undefined);
  return file;
}

/** Entries up to the last one that is not opaque; those after it are opaque by default. */
function countAlphas(palette: number[]): number {
  let count = palette.length;
  while (count > 0 && (palette[count - 1]! & 0xff) === 0xff) count--;
  return count;
}

function writeChunk(
  file: Uint8Array,
  at: number,
  type: string,
  size: number,
  write: (data: number) => void,
): number {
  const view = new DataView(file.buffer);
  view.setUint32(at, size);
  for (let index = 0; index < 4; index++) file[at + 4 + index] = type.charCodeAt(index);
  write(at + 8);
  view.setUint32(at + 8 + size, checkCrc(file, at + 4, at + 8 + size));
  return at + 12 + size;
}

/** Tables that take four bytes at a step: each entry of one is that of the table before it, eight bits on. */
const crcTables = Array.from({ length: 4 }, () => new Uint32Array(256));
for (let value = 0; value < 256; value++) {
  let crc = value;
  for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  crcTables[0]![value] = crc;
}
for (let value = 0; value < 256; value++) {
  for (let table = 1; table < 4; table++) {
    const before = crcTables[table - 1]![value]!;
    crcTables[table]![value] = (before >>> 8) ^ crcTables[0]![before & 0xff]!;
  }
}

/** CRC-32 of a stretch of bytes (W3C PNG, annex D). */
function checkCrc(bytes: Uint8Array, start: number, end: number): number {
  const [one, two, three, four] = crcTables as [Uint32Array, Uint32Array, Uint32Array, Uint32Array];
  let crc = 0xffffffff;
  let at = start;
  for (; at + 4 <= end; at += 4) {
    crc ^= bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16) | (bytes[at + 3]! << 24);
    crc = four[crc & 0xff]! ^ three[(crc >>> 8) & 0xff]! ^ two[(crc >>> 16) & 0xff]! ^ one[crc >>> 24]!;
  }
  for (; at < end; at++) crc = one[(crc ^ bytes[at]!) & 0xff]! ^ (crc >>> 8);
  return (crc ^ 0xffffffff) >>> 0;
}
