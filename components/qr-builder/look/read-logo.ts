import type { Logo } from "../draft/draft";

const maxBytes = 512 * 1024;
const maxPixels = 2_048;

/** First bytes of the formats that may be a logo, at their offsets. */
const formats: readonly { media: string; marks: readonly (readonly [at: number, text: string])[] }[] = [
  { media: "image/png", marks: [[0, "\x89PNG\r\n\x1a\n"]] },
  { media: "image/jpeg", marks: [[0, "\xff\xd8\xff"]] },
  {
    media: "image/webp",
    marks: [
      [0, "RIFF"],
      [8, "WEBP"],
    ],
  },
];

/** Reads a logo by the API's rules: PNG, JPEG or WebP, at most 512 KiB and 2,048 × 2,048 pixels; else says why not. */
export async function readLogo(file: File): Promise<{ logo: Logo } | { refusal: string }> {
  if (file.size > maxBytes) {
    return { refusal: `A logo has at most 512 kB. This file has ${Math.ceil(file.size / 1024)} kB.` };
  }
  const bytes = new Uint8Array(await file.arrayBuffer());
  const format = formats.find(({ marks }) => marks.every(([at, text]) => hasMark(bytes, at, text)));
  if (format === undefined) return { refusal: "A logo is a PNG, JPEG or WebP picture. Choose another file." };
  const size = await measurePicture(new Blob([bytes], { type: format.media }));
  if (size === null) return { refusal: "This picture can't be opened. Save it again as PNG." };
  if (Math.max(size.width, size.height) > maxPixels) {
    return { refusal: `A logo has at most 2,048 × 2,048 pixels. This has ${size.width} × ${size.height}.` };
  }
  const dataUrl = `data:${format.media};base64,${toBase64(bytes)}`;
  return { logo: { name: file.name.slice(0, 80), dataUrl } };
}

function hasMark(bytes: Uint8Array, at: number, text: string): boolean {
  return [...text].every((character, offset) => bytes[at + offset] === character.charCodeAt(0));
}

async function measurePicture(blob: Blob): Promise<{ width: number; height: number } | null> {
  try {
    const picture = await createImageBitmap(blob);
    const { width, height } = picture;
    picture.close();
    return { width, height };
  } catch {
    return null;
  }
}

function toBase64(bytes: Uint8Array): string {
  let text = "";
  for (let at = 0; at < bytes.length; at += 8_192) {
    text += String.fromCharCode(...bytes.subarray(at, at + 8_192));
  }
  return btoa(text);
}
