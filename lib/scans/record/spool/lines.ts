import { crc32 } from "node:zlib";
import { isId } from "@/lib/platform/ids";
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
  /** Whole lines that are not as they were written, or were written by nobody who knows what a batch is. */
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
    const batch: unknown = JSON.parse(text);
    return isBatch(batch) ? batch : null;
  } catch {
    return null;
  }
}

/** Whether the database can be asked to store it; what it thinks of the values is its own affair. */
function isBatch(value: unknown): value is Batch {
  if (!isObject(value) || !isIdOf(value.id) || !Array.isArray(value.visits)) return false;
  return value.visits.length > 0 && value.visits.every(isVisit);
}

const labels = ["visitor", "device", "os", "browser", "country", "city", "userAgent"];

function isVisit(value: unknown): boolean {
  if (!isObject(value) || !isObject(value.visitor)) return false;
  const { id, codeId, excluded, visitor, traceParent } = value;
  const isTrace = traceParent === undefined || typeof traceParent === "string";
  const isExclusion = excluded === null || typeof excluded === "string";
  return (
    isIdOf(id) &&
    isIdOf(codeId) &&
    isTrace &&
    isExclusion &&
    labels.every((label) => typeof visitor[label] === "string")
  );
}

function isIdOf(value: unknown): boolean {
  return typeof value === "string" && isId(value);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
