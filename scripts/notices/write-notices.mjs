import { writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { licenceOf } from "../dependencies/licences.mjs";
import { readCheckout } from "../dependencies/lockfile.mjs";
import { gatherTexts } from "./gather-texts.mjs";
import { inside } from "./inside.mjs";

// Writes the notices of what is shipped with this service; `npm run notices` after a dependency has changed.

export const noticesFile = "THIRD-PARTY-NOTICES.txt";

/**
 * The notices of everything that a production installation holds, on whatever platform.
 * @param {import("../dependencies/lockfile.mjs").Locked[]} packages all of the lockfile
 */
export function writeNotices(packages) {
  const shipped = packages.filter(({ isDevelopment }) => !isDevelopment);
  const groups = groupTexts(gatherTexts(shipped));
  const sections = [
    introduction,
    writeInside(shipped),
    writeList(shipped, packages),
    ...groups.map(writeGroup),
  ];
  return `${sections.join("\n\n")}\n`;
}

const rule = "=".repeat(80);

const introduction = `Third-party notices of Quietzone

Quietzone is under the MIT licence (LICENSE). Besides its own code, an installation of it holds the packages below, and
its pages send parts of them to browsers. Their authors are thanked. First what lies inside packages, then every package
with its licence, then each text once, with those whose it is.

Written by \`npm run notices\` from package-lock.json and what is installed.`;

/** Of packages for several platforms the note stands once. */
function writeInside(shipped) {
  const notes = inside
    .filter(({ name, note }) => note && shipped.some((locked) => name.test(locked.name)))
    .map(({ name, note }) => `${writeNames(shipped, name)}\n${note}`);
  return [rule, "Inside packages", rule, ...notes].join("\n\n");
}

function writeNames(shipped, name) {
  const names = [...new Set(shipped.filter((locked) => name.test(locked.name)).map((locked) => locked.name))];
  return names.length === 1 ? names[0] : `${names[0].replace(/[^/-]+(?:-(?:arm|x)\d+)?$/, "")}*`;
}

function writeList(shipped, packages) {
  const rows = shipped.map((locked) => `${locked.name} ${locked.version} (${licenceOf(locked, packages)})`);
  const sorted = [...new Set(rows)].sort();
  return [rule, `${sorted.length} packages`, rule, sorted.join("\n")].join("\n\n");
}

function writeGroup({ number, body, owners }) {
  const lines = [...owners].map(([copyright, names]) => {
    const list = [...names].sort().join(", ");
    return copyright === "" ? list : `${copyright}\n  ${list}`;
  });
  return [rule, `Text ${number}`, lines.sort().join("\n"), "-".repeat(80), body].join("\n\n");
}

/**
 * Licences that differ in nothing but their copyright lines, line breaks and heading are one text with many owners.
 * @param {import("./gather-texts.mjs").Notice[]} notices
 */
export function groupTexts(notices) {
  const groups = new Map();
  for (const { owner, text, copyright } of notices) {
    const { body, copyrights } = splitCopyright(text);
    const key = body.toLowerCase().replaceAll(/[^a-z0-9]+/g, " ");
    if (!groups.has(key)) groups.set(key, { number: groups.size + 1, body, owners: new Map() });
    const lines = [...copyrights, ...(copyright === undefined ? [] : [copyright])].join("; ");
    const { owners } = groups.get(key);
    if (!owners.has(lines)) owners.set(lines, new Set());
    owners.get(lines).add(owner);
  }
  return [...groups.values()];
}

const copyrightLine = /^\W*(?:(?:portions )?copyright\b.*(?:\d{4}|\(c\)|©)|\(c\) |©)/i;
const headings = /^\W*(?:the )?(?:MIT|ISC) licen[cs]e(?: \((?:MIT|ISC)\))?\W*$/i;
const example = /\[yyyy\]|\{yyyy\}|<year>/;

function splitCopyright(text) {
  const lines = text.replaceAll("\r\n", "\n").split("\n");
  const isOwners = (line) => copyrightLine.test(line) && !example.test(line);
  const clean = (line) => line.replaceAll(/^[\s/*#>_-]+|[\s*_]+$/g, "");
  return {
    copyrights: [...new Set(lines.filter(isOwners).map(clean))],
    body: lines
      .filter((line) => !isOwners(line) && !headings.test(line))
      .map((line) => line.trimEnd())
      .join("\n")
      .replaceAll(/\n{3,}/g, "\n\n")
      .trim(),
  };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const text = writeNotices(readCheckout().packages);
  writeFileSync(noticesFile, text);
  console.error(`${noticesFile}: ${Math.round(text.length / 1000)} kB`);
}
