// Looks the packages of package-lock.json up among known vulnerabilities that somebody has brought: a folder of records of
// OSV, or the ZIP of all of npm's. Nothing is asked of anybody.
import { readFileSync } from "node:fs";
import { readCheckout } from "./dependencies/lockfile.mjs";
import { findVulnerable, splitAccepted } from "./vulnerabilities/find-vulnerable.mjs";
import { readRecords } from "./vulnerabilities/read-records.mjs";

const usage = `Name a folder of records of OSV, or their ZIP:
  curl -O https://osv-vulnerabilities.storage.googleapis.com/npm/all.zip
  npm run check:vulnerabilities -- all.zip`;

async function look(place) {
  const byName = new Map();
  for (const locked of readCheckout().packages) {
    byName.set(locked.name, [...(byName.get(locked.name) ?? []), locked]);
  }
  const findings = [];
  let [records, newest] = [0, ""];
  for await (const record of readRecords(place)) {
    if (!record.affected?.some((affected) => affected.package?.ecosystem === "npm")) continue;
    records += 1;
    if (record.modified > newest) newest = record.modified;
    findings.push(...findVulnerable(record, byName));
  }
  return { records, newest, findings };
}

function write({ locked, id, summary, severity, fixed }) {
  const place = locked.isDevelopment ? "development" : "production";
  const remedy = fixed.length === 0 ? "no version without it is known" : `fixed in ${fixed.join(", ")}`;
  return `${id} ${locked.name}@${locked.version} (${place}, ${severity.toLowerCase()}): ${summary}; ${remedy}`;
}

function fail(sentence) {
  console.error(sentence);
  process.exit(1);
}

const [place] = process.argv.slice(2);
if (place === undefined) fail(usage);
const { records, newest, findings } = await look(place).catch((err) => fail(`${err.message}\n${usage}`));
if (records === 0) fail(`${place} holds no record of a package of npm.\n${usage}`);
const accepted = JSON.parse(readFileSync(new URL("vulnerabilities/accepted.json", import.meta.url), "utf8"));
const { faults, open, letBe } = splitAccepted(findings, accepted, new Date());
for (const finding of letBe) console.error(`let be until its day: ${write(finding)}`);
for (const line of [...faults, ...open.map(write)]) console.error(line);
console.error(
  `vulnerabilities: ${records} records, the newest of ${newest.slice(0, 10)}; ${open.length} to act on, ${letBe.length} let be`,
);
if (faults.length + open.length > 0) process.exitCode = 1;
