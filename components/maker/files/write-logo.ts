import { mostLogoPixels } from "@/lib/qr";
import type { LogoPixels } from "@/lib/qr/schema";

/**
 * The pixels of `decodeLogo` as a data URL for a document that holds them, with nothing else of the file that was chosen: a
 * photo tells its place and its camera. A JPEG if the logo came as one, else a PNG.
 */
export async function writeLogo({ width, height, rgba }: LogoPixels, dataUrl: string): Promise<string> {
  const scale = Math.min(1, mostLogoPixels / Math.max(width, height));
  const bitmap = await createImageBitmap(new ImageData(new Uint8ClampedArray(rgba), width, height), {
    resizeWidth: Math.max(1, Math.round(width * scale)),
    resizeHeight: Math.max(1, Math.round(height * scale)),
    resizeQuality: "high",
  });
  const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
  canvas.getContext("bitmaprenderer")?.transferFromImageBitmap(bitmap);
  const type = /^data:image\/jpeg/i.test(dataUrl) ? "image/jpeg" : "image/png";
  const bytes = new Uint8Array(await (await canvas.convertToBlob({ type, quality: 0.92 })).arrayBuffer());
  const binary = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  return `data:${type};base64,${btoa(binary)}`;
}
