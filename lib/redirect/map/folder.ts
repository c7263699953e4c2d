import { appendFile, mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { byteOrderMark, writeLine } from "@/lib/platform/csv";
import { env } from "@/lib/platform/env";
import type { ArchivedFile } from "@/lib/platform/zip";
import { type NamedTarget, walkTargets } from "@/lib/targets/walk";
import { writeConfiguration } from "./configuration";
import { describeMap } from "./describe";
import { drawTarget, tableHeading } from "./draw-code";

interface Written {
  codes: number;
  /** Pieces of addresses that are too long for a line of nginx's. */
  pieces: number;
  /** Pages of codes and their files. */
  pages: number;
}

const growing = { table: "redirect-map.csv", targets: "nginx/targets.map", long: "nginx/long-targets.conf" };

/**
 * Writes the redirect map of an account, or of all of them, into a folder that is not there yet, some codes at a time, so
 * that there may be millions. Throws what the file system does.
 *
 * @param accountId null: of all accounts.
 * @param tell is told how many codes have been written.
 */
export async function writeMapFolder(
  folder: string,
  accountId: string | null,
  tell: (codes: number) => void,
): Promise<Written> {
  const now = new Date();
  await mkdir(join(folder, "nginx"), { recursive: true });
  const written: Written = { codes: 0, pieces: 0, pages: 0 };
  await append(folder, { table: byteOrderMark + writeLine(tableHeading), targets: "", long: "" });
  for await (const found of walkTargets(accountId)) {
    await writeSome(folder, found, now, written);
    tell(written.codes);
  }
  await store(folder, { path: "README.txt", body: describeMap(written, now) });
  for (const file of writeConfiguration(written)) await store(folder, file);
  return written;
}

async function writeSome(
  folder: string,
  targets: readonly NamedTarget[],
  now: Date,
  written: Written,
): Promise<void> {
  const { host } = new URL(env.baseUrl);
  const lines = { table: "", targets: "", long: "" };
  for (const target of targets) {
    const { row, line, pieces, pieceCount, pages } = await drawTarget(target, now, host);
    lines.table += row;
    lines.targets += line;
    lines.long += pieces;
    for (const page of pages) await store(folder, page);
    written.codes += 1;
    written.pieces += pieceCount;
    written.pages += pages.length;
  }
  await append(folder, lines);
}

async function append(folder: string, lines: Record<keyof typeof growing, string>): Promise<void> {
  for (const [name, path] of Object.entries(growing)) {
    await appendFile(join(folder, path), lines[name as keyof typeof growing]);
  }
}

/** Its path holds only keys of codes and our own names. */
async function store(folder: string, { path, body }: ArchivedFile): Promise<void> {
  const file = join(folder, path);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, body);
}
