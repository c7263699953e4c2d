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
