// Compiles the package into dist/: the client as it is in src/, the command as one file without dependencies.
import { spawnSync } from "node:child_process";
import { rmSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "esbuild";

const folder = fileURLToPath(new URL(".", import.meta.url));
const notice = `/*! Contains commander, copyright (c) 2011 TJ Holowaychuk, qrcode, copyright (c) 2012 Ryan Day, and dijkstrajs,
copyright (c) 2008 Wyatt Baldwin, all under the MIT licence of the file LICENSE of this package. */`;

export async function buildClient() {
  rmSync(`${folder}dist`, { recursive: true, force: true });
  const compiler = createRequire(import.meta.url).resolve("typescript/bin/tsc");
  const compiled = spawnSync(process.execPath, [compiler, "-p", folder], { encoding: "utf8" });
  if (compiled.status !== 0) throw new Error(`The client does not compile.\n${compiled.stdout}`);
  await build({
    absWorkingDir: folder,
    entryPoints: { cli: "cli/main.ts" },
    outdir: "dist",
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node20",
    // What is CommonJS asks for Node's modules by `require`.
    banner: {
      js: `#!/usr/bin/env node\n${notice}\nimport { createRequire } from "node:module";\nconst require = createRequire(import.meta.url);`,
    },
    logLevel: "warning",
  });
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) await buildClient();
