import { createHash } from "node:crypto";
import { LRUCache } from "lru-cache";
import sharp from "sharp";
import { mostLogoPixels } from "@/lib/qr/files";
import type { LogoPixels } from "@/lib/qr/schema";
import { invalidLogo, maxLogoSide, readLogo } from "./logo-header";

// A damaged or hostile picture meets the three decoders that are needed and no other.
sharp.block({ operation: ["VipsForeignLoad"] });
sharp.unblock({
  operation: ["VipsForeignLoadPngBuffer", "VipsForeignLoadJpegBuffer", "VipsForeignLoadWebpBuffer"],
});
sharp.cache(false);
sharp.concurrency(1);

/** Decoded logos of this thread, at most 32 MiB of pixels: two of the largest, hundreds of usual ones. */
const decoded = new LRUCache<string, LogoPixels>({
  maxSize: 32 * 1024 * 1024,
  sizeCalculation: ({ rgba }) => rgba.length,
});

/** A logo's pixels in sRGB, turned upright by its EXIF orientation. Throws `invalid_logo`. */
export async function decodeLogo(dataUrl: string): Promise<LogoPixels> {
  const key = createHash("sha256").update(dataUrl).digest("base64");
  const known = decoded.get(key);
  if (known !== undefined) return known;
  const pixels = await decodePixels(readLogo(dataUrl));
  decoded.set(key, pixels);
  return pixels;
}

/**
 * The pixels of `decodeLogo` as a data URL for a document that holds them: a JPEG if the logo came as one, else a PNG,
 * which more programs read than WebP.
 */
export async function writeLogo({ width, height, rgba }: LogoPixels, dataUrl: string): Promise<string> {
  const format = /^data:image\/jpeg/i.test(dataUrl) ? "jpeg" : "png";
  const bytes = await sharp(rgba, { raw: { width, height, channels: 4 } })
    .resize({ width: mostLogoPixels, height: mostLogoPixels, fit: "inside", withoutEnlargement: true })
    .toFormat(format, format === "jpeg" ? { quality: 92 } : {})
    .toBuffer();
  return `data:image/${format};base64,${bytes.toString("base64")}`;
}

async function decodePixels(bytes: Buffer): Promise<LogoPixels> {
  try {
    const { data, info } = await sharp(bytes, {
      failOn: "error",
      limitInputPixels: maxLogoSide ** 2,
      pages: 1,
    })
      .autoOrient()
      .toColourspace("srgb")
      .ensureAlpha()
      .raw({ depth: "uchar" })
      .toBuffer({ resolveWithObject: true });
    return {
      width: info.width,
      height: info.height,
      rgba: new Uint8Array(data.buffer, data.byteOffset, data.length),
    };
  } catch {
    throw invalidLogo("not_decodable", "holds a picture that is damaged or cannot be decoded");
  }
}
