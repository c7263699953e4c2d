import { readFileSync } from "node:fs";

/**
 * @typedef {object} Locked One package of package-lock.json.
 * @property {string} path where it lies, from the root of the checkout
 * @property {string} name
 * @property {string} version
 * @property {string | undefined} licence as its package.json names it; undefined where the lockfile doesn't know
 * @property {boolean} isDevelopment nothing that production installs needs it
 * @property {boolean} isOptional an installation goes on without it
 * @property {boolean} isOfPlatforms for some systems or processors alone
 * @property {boolean} hasInstallScript
 * @property {string | undefined} integrity
 * @property {string | undefined} resolved
 * @property {string | undefined} deprecated
 * @property {string | undefined} node range of Node's versions that it is for
 * @property {string[]} optionalDependencies
 */

/**
 * Every package of a lockfile, in its order.
 * @param {string} text
 * @returns {Locked[]}
 */
export function readLockfile(text) {
  const { lockfileVersion, packages } = JSON.parse(text);
  if (lockfileVersion !== 3) {
    throw new Error(
      `package-lock.json has version ${lockfileVersion}; 3 is read. Write it with npm 7 or later.`,
    );
  }
  return Object.entries(packages)
    .filter(([path]) => path !== "")
    .map(([path, entry]) => ({
      path,
      name: entry.name ?? path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length),
      version: entry.version,
      licence: entry.license,
      isDevelopment: entry.dev === true,
      isOptional: entry.optional === true,
      isOfPlatforms: entry.os !== undefined || entry.cpu !== undefined || entry.libc !== undefined,
      hasInstallScript: entry.hasInstallScript === true,
      integrity: entry.integrity,
      resolved: entry.link ? `link:${entry.resolved}` : entry.resolved,
      deprecated: entry.deprecated,
      node: Array.isArray(entry.engines) ? undefined : entry.engines?.node,
      optionalDependencies: Object.keys(entry.optionalDependencies ?? {}),
    }));
}

const readJson = (path) => JSON.parse(readFileSync(path, "utf8"));

/** The lockfiles, manifests and npm settings of this checkout: of the service, and of tools/, which is for development alone. */
export function readCheckout() {
  const [manifest, tools] = [readJson("package.json"), readJson("tools/package.json")];
  const toolPackages = readLockfile(readFileSync("tools/package-lock.json", "utf8"));
  return {
    packages: [
      ...readLockfile(readFileSync("package-lock.json", "utf8")),
      ...toolPackages.map((locked) => ({ ...locked, path: `tools/${locked.path}`, isDevelopment: true })),
    ],
    manifest,
    manifests: [manifest, tools],
    npmrcs: {
      ".npmrc": readFileSync(".npmrc", "utf8"),
      "tools/.npmrc": readFileSync("tools/.npmrc", "utf8"),
    },
  };
}
