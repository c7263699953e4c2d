// The packages that only checks, tests and benchmarks use: tools/package.json with a lockfile of its own, so that `npm ci`
// installs what the service needs. Installed at first use and after the lockfile has changed.
//   npm run tool -- biome check --write lib      runs one of them
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath, pathToFileURL } from "node:url";

const folder = fileURLToPath(new URL("../tools/", import.meta.url));
const stampFile = `${folder}node_modules/.quietzone-stamp`;

/** Installs the tools unless they are what the lockfile says. Throws with npm's own output if that fails. */
export function ensureTools() {
  const stamp = createHash("sha256")
    .update(readFileSync(`${folder}package-lock.json`))
    .digest("hex");
  if (existsSync(stampFile) && readFileSync(stampFile, "utf8") === stamp) return;
  console.error("Installing the tools of checks and tests into tools/node_modules …");
  // A production environment omits nothing: all of them are plain dependencies there.
  const { status, error } = spawnSync("npm", ["ci"], { cwd: folder, stdio: ["ignore", "ignore", "inherit"] });
  if (status !== 0) throw new Error(`npm ci failed in tools/ (${error?.message ?? `status ${status}`}).`);
  writeFileSync(stampFile, stamp);
}

/** The path of a program that a tool brings. */
export const toolPath = (name) => `${folder}node_modules/.bin/${name}`;

/** For `globalSetup` of Vitest. */
export default ensureTools;

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  ensureTools();
  const [name, ...words] = process.argv.slice(2);
  if (name !== undefined)
    process.exitCode = spawnSync(toolPath(name), words, { stdio: "inherit" }).status ?? 1;
}
