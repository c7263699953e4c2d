// Completes package-lock.json after an `npm install` against a registry that does not carry every platform's binaries:
// npm then leaves those optional packages out of the lockfile, and `npm ci` refuses it everywhere else.
import { readFileSync, writeFileSync } from "node:fs";

const lock = JSON.parse(readFileSync("package-lock.json", "utf8"));
const { packages } = lock;

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

/** Where Node would look for `name` from the package at `path`. */
function isLocked(path, name) {
  for (let at = path; ; at = at.slice(0, Math.max(0, at.lastIndexOf("node_modules/") - 1))) {
    if (packages[`${at}${at && "/"}node_modules/${name}`]) return true;
    if (at === "") return false;
  }
}

let added = 0;
for (const [path, parent] of Object.entries(packages)) {
  for (const [name, version] of Object.entries(parent.optionalDependencies ?? {})) {
    if (isLocked(path, name)) continue;
    const platform = readPlatform(name);
    if (platform === null || !/^\d/.test(version)) {
      console.error(`${name}@${version} of ${path} is missing and names no platform; add it by hand.`);
      process.exitCode = 1;
      continue;
    }
    const flags = { ...(parent.dev && { dev: true }), optional: true };
    packages[`node_modules/${name}`] = { version, ...platform, ...flags };
    added += 1;
  }
}

const sorted = Object.fromEntries(Object.entries(packages).sort(([a], [b]) => a.localeCompare(b, "en")));
writeFileSync("package-lock.json", `${JSON.stringify({ ...lock, packages: sorted }, null, 2)}\n`);
console.error(`${added} packages of other platforms added to package-lock.json.`);
