import { drawSvg } from "@/lib/qr";
import { drawPdf, drawRaster, encodePng, mostLogoPixels } from "@/lib/qr/files";
import type { LogoPixels } from "@/lib/qr/schema";
import { decodeLogo } from "./decode-logo";
import type { Built } from "./draft/build-code";

export type FileKind = "png" | "svg" | "pdf";

/** Width of the page of a PDF, as the public interface draws it. */
const pdfWidthMm = 50;

/** The picture as a file, made in the browser from what is on the sheet; nothing is sent anywhere. */
export async function makeFile(kind: FileKind, { matrix, style, name }: Built): Promise<Blob> {
  const title = `QR code for ${name}`;
  const logo = style.logo && (await decodeLogo(style.logo.dataUrl));
  if (kind === "svg") {
    const own = logo && style.logo && { logoUrl: await writeLogo(logo, style.logo.dataUrl) };
    return new Blob([drawSvg(matrix, style, { title, ...own })], { type: "image/svg+xml" });
  }
  if (kind === "png") return makePng(await encodePng(drawRaster(matrix, style, logo), deflate));
  const pdf = await drawPdf(matrix, style, { title, widthMm: pdfWidthMm, ...(logo && { logo }) });
  return new Blob([pdf as Uint8Array<ArrayBuffer>], { type: "application/pdf" });
}

function makePng(bytes: Uint8Array): Blob {
  return new Blob([bytes as Uint8Array<ArrayBuffer>], { type: "image/png" });
}

async function deflate(bytes: Uint8Array): Promise<Uint8Array> {
  const stream = new Blob([bytes as Uint8Array<ArrayBuffer>])
    .stream()
    .pipeThrough(new CompressionStream("deflate"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** A file name that every system takes: letters and digits of the code's name, `code-example-com-menu.png`. */
export function nameFile(name: string, kind: FileKind): string {
  const stem = name
    .normalize("NFKD")
    .replace(/[^a-z0-9]+/gi, "-")
    .replace(/^-+|-+$/g, "")
    .slice(0, 48)
    .toLowerCase();
  return `${stem === "" ? "code" : `code-${stem}`}.${kind}`;
}

/** Re-encodes `decodeLogo`'s pixels, so that no metadata (place, camera) goes along. JPEG stays JPEG, else PNG. */
async function writeLogo({ width, height, rgba }: LogoPixels, dataUrl: string): Promise<string> {
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
