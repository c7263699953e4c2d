/**
 * @typedef {object} Finding
 * @property {import("../dependencies/lockfile.mjs").Locked} locked
 * @property {string} id of the record
 * @property {string[]} ids with other names of the same fault
 * @property {string} summary
 * @property {string} severity
 * @property {string[]} fixed versions that no longer have it
 */

/**
 * Which of the packages a record of OSV (https://ossf.github.io/osv-schema) is about. A record that was withdrawn is about
 * none; one whose ranges can't be read is about every version of its packages, rather than about none.
 * @param {object} record
 * @param {Map<string, import("../dependencies/lockfile.mjs").Locked[]>} byName
 * @returns {Finding[]}
 */
export function findVulnerable(record, byName) {
  if (record.withdrawn !== undefined) return [];
  return (record.affected ?? [])
    .filter((affected) => affected.package?.ecosystem === "npm")
    .flatMap((affected) =>
      (byName.get(affected.package.name) ?? [])
        .filter(({ version }) => isAffected(affected, version))
        .map((locked) => ({
          locked,
          id: record.id,
          ids: [record.id, ...(record.aliases ?? [])],
          summary: record.summary ?? "no summary",
          severity: record.database_specific?.severity ?? "severity unknown",
          fixed: (affected.ranges ?? []).flatMap((range) =>
            (range.events ?? []).flatMap(({ fixed }) => fixed ?? []),
          ),
        })),
    );
}

function isAffected({ versions = [], ranges = [] }, version) {
  if (versions.includes(version)) return true;
  return ranges.some((range) => range.type === "SEMVER" && isWithinOrUnreadable(range.events ?? [], version));
}

function isWithinOrUnreadable(events, version) {
  try {
    return isWithin(events, version);
  } catch {
    return true;
  }
}

/** The algorithm of the schema: what the last event at or before the version says. */
function isWithin(events, version) {
  const sorted = events
    .filter((event) => versionOf(event) !== undefined)
    .toSorted((a, b) => compareVersions(versionOf(a), versionOf(b)));
  let isVulnerable = false;
  for (const event of sorted) {
    const order = compareVersions(version, versionOf(event));
    if (event.introduced !== undefined && order >= 0) isVulnerable = true;
    if (event.fixed !== undefined && order >= 0) isVulnerable = false;
    if (event.last_affected !== undefined && order > 0) isVulnerable = false;
  }
  return isVulnerable;
}

/** `"0"` is before every version. */
function versionOf({ introduced, fixed, last_affected }) {
  const version = introduced ?? fixed ?? last_affected;
  return version === "0" ? "0.0.0-0" : version;
}

// Compares versions by the rules of semver.org §11, which is all that records of OSV ask for. npm's own reader of versions
// is not one of our dependencies.

const pattern = /^v?(\d+)\.(\d+)\.(\d+)(?:-([\da-z.-]+))?(?:\+[\da-z.-]+)?$/i;

/** Below 0 if `a` comes before `b`. Throws for what is no version. */
export function compareVersions(a, b) {
  const [one, other] = [parse(a), parse(b)];
  const at = one.numbers.findIndex((number, index) => number !== other.numbers[index]);
  if (at !== -1) return one.numbers[at] < other.numbers[at] ? -1 : 1;
  return comparePrereleases(one.prerelease, other.prerelease);
}

function parse(version) {
  const found = pattern.exec(version);
  if (found === null) throw new Error(`"${version}" is no version`);
  const [, major, minor, patch, prerelease] = found;
  return { numbers: [major, minor, patch].map(BigInt), prerelease: prerelease?.split(".") ?? [] };
}

/** A release comes after all of its prereleases; of two prereleases that begin alike the longer one is later. */
function comparePrereleases(a, b) {
  if (a.length === 0 || b.length === 0) return Math.sign(b.length - a.length);
  const at = a.findIndex((part, index) => part !== b[index]);
  if (at === -1) return Math.sign(a.length - b.length);
  return at >= b.length ? 1 : compareParts(a[at], b[at]);
}

/** Numbers by their value and before words. */
function compareParts(a, b) {
  const [isNumber, isOtherNumber] = [a, b].map((part) => /^\d+$/.test(part));
  if (isNumber && isOtherNumber) return BigInt(a) < BigInt(b) ? -1 : 1;
  if (isNumber !== isOtherNumber) return isNumber ? -1 : 1;
  return a < b ? -1 : 1;
}

/** So long an exception holds, at most, from the day on which it is looked at. */
const mostDays = 180;

/**
 * Splits findings into those to act on and those that were looked at and let be, until a day.
 * @param {import("./find-vulnerable.mjs").Finding[]} findings
 * @param {{id: string, package: string, reason: string, until: string}[]} accepted
 * @param {Date} today
 */
export function splitAccepted(findings, accepted, today) {
  const faults = accepted.flatMap((exception) => judge(exception, today));
  const holds = ({ until }) => new Date(until) >= today;
  const isAccepted = ({ ids, locked }) =>
    accepted.some((one) => ids.includes(one.id) && one.package === locked.name && holds(one));
  return { faults, open: findings.filter((one) => !isAccepted(one)), letBe: findings.filter(isAccepted) };
}

function judge({ id, package: name, reason, until }, today) {
  const where = `accepted.json, ${id} of ${name}`;
  if (!id || !name) return ["accepted.json: each exception names an id and a package"];
  if (!reason || reason.length < 20) return [`${where}: say in a sentence why it does no harm here`];
  const end = /^\d{4}-\d\d-\d\d$/.test(until ?? "") ? Date.parse(until) : Number.NaN;
  if (Number.isNaN(end)) return [`${where}: "until" is a day such as 2027-01-31`];
  if (end - today.getTime() > mostDays * 86_400_000)
    return [`${where}: "until" is more than ${mostDays} days away`];
  return [];
}
