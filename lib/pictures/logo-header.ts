import { fieldError, type ServiceError } from "@/lib/platform/errors";

type LogoFormat = "png" | "jpeg" | "webp";

const maxLogoBytes = 512 * 1024;
export const maxLogoSide = 2048;
/** Length of the base64 text of `maxLogoBytes` bytes. */
const maxBase64Length = Math.ceil(maxLogoBytes / 3) * 4;

const dataUrlHead = /^data:image\/(png|jpeg|webp);base64,/i;

interface Header {
  width: number;
  height: number;
  animated: boolean;
}

/**
 * The bytes of a logo's data URL, judged by their own header before any decoder sees them: strict base64, at most
 * 512 KiB, the magic bytes of the declared format, 1–2048 pixels a side, one frame.
 * Throws `invalid_logo`; `reason` in its details says which rule.
 */
export function readLogo(dataUrl: string): Buffer {
  const head = dataUrlHead.exec(dataUrl);
  if (head?.[1] === undefined) {
    throw invalidLogo(
      "not_a_data_url",
      "must be data:image/png;base64,… (or jpeg, webp) with the picture itself",
    );
  }
  const format = head[1].toLowerCase() as LogoFormat;
  const base64 = dataUrl.slice(head[0].length);
  if (base64.length > maxBase64Length) throw tooLarge();
  if (base64.length % 4 !== 0 || !/^[A-Za-z0-9+/]+={0,2}$/.test(base64)) {
    throw invalidLogo("not_base64", "must hold standard base64 with its padding and nothing else");
  }
  const bytes = Buffer.from(base64, "base64");
  if (bytes.length > maxLogoBytes) throw tooLarge();
  const header = readHeader[format](bytes);
  if (header === null)
    throw invalidLogo("wrong_format", `must be a whole ${format.toUpperCase()} picture, as it declares`);
  const { width, height, animated } = header;
  if (animated) throw invalidLogo("animated", "must be a still picture of one frame");
  if (width < 1 || height < 1 || width > maxLogoSide || height > maxLogoSide) {
    throw invalidLogo("too_many_pixels", `must have at most ${maxLogoSide} × ${maxLogoSide} pixels`, {
      max: maxLogoSide,
      width,
      height,
    });
  }
  return bytes;
}

export function invalidLogo(
  reason: string,
  words: string,
  bounds: Record<string, unknown> = {},
): ServiceError {
  const field = "settings.logo.dataUrl";
  return fieldError("invalid_logo", {
    field,
    code: "invalid_logo",
    message: `${field} ${words}`,
    reason,
    ...bounds,
  });
}

function tooLarge(): ServiceError {
  return invalidLogo("too_large", `must hold at most ${maxLogoBytes / 1024} KiB`, { max: maxLogoBytes });
}

/** Each gives null for bytes that are not a picture of its format. */
const readHeader: Record<LogoFormat, (bytes: Buffer) => Header | null> = {
  png: readPngHeader,
  jpeg: readJpegHeader,
  webp: readWebpHeader,
};

const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** IHDR comes first; `acTL` before the first `IDAT` makes it an APNG (PNG 3rd edition §5.6, §11.3.6). */
function readPngHeader(bytes: Buffer): Header | null {
  if (bytes.length < 45 || !bytes.subarray(0, 8).equals(pngSignature)) return null;
  if (bytes.toString("latin1", 12, 16) !== "IHDR") return null;
  let animated = false;
  for (let at = 8; at + 12 <= bytes.length; at += 12 + bytes.readUInt32BE(at)) {
    const chunk = bytes.toString("latin1", at + 4, at + 8);
    if (chunk === "acTL") animated = true;
    if (chunk === "IDAT" || chunk === "IEND") break;
  }
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20), animated };
}

/** The first start-of-frame marker holds the size (ITU-T T.81 §B.2.2). */
function readJpegHeader(bytes: Buffer): Header | null {
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xffd8) return null;
  let at = 2;
  while (at + 9 <= bytes.length) {
    if (bytes[at] !== 0xff) return null;
    const marker = bytes[at + 1] as number;
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    const isFrame = marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
    if (isFrame)
      return { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7), animated: false };
    if (marker === 0xd9 || marker === 0xda) return null;
    const standsAlone = marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8);
    at += standsAlone ? 2 : 2 + bytes.readUInt16BE(at + 2);
  }
  return null;
}

/** VP8X, VP8L or VP8 in a RIFF container (RFC 9649 §2.5–2.7, §3.4; RFC 6386 §9.1). */
function readWebpHeader(bytes: Buffer): Header | null {
  if (
    bytes.length < 30 ||
    bytes.toString("latin1", 0, 4) !== "RIFF" ||
    bytes.toString("latin1", 8, 12) !== "WEBP"
  )
    return null;
  const chunk = bytes.toString("latin1", 12, 16);
  if (chunk === "VP8X") {
    const animated = ((bytes[20] as number) & 0x02) !== 0 || bytes.includes("ANMF", 30, "latin1");
    return { width: 1 + bytes.readUIntLE(24, 3), height: 1 + bytes.readUIntLE(27, 3), animated };
  }
  if (chunk === "VP8L") {
    if (bytes[20] !== 0x2f) return null;
    const bits = bytes.readUInt32LE(21);
    return { width: 1 + (bits & 0x3fff), height: 1 + ((bits >>> 14) & 0x3fff), animated: false };
  }
  if (chunk !== "VP8 " || bytes.readUIntBE(23, 3) !== 0x9d012a) return null;
  return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff, animated: false };
}
