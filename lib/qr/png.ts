import type { Raster } from "./schema";

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
 * @param deflate makes a zlib stream (RFC 1950) of the bytes: `deflateSync` in Node (level 1 is quickest, and a plain
 *   code takes 7 % more bytes than at 6), `CompressionStream("deflate")` in a browser. The answer is a promise where this one is.
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

function layLines(raster: Raster): Scanlines {
  if (raster.kind === "palette") return packPalette(raster);
  const few = countColours(raster);
  return few ? packPalette(few) : packColours(raster);
}

function packPalette(raster: PaletteRaster): Scanlines {
  const { width, height, palette, order, distinct } = raster;
  const depth = chooseDepth(palette.length);
  const rowBytes = Math.ceil((width * depth) / 8);
  const bytes = new Uint8Array(height * (rowBytes + 1));
  const known = order !== undefined && distinct !== undefined;
  const pixels = known ? distinct : raster.indices;
  const repeats = markRepeats(raster, pixels);
  for (let y = 0, at = 0; y < height; y++, at += rowBytes + 1) {
    // The difference to an equal row above is nothing, and the array is zero already.
    if (repeats[y]) bytes[at] = filters.up;
    else packRow(pixels, (known ? order[y]! : y) * width, width, depth, bytes, at + 1);
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
  const end = start + width;
  let from = start;
  if (depth === 1) {
    // Most pictures by far: eight at a step, twice as fast as one by one.
    for (; from + 8 <= end; from += 8) {
      const high =
        (indices[from]! << 7) |
        (indices[from + 1]! << 6) |
        (indices[from + 2]! << 5) |
        (indices[from + 3]! << 4);
      out[at++] =
        high |
        (indices[from + 4]! << 3) |
        (indices[from + 5]! << 2) |
        (indices[from + 6]! << 1) |
        indices[from + 7]!;
    }
  }
  while (from < end) {
    let packed = 0;
    for (let shift = 8 - depth; shift >= 0 && from < end; shift -= depth) packed |= indices[from++]! << shift;
    out[at++] = packed;
  }
}

function packColours(raster: ColourRaster): Scanlines {
  const { width, height, rgba } = raster;
  const repeats = markRepeats(raster, rgba);
  const channels = isOpaque(raster, repeats) ? 3 : 4;
  const rowBytes = width * channels;
  const bytes = new Uint8Array(height * (rowBytes + 1));
  for (let y = 0, at = 0; y < height; y++, at += rowBytes + 1) {
    bytes[at] = repeats[y] ? filters.up : filters.sub;
    if (!repeats[y]) subtractLeft(rgba, y * width * 4, width, channels, bytes, at + 1);
  }
  const colourType = channels === 3 ? colourTypes.rgb : colourTypes.rgba;
  return { width, height, depth: 8, colourType, palette: [], bytes };
}

function isOpaque({ width, height, rgba }: ColourRaster, repeats: Uint8Array): boolean {
  for (let y = 0; y < height; y++) {
    if (repeats[y]) continue;
    for (let at = y * width * 4 + 3; at < (y + 1) * width * 4; at += 4) if (rgba[at] !== 255) return false;
  }
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

type PaletteRaster = Extract<Raster, { kind: "palette" }>;

type ColourRaster = Extract<Raster, { kind: "rgba" }>;

/** The same picture by a palette of its colours, or null where there are more than 256. */
function countColours(raster: ColourRaster): PaletteRaster | null {
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

/** 1 for each row that equals the one above: as the raster says, else found out. */
function markRepeats({ height, order }: Raster, pixels: Uint8Array): Uint8Array {
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

const signature = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);
/** Length, type and check around a chunk's data. */
const chunkOverhead = 12;

/** What a PNG file says about its pixels. */
interface PngHeader {
  width: number;
  height: number;
  /** Bits a sample. */
  depth: 1 | 2 | 4 | 8;
  /** W3C PNG, table 9. */
  colourType: 2 | 3 | 6;
  /** 0xRRGGBBAA; empty where pixels carry their own colours. */
  palette: number[];
}

type Chunk = [type: string, data: Uint8Array];

/**
 * The file: signature, header, palette and its alpha where there are such, pixels, end (W3C PNG, 5).
 *
 * @param pixels the filtered rows as a zlib stream.
 */
function joinPng(header: PngHeader, pixels: Uint8Array): Uint8Array {
  const { palette } = header;
  const chunks: Chunk[] = [["IHDR", writeHeader(header)]];
  if (palette.length > 0) chunks.push(["PLTE", writeColours(palette)]);
  const alphas = countAlphas(palette);
  if (alphas > 0) chunks.push(["tRNS", Uint8Array.from(palette.slice(0, alphas), (entry) => entry & 0xff)]);
  chunks.push(["IDAT", pixels], ["IEND", new Uint8Array(0)]);
  let at = signature.length;
  const file = new Uint8Array(chunks.reduce((sum, [, data]) => sum + data.length + chunkOverhead, at));
  file.set(signature);
  for (const chunk of chunks) at = writeChunk(file, at, chunk);
  return file;
}

function writeHeader(header: PngHeader): Uint8Array {
  const data = new Uint8Array(13);
  const view = new DataView(data.buffer);
  view.setUint32(0, header.width);
  view.setUint32(4, header.height);
  data[8] = header.depth;
  data[9] = header.colourType;
  return data;
}

function writeColours(palette: number[]): Uint8Array {
  const data = new Uint8Array(palette.length * 3);
  for (let index = 0; index < palette.length; index++) {
    const entry = palette[index]!;
    data[index * 3] = entry >>> 24;
    data[index * 3 + 1] = entry >>> 16;
    data[index * 3 + 2] = entry >>> 8;
  }
  return data;
}

/** Entries up to the last one that is not opaque; those after it are opaque by default. */
function countAlphas(palette: number[]): number {
  let count = palette.length;
  while (count > 0 && (palette[count - 1]! & 0xff) === 0xff) count--;
  return count;
}

function writeChunk(file: Uint8Array, at: number, [type, data]: Chunk): number {
  const view = new DataView(file.buffer);
  const end = at + 8 + data.length;
  view.setUint32(at, data.length);
  for (let index = 0; index < 4; index++) file[at + 4 + index] = type.charCodeAt(index);
  file.set(data, at + 8);
  view.setUint32(end, checkCrc(file, at + 4, end));
  return end + 4;
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
