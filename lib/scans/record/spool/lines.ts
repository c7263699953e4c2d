import { crc32 } from "node:zlib";
import type { Batch } from "../store-batch";

/** One line for a batch: a checksum of what follows, then the batch as JSON. */
export function writeLine({ id, visits }: Batch): string {
  const text = JSON.stringify({ id, visits });
  return `${checksumOf(text)} ${text}\n`;
}

function checksumOf(text: string): string {
  return crc32(text).toString(16).padStart(8, "0");
}

export interface ReadLines {
  batches: Batch[];
  /** Whole lines that are not as they were written. */
  damaged: string[];
}

/** What a file holds. A last line without an end was being written when its process ended: nobody was told that it is safe. */
export function readLines(content: string): ReadLines {
  const lines = content.split("\n");
  lines.pop();
  const read: ReadLines = { batches: [], damaged: [] };
  for (const line of lines) {
    const batch = readLine(line);
    if (batch === null) read.damaged.push(line);
    else read.batches.push(batch);
  }
  return read;
}

function readLine(line: string): Batch | null {
  const text = line.slice(9);
  if (line.slice(0, 9) !== `${checksumOf(text)} `) return null;
  try {
    return JSON.parse(text) as Batch;
  } catch {
    return null;
  }
}
