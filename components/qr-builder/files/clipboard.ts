/**
 * Copies what is still being made: the clipboard is asked within the press itself, as browsers demand, and filled when
 * the blob is there. Throws when this browser or page may not write there.
 */
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
