import { crc32, deflateSync } from "node:zlib";
import sharp from "sharp";

type Format = "png" | "jpeg" | "webp";
export const formats: readonly Format[] = ["png", "jpeg", "webp"];

export const urlOf = (bytes: Uint8Array, format: string) =>
  `data:image/${format};base64,${Buffer.from(bytes).toString("base64")}`;

export function draw(format: Format | "gif" | "avif" | "tiff", width = 48, height = 32): Promise<Buffer> {
  const left = {
    input: { create: { width: width >> 1, height, channels: 4 as const, background: "#00f" } },
    left: 0,
    top: 0,
  };
  return sharp({ create: { width, height, channels: 4, background: "#f00" } })
    .composite([left])
    [format]()
    .toBuffer();
}

/** PNG chunk with its checksum. */
export function chunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const out = Buffer.alloc(body.length + 8);
  out.writeUInt32BE(data.length, 0);
  body.copy(out, 4);
  out.writeUInt32BE(crc(body), out.length - 4);
  return out;
}

function crc(bytes: Uint8Array): number {
  if (typeof crc32 === "function") return crc32(bytes);
  let value = ~0;
  for (const byte of bytes) {
    value ^= byte;
    for (let bit = 0; bit < 8; bit++) value = (value >>> 1) ^ (value & 1 ? 0xedb88320 : 0);
  }
  return ~value >>> 0;
}

export function pngOf(
  width: number,
  height: number,
  extra: Buffer[] = [],
  rows = deflateSync(Buffer.alloc(64)),
): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    signature,
    chunk("IHDR", header),
    ...extra,
    chunk("IDAT", rows),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}
