// What an installation weighs, and the bounds that tests hold it to.
import { existsSync, lstatSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const MiB = 2 ** 20;

export const bounds = {
  /** Packages that `npm ci` installs on one platform. */
  packages: 450,
  /** `node_modules` as `du` counts it: 1.0 GB. */
  modulesMiB: 1_024,
  /** What the image adds to its base image, which has about 230 MB. */
  imageMiB: 210,
};

/** The size of everything below a folder in MiB, in blocks of 4 KiB, whatever the file system. */
export function sizeOf(folder) {
  let bytes = 0;
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) bytes += sizeOf(path) * MiB + 4_096;
    else if (entry.isFile()) bytes += Math.ceil(lstatSync(path).size / 4_096) * 4_096;
  }
  return bytes / MiB;
}

/** The packages of the lockfile that are installed in a checkout, and the size of its node_modules, caches aside. */
export function measureModules(root) {
  const { packages } = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8"));
  const installed = Object.keys(packages).filter((path) => path !== "" && existsSync(join(root, path)));
  const folders = readdirSync(join(root, "node_modules")).filter((name) => !name.startsWith("."));
  const sizes = folders.map((name) => join(root, "node_modules", name)).filter((path) => existsSync(path));
  return {
    packages: installed.length,
    modulesMiB: sizes.reduce((sum, path) => sum + (lstatSync(path).isDirectory() ? sizeOf(path) : 0), 0),
  };
}
