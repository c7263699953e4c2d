import type { PictureFormat } from "@/lib/pictures/schema";
import { drawingRelease } from "@/lib/qr/release";

interface ThumbedCode {
  id: string;
  name: string;
  updatedAt: string;
  shortUrl?: string | null;
  isSandbox?: boolean;
}

interface CodeThumbProps {
  code: ThumbedCode;
  /** Width in pixels; left out: as wide as its place. */
  size?: number;
  /** The name stands right beside it, so that readers need not hear it twice. */
  isSilent?: boolean;
  isOff?: boolean;
  isLazy?: boolean;
}

/** Enough for nearly every code at two pixels a point; one file for every use, 0.5 to 6 kB as a PNG. */
const thumbPixels = 512;

/** A stored code on its sheet, as the server draws it; its height is reserved before it arrives. */
export function CodeThumb({ code, size, isSilent = false, isOff = false, isLazy = false }: CodeThumbProps) {
  return (
    <span
      className={`block aspect-square shrink-0 shadow-paper ${isOff ? "bg-canvas" : "bg-paper"}`}
      style={size === undefined ? undefined : { width: size, height: size }}
    >
      <img
        src={pictureUrl(code, { size: thumbPixels, isThumb: true })}
        alt={isSilent ? "" : nameThumb(code)}
        width={thumbPixels}
        height={thumbPixels}
        decoding="async"
        loading={isLazy ? "lazy" : "eager"}
        draggable={false}
        className={`block size-full text-tiny break-all text-[transparent] ${isOff ? "opacity-35" : ""}`}
      />
    </span>
  );
}

export function nameThumb({ name, shortUrl }: Pick<ThumbedCode, "name" | "shortUrl">): string {
  const opens = shortUrl ? `, opens ${shortUrl.replace(/^https?:\/\//, "")}` : "";
  return `QR code for ${name}${opens}`;
}

interface PictureOptions {
  /** PNG when left out. */
  format?: PictureFormat;
  /** Pixels without the frame; the code's own when left out. */
  size?: number;
  mm?: number;
  /** A code that needs more pixels has as many as it needs. */
  isThumb?: boolean;
  download?: boolean;
}

/** The address of a code's file. It holds the version, so that browsers cache it and a change is another picture. */
export function pictureUrl(
  { id, updatedAt, isSandbox = false }: { id: string; updatedAt: string; isSandbox?: boolean },
  { format = "png", size, mm, isThumb = false, download = false }: PictureOptions = {},
): string {
  const query = new URLSearchParams({ format });
  if (size !== undefined) query.set("size", String(size));
  if (mm !== undefined) query.set("mm", String(mm));
  if (isThumb) query.set("thumb", "1");
  if (download) query.set("download", "1");
  query.set("v", versionOf(updatedAt));
  return `${isSandbox ? "/sandbox" : "/codes"}/${id}/picture?${query}`;
}

export function versionOf(updatedAt: string): string {
  return `${drawingRelease}-${Date.parse(updatedAt).toString(36)}`;
}

/** Large enough for a poster's proof, small enough for a mail. */
const pngPixels = 1024;
const pdfMm = 40;

/** The files that a list offers at once, with their names; a code's own page has every size. */
export const quickFiles = [
  { format: "png", size: pngPixels, name: "PNG, 1,024 px" },
  { format: "svg", name: "SVG" },
  { format: "pdf", mm: pdfMm, name: `PDF, ${pdfMm} mm` },
] as const satisfies readonly { format: PictureFormat; size?: number; mm?: number; name: string }[];

/** The browser saves a file of the server under the name that the server gives it. */
export function saveFile(href: string): void {
  const link = document.createElement("a");
  link.href = href;
  link.download = "";
  link.click();
}

/** The picture of a code as the clipboard takes it. Throws for an answer that is none. */
export async function fetchPicture(code: { id: string; updatedAt: string }): Promise<Blob> {
  const answer = await fetch(pictureUrl(code, { size: pngPixels }));
  if (!answer.ok) throw new Error(`The picture failed with ${answer.status}.`);
  return answer.blob();
}
