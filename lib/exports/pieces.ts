import { byteOrderMark, type Cell, writeLine } from "@/lib/platform/csv";
import type { ArchivedFile } from "@/lib/platform/zip";

/** A file of one JSON value. */
export function jsonFile(path: string, value: unknown): ArchivedFile {
  return { path, body: `${JSON.stringify(value, null, 2)}\n` };
}

/** A file of a JSON array, whose items come some at a time. */
export function arrayFile(path: string, pages: AsyncIterable<readonly unknown[]>): ArchivedFile {
  return { path, body: writeArray(pages) };
}

async function* writeArray(pages: AsyncIterable<readonly unknown[]>): AsyncGenerator<string> {
  let before = "[";
  for await (const page of pages) {
    for (const item of page) {
      yield `${before}\n${JSON.stringify(item, null, 2)}`;
      before = ",";
    }
  }
  yield before === "[" ? "[]\n" : "\n]\n";
}

/** A table of comma-separated values, whose lines come some at a time. */
export function tableFile(
  path: string,
  heading: readonly string[],
  pages: AsyncIterable<readonly (readonly Cell[])[]>,
): ArchivedFile {
  return { path, body: writeTable(heading, pages) };
}

async function* writeTable(
  heading: readonly string[],
  pages: AsyncIterable<readonly (readonly Cell[])[]>,
): AsyncGenerator<string> {
  yield byteOrderMark + writeLine(heading);
  for await (const lines of pages) yield lines.map(writeLine).join("");
}
