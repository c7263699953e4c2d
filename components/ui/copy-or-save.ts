import { toast } from "./toast";

/** Copies what is still being made: the clipboard must be asked within the press itself. Throws where it is barred. */
export async function copyBlob(type: "image/png" | "text/plain", blob: Promise<Blob>): Promise<void> {
  if (!("clipboard" in navigator) || typeof ClipboardItem === "undefined") {
    await blob.catch(() => undefined);
    throw new Error("There is no clipboard here.");
  }
  await navigator.clipboard.write([new ClipboardItem({ [type]: blob })]);
}

export async function copyText(text: string): Promise<void> {
  if (!("clipboard" in navigator)) throw new Error("There is no clipboard here.");
  await navigator.clipboard.writeText(text);
}

/** Copies what a dynamic code holds, and says so; where a page shows several codes, of which. */
export async function copyShortLink(shortUrl: string, name?: string): Promise<void> {
  const of = name === undefined ? "" : ` of “${name}”`;
  await copyText(shortUrl).then(
    () => toast.done(`Short link${of} copied.`),
    () => toast.fault(`This browser doesn't let pages copy. The link is ${shortUrl}`),
  );
}

/** Hands a file to the browser's downloads. */
export function saveFile(file: Blob, fileName: string): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement("a");
  link.href = address;
  link.download = fileName;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
