import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";

/** What an archive holds, unpacked into a folder by a program that is not ours. */
export interface Unpacked {
  folder: string;
  /** Paths of its files. */
  paths: string[];
  read(path: string): string;
}

/** Throws for what is no archive, is cut short or fails a checksum. The folder goes with the test. */
export function unpack(bytes: Uint8Array): Unpacked {
  const place = mkdtempSync(join(tmpdir(), "archive-"));
  onTestFinished(() => rmSync(place, { recursive: true }));
  const folder = join(place, "unpacked");
  mkdirSync(folder);
  writeFileSync(join(place, "archive.zip"), bytes);
  const script = `import sys, zipfile
archive = zipfile.ZipFile(sys.argv[1])
assert archive.testzip() is None
names = archive.namelist()
assert len(set(names)) == len(names), "a file stands in it twice"
archive.extractall(sys.argv[2])`;
  execFileSync("python3", ["-c", script, join(place, "archive.zip"), folder], { encoding: "utf8" });
  const paths = readdirSync(folder, { recursive: true, encoding: "utf8", withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort();
  return { folder, paths, read: (path) => readFileSync(join(folder, path), "utf8") };
}
