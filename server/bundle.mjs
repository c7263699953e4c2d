import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { completeStandalone } from "../scripts/pack/lay-out.mjs";
import { writeStamp } from "./build-stamp.mjs";

/** Bundles the programs that Node runs into dist/; packages stay outside. The last step of a build. */

const root = fileURLToPath(new URL("..", import.meta.url));
const entries = [
  "server/start.ts",
  "server/admin.ts",
  "server/worker.ts",
  "server/pages.ts",
  "lib/pictures/picture-thread.ts",
  "lib/prints/labels/label-thread.ts",
];

const draft = `${root}.next/dist-draft`;

/** The commit that is built: of the clone, or as `REVISION` names it where there is none. */
function readRevision() {
  if (process.env.REVISION) return process.env.REVISION;
  if (!existsSync(`${root}.git`)) return "unknown";
  const words = ["describe", "--always", "--dirty", "--abbrev=40", "--exclude=*"];
  const { status, stdout } = spawnSync("git", words, { cwd: root, encoding: "utf8" });
  return status === 0 ? stdout.trim() : "unknown";
}

await rm(draft, { recursive: true, force: true });
await build({
  absWorkingDir: root,
  entryPoints: entries.filter((entry) => existsSync(`${root}${entry}`)),
  outdir: draft,
  entryNames: "[name]",
  chunkNames: "parts/[name]-[hash]",
  bundle: true,
  splitting: true,
  platform: "node",
  format: "esm",
  target: "node20.19",
  packages: "external",
  define: { quietzoneRevision: JSON.stringify(readRevision()) },
  sourcemap: true,
  logLevel: "warning",
});
await rm(`${root}dist`, { recursive: true, force: true });
await rename(draft, `${root}dist`);
await completeStandalone();
await writeStamp();
