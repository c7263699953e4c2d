import type { FilesOrder } from "@/lib/prints/schema";
import { saveFile } from "../ui/copy-or-save";
import { sendOrder } from "./progress";

/** A local file header whose sizes follow its data, with a name in UTF-8 (APPNOTE 4.3.7, 4.4.4): how each of our files begins. */
const fileStart = [0x50, 0x4b, 0x03, 0x04, 0x14, 0x00, 0x08, 0x08];

/** The end of central directory record (APPNOTE 4.3.16), and where in it the length of the comment stands. */
const archiveEnd = [0x50, 0x4b, 0x05, 0x06];

const endLength = 22;
const longestComment = 0xffff;

class FileCounter {
  count = 0;
  /** How many bytes of the pattern the last ones are. */
  #matched = 0;

  add(piece: Uint8Array): void {
    for (const byte of piece) {
      if (byte === fileStart[this.#matched]) this.#matched += 1;
      // The pattern's first byte stands in it once, so nothing else of what matched can begin it again.
      else this.#matched = byte === fileStart[0] ? 1 : 0;
      if (this.#matched < fileStart.length) continue;
      this.count += 1;
      this.#matched = 0;
    }
  }
}

/** Besides the pictures, and after them. */
const manifests = 2;

export interface FetchedFiles {
  sentence: string;
}

/** Fetches codes as one archive, reports each file that has come, and hands the whole to the browser's downloads. */
export async function fetchFiles(
  order: FilesOrder,
  signal: AbortSignal,
  tell: (files: number) => void,
): Promise<FetchedFiles> {
  const answer = await sendOrder("/bulk/files", order, signal);
  const most = order.ids.length * order.formats.length;
  const pieces: BlobPart[] = [];
  const counter = new FileCounter();
  const reader = (answer.body as ReadableStream<Uint8Array<ArrayBuffer>>).getReader();
  for (let step = await reader.read(); !step.done; step = await reader.read()) {
    pieces.push(step.value);
    counter.add(step.value);
    tell(Math.min(most, counter.count));
  }
  const archive = new Blob(pieces, { type: "application/zip" });
  const sentence = await readComment(archive);
  if (sentence === null || counter.count < manifests) throw new Error("The archive is incomplete.");
  saveFile(archive, `quietzone-codes-${new Date().toISOString().slice(0, 10)}.zip`);
  return { sentence };
}

/** The comment at the end of a whole archive; null where the end is missing. */
async function readComment(archive: Blob): Promise<string | null> {
  const tail = new Uint8Array(
    await archive.slice(Math.max(0, archive.size - endLength - longestComment)).arrayBuffer(),
  );
  for (let at = tail.length - endLength; at >= 0; at--) {
    if (!archiveEnd.every((byte, index) => tail[at + index] === byte)) continue;
    const length = (tail[at + 20] ?? 0) + 256 * (tail[at + 21] ?? 0);
    if (at + endLength + length === tail.length)
      return new TextDecoder().decode(tail.subarray(at + endLength));
  }
  return null;
}
