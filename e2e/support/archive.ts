import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";

/** What an archive holds, unpacked into a folder by a program that is not ours. */
export interface Unpacked {
  /** Goes with the test that unpacked it; what `read` gives stays. */
  folder: string;
  /** Paths of its files. */
  paths: string[];
  read(path: string): string;
}

/** Throws for what is no archive, is cut short or fails a checksum. */
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
  const texts = new Map(paths.map((path) => [path, readFileSync(join(folder, path), "utf8")]));
  const read = (path: string) => {
    const text = texts.get(path);
    if (text === undefined) throw new Error(`${path} is not in the archive`);
    return text;
  };
  return { folder, paths, read };
}
