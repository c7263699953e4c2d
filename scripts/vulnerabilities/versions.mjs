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
