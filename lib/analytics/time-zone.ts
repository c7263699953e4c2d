import { editDistance } from "@/lib/platform/edit-distance";
import { fieldError, type ServiceError } from "@/lib/platform/errors";
import { oncePerProcess } from "@/lib/platform/process-state";
import { analyticsQuery } from "./figures-schema";
import { listTimeZones } from "./queries";

/** Names of zones; null before the first question, and after one that failed. */
const state = oncePerProcess("time zones", () => ({ names: null as Promise<ReadonlySet<string>> | null }));

/**
 * Throws `validation_failed` for anything but the exact name of a zone that both the database and this runtime know: the
 * database alone would take `FOO+3`, and this runtime any case.
 */
export async function requireZone(timezone: string): Promise<void> {
  const fault = await findZoneFault(timezone);
  if (fault !== null) throw fault;
}

async function findZoneFault(timezone: string): Promise<ServiceError | null> {
  const names = await readZones();
  if (names.has(timezone)) return null;
  const { message, hint, suggestion } = describeWrongZone(timezone, names);
  const named = suggestion === undefined ? {} : { suggestion };
  return fieldError(
    "validation_failed",
    { field: "timezone", code: "unknown_time_zone", message, ...named },
    { hint },
  );
}

/** Faults of a query that its schema does not see. */
export async function validateAnalyticsQuery(input: Record<string, unknown>): Promise<ServiceError[]> {
  const { success, data: timezone } = analyticsQuery.shape.timezone.safeParse(input.timezone);
  const fault = success && timezone !== undefined ? await findZoneFault(timezone) : null;
  return fault === null ? [] : [fault];
}

/** Whether a name may be asked for as a zone. */
export async function isZone(timezone: string): Promise<boolean> {
  return (await readZones()).has(timezone);
}

/** The zones that may be named. The database reads a file for each, so it is asked once in the process. */
function readZones(): Promise<ReadonlySet<string>> {
  state.names ??= listTimeZones()
    .then((names) => new Set(names.filter(isKnownHere)))
    .catch((fault: unknown) => {
      state.names = null;
      throw fault;
    });
  return state.names;
}

function isKnownHere(timeZone: string): boolean {
  try {
    new Intl.DateTimeFormat("en", { timeZone });
    return true;
  } catch {
    return false;
  }
}

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
