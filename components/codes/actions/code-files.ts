import type { PictureFormat } from "@/lib/pictures/schema";
import { pictureUrl } from "../picture-url";

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
  if (!answer.ok) throw new Error(`The picture was answered ${answer.status}.`);
  return answer.blob();
}
