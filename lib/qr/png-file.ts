const signature = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);
/** Length, type and check around a chunk's data. */
const chunkOverhead = 12;

/** What a PNG file says about its pixels. */
export interface PngHeader {
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
export function joinPng(header: PngHeader, pixels: Uint8Array): Uint8Array {
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
