import type { LogoPixels } from "@/lib/qr/schema";

let known: { dataUrl: string; pixels: LogoPixels } | undefined;

/**
 * A logo's pixels in sRGB and turned upright, as the server decodes them; the last one is kept. Runs in a page and in a
 * worker.
 *
 * @param dataUrl base64, as `readLogo` makes it.
 * @throws DOMException when this browser can't decode it.
 */
export async function decodeLogo(dataUrl: string): Promise<LogoPixels> {
  if (known?.dataUrl === dataUrl) return known.pixels;
  const [head = "", data = ""] = dataUrl.split(",", 2);
  const type = head.slice("data:".length, head.indexOf(";"));
  const bytes = Uint8Array.from(atob(data), (character) => character.charCodeAt(0));
  const bitmap = await createImageBitmap(new Blob([bytes], { type }));
  const { width, height } = bitmap;
  const context = new OffscreenCanvas(width, height).getContext("2d");
  if (context === null) throw new DOMException("There is no canvas to decode on.");
  context.drawImage(bitmap, 0, 0);
  bitmap.close();
  const pixels = {
    width,
    height,
    rgba: new Uint8Array(context.getImageData(0, 0, width, height).data.buffer),
  };
  known = { dataUrl, pixels };
  return pixels;
}
