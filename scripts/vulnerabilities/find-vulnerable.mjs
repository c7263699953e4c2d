import { compareVersions } from "./versions.mjs";

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
