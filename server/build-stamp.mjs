import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** Everything that a build is made from. */
const sources = [
  "THIRD-PARTY-NOTICES.txt",
  "app",
  "clients",
  "components",
  "inngest",
  "lib",
  "prisma",
  "public",
  "server",
  "instrumentation.ts",
  "next.config.ts",
  "package-lock.json",
  "package.json",
  "postcss.config.mjs",
  "prisma.config.ts",
  "scripts/pack/downloads.mjs",
  "scripts/pack/lay-out.mjs",
  "proxy.ts",
  "tsconfig.json",
];
const ignored = /^(?:generated|dist|__pycache__|.*\.test\.tsx?)$/;

const root = fileURLToPath(new URL("..", import.meta.url));
const stampFile = join(root, ".next", "quietzone-build");

function listFiles(path) {
  const full = join(root, path);
  if (!existsSync(full)) return [];
  if (!statSync(full).isDirectory()) return [path];
  return readdirSync(full)
    .filter((name) => !ignored.test(name))
    .flatMap((name) => listFiles(`${path}/${name}`));
}

/** One value for the sources, the lockfile and this version of Node. */
export function hashSources() {
  const hash = createHash("sha256").update(process.version.split(".")[0] ?? "");
  for (const path of sources.flatMap(listFiles).sort()) {
    hash.update(`\0${path}\0`).update(readFileSync(join(root, path)));
  }
  return hash.digest("hex");
}

/** Is there a build of just these sources? Reads only. */
export function isBuilt() {
  if (!existsSync(stampFile) || !existsSync(join(root, "dist", "start.js"))) return false;
  return readFileSync(stampFile, "utf8") === hashSources();
}

/** Marks the build as made from the sources as they are; `next build` removes the mark of the one before. */
export async function writeStamp() {
  await writeFile(stampFile, hashSources());
}
