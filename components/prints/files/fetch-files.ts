import type { FilesOrder } from "@/lib/prints/schema";
import { saveFile } from "../../ui/save-file";
import { sendOrder } from "../problem";
import { FileCounter, readComment } from "./zip-reader";

/** Besides the pictures, and after them. */
const manifests = 2;

export interface FetchedFiles {
  /** What the archive says of itself. */
  sentence: string;
}

/** Fetches codes as one archive, tells of each file that has come, and hands the whole to the browser's downloads. */
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
  if (sentence === null || counter.count < manifests) throw new Error("The archive is not whole.");
  saveFile(archive, `quietzone-codes-${new Date().toISOString().slice(0, 10)}.zip`);
  return { sentence };
}
