import type { PictureFormat } from "@/lib/pictures/schema";
import { drawingRelease } from "@/lib/qr/release";

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

/**
 * Where one's own code is as a file. The version is part of the address, so that a browser asks for it once and a changed
 * code, or one that is drawn otherwise, is another picture.
 */
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

/** The version of a code's picture in an address: of the code, and of how codes are drawn. */
export function versionOf(updatedAt: string): string {
  return `${drawingRelease}-${Date.parse(updatedAt).toString(36)}`;
}
