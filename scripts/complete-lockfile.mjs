// Completes package-lock.json after an `npm install` against a registry that does not carry every platform's binaries:
// npm then leaves those optional packages out of the lockfile, and `npm ci` refuses it everywhere else.
import { readFileSync, writeFileSync } from "node:fs";

const systems = {
  android: "android",
  darwin: "darwin",
  freebsd: "freebsd",
  linux: "linux",
  linuxmusl: "linux",
};
Object.assign(systems, { netbsd: "netbsd", openbsd: "openbsd", openharmony: "openharmony", sunos: "sunos" });
Object.assign(systems, { win32: "win32", windows: "win32", aix: "aix" });
const processors = [
  "arm64",
  "arm",
  "ia32",
  "x64",
  "loong64",
  "mips64el",
  "ppc64",
  "riscv64",
  "s390x",
  "wasm32",
];

/** The platform that a package names in its own name, as npm writes it; null if it names none. */
function readPlatform(name) {
  const words = name.split("/").at(-1).split(/[-.]/);
  const os = words.map((word) => systems[word]).find(Boolean);
  const cpu = processors.find((processor) =>
    words.some((word) => word === processor || word === `${processor}le`),
  );
  if (cpu === "wasm32") return { cpu: ["wasm32"] };
  if (os === undefined) return null;
  return { os: [os], ...(cpu && { cpu: [cpu] }) };
}

/** The C library that a package names in its own name. Without it npm installs the builds for both libraries. */
function readLibc(name) {
  const words = name.split("/").at(-1).split(/[-.]/);
  if (words.some((word) => word.endsWith("musl") || word === "musleabihf")) return ["musl"];
  return words.includes("gnu") || words.includes("gnueabihf") ? ["glibc"] : undefined;
}

/** Where Node would look for `name` from the package at `path`. */
function isLocked(packages, path, name) {
  for (let at = path; ; at = at.slice(0, Math.max(0, at.lastIndexOf("node_modules/") - 1))) {
    if (packages[`${at}${at && "/"}node_modules/${name}`]) return true;
    if (at === "") return false;
  }
}

/** The entry of a package that npm left out; null where its name and version don't tell what it is. */
function entryOf(name, version, parent) {
  const platform = readPlatform(name);
  if (platform === null || !/^\d/.test(version)) return null;
  return { version, ...platform, ...(parent.dev && { dev: true }), optional: true };
}

function complete(file) {
  const lock = JSON.parse(readFileSync(file, "utf8"));
  const { packages } = lock;
  let added = 0;
  for (const [path, parent] of Object.entries(packages)) {
    for (const [name, version] of Object.entries(parent.optionalDependencies ?? {})) {
      if (isLocked(packages, path, name)) continue;
      const entry = entryOf(name, version, parent);
      if (entry === null) {
        console.error(`${name}@${version} of ${path} is missing and names no platform; add it by hand.`);
        process.exitCode = 1;
        continue;
      }
      packages[`node_modules/${name}`] = entry;
      added += 1;
    }
  }
  for (const [path, locked] of Object.entries(packages)) {
    if (locked.os?.includes("linux")) locked.libc ??= readLibc(path);
  }
  const sorted = Object.fromEntries(Object.entries(packages).sort(([a], [b]) => a.localeCompare(b, "en")));
  writeFileSync(file, `${JSON.stringify({ ...lock, packages: sorted }, null, 2)}\n`);
  console.error(`${added} packages of other platforms added to ${file}.`);
}

for (const file of ["package-lock.json", "tools/package-lock.json"]) complete(file);
