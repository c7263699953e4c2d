import { editDistance } from "@/lib/platform/edit-distance";

/** Why a text is no time zone, in words for the sender, with a zone that they may have meant. */
interface WrongZone {
  message: string;
  hint: string;
  suggestion?: string;
}

const usualHint = "Send a name of the IANA time zone database such as Europe/Paris, or leave it out for UTC.";

/** Letters that may be wrong in a name that is still suggested. */
const maxMistakes = 2;

export function describeWrongZone(timezone: string, names: ReadonlySet<string>): WrongZone {
  const message = "timezone must be the exact name of an IANA time zone";
  const offset = /^(?:UTC|GMT)?([+-])(\d{1,2})(?::?(\d{2}))?$/i.exec(timezone);
  if (offset !== null) return { message, ...describeOffset(offset, names) };
  const suggestion = findMeant(timezone, names);
  if (suggestion === undefined) return { message, hint: usualHint };
  return { message, hint: `Did you mean ${suggestion}?`, suggestion };
}

/** Names of fixed offsets count the other way round: `Etc/GMT-3` is three hours ahead of UTC. */
function describeOffset([, sign, hours, minutes]: RegExpExecArray, names: ReadonlySet<string>) {
  const name = `Etc/GMT${sign === "+" ? "-" : "+"}${Number(hours)}`;
  const isWhole = minutes === undefined || minutes === "00";
  const hint = "An offset is no time zone: it doesn't say when clocks change.";
  if (!isWhole || !names.has(name)) return { hint: `${hint} ${usualHint}` };
  return { hint: `${hint} Send the place's zone, or ${name} for this very offset.`, suggestion: name };
}

/** The zone whose name is the text but for its case, for its continent, or for a letter or two. */
function findMeant(timezone: string, names: ReadonlySet<string>): string | undefined {
  const wanted = simplify(timezone);
  const known = [...names].map((name) => ({ name, plain: simplify(name) }));
  const same = known.find(({ plain }) => plain === wanted);
  if (same !== undefined) return same.name;
  const city = lastPart(wanted);
  const sameCity = known.find(({ plain }) => plain.includes("/") && lastPart(plain) === city);
  if (sameCity !== undefined) return sameCity.name;
  const near = known
    .filter(({ plain }) => Math.abs(plain.length - wanted.length) <= maxMistakes)
    .map(({ name, plain }) => ({ name, mistakes: editDistance(plain, wanted) }))
    .toSorted((one, other) => one.mistakes - other.mistakes)[0];
  return near !== undefined && near.mistakes <= maxMistakes && near.mistakes * 3 < wanted.length
    ? near.name
    : undefined;
}

function simplify(name: string): string {
  return name
    .toLowerCase()
    .replaceAll(/[\s_-]+/g, "_")
    .replace(/^posix\//, "");
}

function lastPart(name: string): string {
  return name.slice(name.lastIndexOf("/") + 1);
}
