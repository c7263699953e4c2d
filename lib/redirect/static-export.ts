import { appendFile, mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { byteOrderMark, writeLine } from "@/lib/platform/csv";
import { env } from "@/lib/platform/env";
import type { ArchivedFile } from "@/lib/platform/zip";
import { iterateTargets, type NamedTarget } from "@/lib/targets/iterate-targets";
import { drawTarget, tableHeading } from "./static-export-codes";
import { installPath, type MapCounts, writeConfiguration } from "./static-export-nginx";

/**
 * The redirect map of an account as files, pages as they are drawn. The lines of its codes are held until the last, a few
 * hundred bytes of each of the 500 that a plan allows.
 */
export async function* listMapFiles(accountId: string, signal?: AbortSignal): AsyncGenerator<ArchivedFile> {
  const now = new Date();
  const { host } = new URL(env.baseUrl);
  const counts = { codes: 0, lines: 0, pieces: 0 };
  let [table, targets, long] = [byteOrderMark + writeLine(tableHeading), "", ""];
  for await (const found of iterateTargets(accountId, signal)) {
    for (const target of found) {
      const { row, line, lineCount, pieces, pieceCount, pages } = await drawTarget(target, now, host);
      table += row;
      targets += line;
      long += pieces;
      counts.codes += 1;
      counts.lines += lineCount;
      counts.pieces += pieceCount;
      yield* pages;
    }
  }
  yield { path: "README.txt", body: describeMap(counts, now) };
  yield { path: "redirect-map.csv", body: table };
  yield { path: "nginx/targets.map", body: targets };
  yield { path: "nginx/long-targets.conf", body: long };
  yield* writeConfiguration(counts);
}

interface Written {
  codes: number;
  /** Short URLs that open them. */
  lines: number;
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
  const written: Written = { codes: 0, lines: 0, pieces: 0, pages: 0 };
  await append(folder, { table: byteOrderMark + writeLine(tableHeading), targets: "", long: "" });
  for await (const found of iterateTargets(accountId)) {
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
    const { row, line, lineCount, pieces, pieceCount, pages } = await drawTarget(target, now, host);
    lines.table += row;
    lines.targets += line;
    lines.long += pieces;
    for (const page of pages) await store(folder, page);
    written.codes += 1;
    written.lines += lineCount;
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

/** How to read and use the map, for a reader in some years. */
function describeMap({ codes }: MapCounts, now: Date): string {
  return `Redirect map of ${env.baseUrl}, ${now.toISOString()}
${codes} dynamic codes. Static codes hold their content themselves and need no map.

Every printed dynamic code holds an address like ${env.baseUrl}/r/7kQm2XbT. As long as that host's name is yours,
these files answer it without the service.

redirect-map.csv
  One line a code: what it answers, and what bounds it. UTF-8, comma-separated. A text that a spreadsheet would take for a
  formula has an apostrophe before it, so take addresses to the letter from nginx/targets.map.

nginx/
  Copy it to ${installPath} (or elsewhere: that path stands in quietzone-map.conf and quietzone-server.conf), then
  write within "http" of /etc/nginx/nginx.conf, after its other lines:

      include ${installPath}/quietzone-map.conf;
      include ${installPath}/quietzone-server.conf;

  nginx -t, then reload. nginx 1.11.2 or later with PCRE. quietzone-map.conf says what is answered, quietzone-server.conf is an
  example of a server that does so, targets.map holds the codes, long-targets.conf pieces of addresses that are too long
  for one line, pages/ what is shown: the pages of codes that hold no web address, in five languages, and of codes that
  are off.

  To change where a code leads, change its line in targets.map and reload. Its key is the short code in lower case, a dot,
  and for each character l or u: u where it is a capital; that of a slug ends with the dot. Each path of a code has a line. A dollar in an address is written \${qz_dollar}, a quote \\", a
  backslash \\\\.

What stays as it was when the map was made: a code that starts or ends at an instant or after so many scans answers as it did
then. Its lines in targets.map and in redirect-map.csv say when. nginx counts no scans, and "+" behind an address
shows no preview. Of a visitor's languages the first counts.
`;
}
