// `npm run pack`: writes quietzone-server-<version>.tgz, which `npx ./quietzone-server-<version>.tgz` installs and runs.
import { spawnSync } from "node:child_process";
import {
  copyFileSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { isNative, layOutServer } from "./lay-out.mjs";

const root = fileURLToPath(new URL("../../", import.meta.url));
const readJson = (path) => JSON.parse(readFileSync(join(root, path), "utf8"));

function writeJson(path, value) {
  writeFileSync(path, `${JSON.stringify(value, null, 2)}\n`);
}

/** The natives of every platform as the lockfile pins them. Those for WebAssembly need further packages, and no server runs there. */
function readNatives() {
  const locked = Object.entries(readJson("package-lock.json").packages);
  return Object.fromEntries(
    locked
      .map(([path, { dev, ...entry }]) => [path, { ...entry, optional: true }])
      .filter(([path, { cpu }]) => isNative(path.replace("node_modules/", "")) && !cpu?.includes("wasm32")),
  );
}

/** Every symbolic link below a folder, and what it leads to. */
function listLinks(folder, path = "") {
  return readdirSync(join(folder, path)).flatMap((name) => {
    const one = path === "" ? name : `${path}/${name}`;
    const stat = lstatSync(join(folder, one));
    if (stat.isSymbolicLink()) return [[one, readlinkSync(join(folder, one))]];
    return stat.isDirectory() ? listLinks(folder, one) : [];
  });
}

/** Writes the tarball into `destination` from the build as it lies here; returns its path. */
export async function packServer(destination) {
  const draft = mkdtempSync(join(tmpdir(), "quietzone-pack-"));
  try {
    await layOutServer(join(draft, "server"), { withNatives: false });
    writeJson(join(draft, "server/links.json"), Object.fromEntries(listLinks(join(draft, "server"))));
    for (const name of ["LICENSE", "README.md"]) copyFileSync(join(root, name), join(draft, name));
    copyFileSync(new URL("cli.mjs", import.meta.url), join(draft, "cli.mjs"));
    const natives = readNatives();
    const { version, description, license, type, engines } = readJson("package.json");
    const manifest = {
      ...{ name: "quietzone-server", version, description, license, type, engines },
      bin: { "quietzone-server": "cli.mjs" },
      files: ["cli.mjs", "server", "npm-shrinkwrap.json"],
      optionalDependencies: Object.fromEntries(
        Object.entries(natives).map(([path, entry]) => [path.replace("node_modules/", ""), entry.version]),
      ),
    };
    writeJson(join(draft, "package.json"), manifest);
    const { files, description: _, type: __, ...own } = manifest;
    const packages = { "": own, ...natives };
    const head = { name: manifest.name, version, lockfileVersion: 3, requires: true };
    writeJson(join(draft, "npm-shrinkwrap.json"), { ...head, packages });
    const words = ["pack", "--silent", "--ignore-scripts", "--pack-destination", resolve(destination)];
    const packed = spawnSync("npm", words, { cwd: draft, encoding: "utf8" });
    if (packed.status !== 0) throw new Error(`npm pack failed.\n${packed.stdout}${packed.stderr}`);
    return join(resolve(destination), packed.stdout.trim());
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const built = spawnSync(process.execPath, [join(root, "server/ensure-build.mjs")], { stdio: "inherit" });
  if (built.status !== 0) process.exit(1);
  console.error(`Packed ${await packServer(".")}`);
}
