/**
 * Which licences a dependency may have. A service may be changed and run by anybody under MIT, so nothing of it may ask
 * for more than its notice: neither GPL nor AGPL, for tests and tools neither.
 */
const permitted = new Set([
  ...["MIT", "MIT-0", "ISC", "0BSD", "Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "BlueOak-1.0.0", "Zlib"],
  ...["Unlicense", "CC0-1.0"],
]);

/**
 * What else is let in, by name.
 * @type {{name: RegExp, licence: string, told?: string, why: string}[]} `told`: what its package.json says, where that is
 *   no SPDX id, or null where it says nothing.
 */
export const exceptions = [
  {
    name: /^@img\/sharp-(?:libvips-|wasm32$|win32-)/,
    licence: "LGPL-3.0-or-later",
    why: "libvips and what it is built of: a library of its own beside sharp (on Windows in its package), unchanged, which anybody may replace by another build of it; the notices carry its licence and say where its source is",
  },
  {
    name: /^(?:lightningcss(?:-.+)?|axe-core)$/,
    licence: "MPL-2.0",
    why: "asks for the source of its own files alone, which we don't change; it works when pages are built or tested, and nothing of it is sent to anybody",
  },
  {
    name: /^@ip-location-db\/dbip-country-mmdb$/,
    licence: "CC-BY-4.0",
    told: "SEE LICENSE IN DBIP-LICENSE (CC-BY-4.0)",
    why: "data, not code; every page that shows a place names DB-IP and links to it",
  },
  {
    name: /^caniuse-lite$/,
    licence: "CC-BY-4.0",
    why: "data about browsers, read when pages are built; the notices name it",
  },
  {
    name: /^geist$/,
    licence: "OFL-1.1",
    told: "SIL OPEN FONT LICENSE",
    why: "fonts: they may be served and embedded, and are not sold by themselves",
  },
  {
    name: /^argparse$/,
    licence: "Python-2.0",
    why: "permissive; a part of the tests' tools alone",
  },
  {
    name: /^(?:png-js|compute-gcd|compute-lcm|validate\.io-.+)$/,
    licence: "MIT",
    told: "",
    why: "its package.json names the licence in an older way, or in its LICENSE file alone",
  },
];

/**
 * The licence of a package as an SPDX expression; undefined where nothing tells it. What belongs to one platform and is not
 * in the registry that wrote the lockfile has the licence of the package that asks for it.
 * @param {import("./lockfile.mjs").Locked} locked
 * @param {import("./lockfile.mjs").Locked[]} packages
 * @returns {string | undefined}
 */
export function licenceOf(locked, packages) {
  const { name, licence, isOfPlatforms, version } = locked;
  const exception = exceptions.find((one) => one.name.test(name) && one.told === (licence ?? ""));
  if (exception !== undefined) return exception.licence;
  if (licence !== undefined || !isOfPlatforms) return licence;
  return packages.find((one) => one.version === version && one.optionalDependencies.includes(name))?.licence;
}

/** @returns {boolean} Whether a package of this name may come under this SPDX expression. */
export function isPermitted(name, expression) {
  const alternatives = expression.replaceAll(/[()]/g, " ").trim();
  // Without parentheses AND binds closer than OR. With both inside each other it is read as the stricter of the two.
  const isNested = / OR /.test(alternatives) && / AND /.test(alternatives) && /[()]/.test(expression);
  const parts = alternatives.split(isNested ? / OR | AND / : / OR /);
  const test = (ids) => ids.split(" AND ").every((id) => isIdPermitted(name, id.trim()));
  return isNested ? parts.every(test) : parts.some(test);
}

function isIdPermitted(name, id) {
  const isNamed = (one) => one.name.test(name) && one.licence.split(" AND ").includes(id);
  return permitted.has(id) || exceptions.some(isNamed);
}
