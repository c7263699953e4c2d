import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { licenceOf } from "../dependencies/licences.mjs";
import { inside } from "./inside.mjs";

/** @typedef {{owner: string, licence: string, text: string, copyright?: string}} Notice */

const fileNames = /^(?:licen[cs]e|copying|notice|unlicense|third-?party|.*-licen[sc]e)/i;

/**
 * The notices of packages, with those of what lies inside them. Where a package has no file, or is for some platforms and
 * may not be installed, the text is the one that its licence is known by, so that every machine gathers the same.
 * @param {import("../dependencies/lockfile.mjs").Locked[]} packages
 * @returns {Notice[]}
 */
export function gatherTexts(packages) {
  return packages.flatMap((locked) => {
    const owner = `${locked.name} ${locked.version}`;
    const licence = licenceOf(locked, packages);
    const own = locked.isOptional ? [] : readFiles(locked.path);
    const texts = own.length > 0 ? own : readKnown(licence);
    return [...texts.map((text) => ({ owner, licence, text })), ...gatherInside(locked, owner)];
  });
}

function readFiles(folder) {
  const names = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && fileNames.test(entry.name))
    .map(({ name }) => name);
  return names.sort().map((name) => readFileSync(join(folder, name), "utf8"));
}

/** What the LGPL says it says in addition to the GPL. */
function readKnown(licence) {
  const ids = licence.replaceAll(/[()]/g, "").split(/ AND | OR /);
  const names = ids.flatMap((id) => (id.startsWith("LGPL-3.0") ? ["LGPL-3.0", "GPL-3.0"] : [id]));
  return names.map((name) => readText(name));
}

function readText(name) {
  const file = new URL(`texts/${name}.txt`, import.meta.url);
  if (!existsSync(file))
    throw new Error(`There is no scripts/notices/texts/${name}.txt; put the licence's text there`);
  return readFileSync(file, "utf8");
}

function gatherInside({ name, version, path }, owner) {
  const known = inside.filter((one) => one.name.test(name));
  for (const one of known) {
    if (one.version === version) continue;
    throw new Error(`See what lies inside ${name}@${version}, then correct scripts/notices/inside.mjs`);
  }
  const parts = known.flatMap((one) => one.parts);
  const told = parts.flatMap((part) =>
    part.texts.map((text) => ({
      owner: `${part.name} (in ${name})`,
      licence: text,
      text: readText(text),
      copyright: part.copyright,
    })),
  );
  return name === "next" ? [...told, ...gatherCompiled(path, owner)] : told;
}

/** Next has packages of others in a folder of its own, each with its licence. */
function gatherCompiled(path, owner) {
  const folder = join(path, "dist/compiled");
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => /(?:^|\/)licen[cs]e[^/]*$/i.test(file) && !file.endsWith(".js"))
    .sort()
    .map((file) => ({
      owner: `${file.slice(0, file.lastIndexOf("/"))} (in ${owner})`,
      licence: "",
      text: readFileSync(join(folder, file), "utf8"),
    }));
}
