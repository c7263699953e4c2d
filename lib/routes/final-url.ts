import { type Utm, utmNames } from "./schema";

/** Longer passed queries are left out whole. */
const maxQuery = 2_048;
/** A Location that would be longer is sent without the passed query. */
const maxLocation = 8_192;
/** What carries a scan's id; it is never taken from a visitor. */
const scanIdName = "qz_scan";

interface Added {
  utm?: Utm | undefined;
  /** What the short URL was called with, as it stands in the request line without the question mark. */
  query?: string | undefined;
  scanId?: string | undefined;
}

/**
 * The address that a redirect leads to. Parameters that the target already has win, then `utm`, then the passed query; the
 * fragment stays. What is added is encoded, so that it changes nothing before it.
 *
 * @param target a canonical address.
 */
export function formatFinalUrl(target: string, { utm, query = "", scanId }: Added): string {
  const hasQuery = query !== "" && query.length <= maxQuery;
  if (utm === undefined && scanId === undefined && !hasQuery) return target;
  const hash = target.indexOf("#");
  const base = hash === -1 ? target : target.slice(0, hash);
  const mark = base.indexOf("?");
  const taken = new Set<string>();
  if (mark !== -1)
    for (const name of new URLSearchParams(base.slice(mark + 1)).keys()) taken.add(keyOf(name));
  const own: string[] = [];
  const addOwn = (name: string, value: string | undefined) => {
    if (value === undefined || taken.has(keyOf(name))) return;
    taken.add(keyOf(name));
    own.push(`${name}=${encode(value)}`);
  };
  for (const name of utmNames) addOwn(`utm_${name}`, utm?.[name]);
  addOwn(scanIdName, scanId);
  const fragment = hash === -1 ? "" : target.slice(hash);
  const passed = hasQuery ? listPassed(query, taken) : [];
  const whole = append(base, [...own, ...passed]) + fragment;
  return passed.length > 0 && whole.length > maxLocation ? append(base, own) + fragment : whole;
}

/**
 * What servers take names for the same by: PHP drops spaces before a name, cuts it at NUL and at a bracket and reads a point or a
 * space as `_`; ASP.NET ignores case. Where such a server meets a name twice, the passed one must not win.
 */
function keyOf(name: string): string {
  return name.trimStart().split(/[\0[]/, 1)[0]!.replaceAll(/[ .]/g, "_").toLowerCase();
}

/**
 * Names without brackets, or with whole pairs behind a name (`x[a][]`). Servers make others out of the rest: PHP reads `a[b` as
 * `a_b`, qs and Rack read `[a]` as `a`.
 */
const wellFormedName = /^(?:[^[\]]*|\s*[^\s[\]][^[\]]*(?:\[[^[\]]*\])+)$/;

/** The parts of a passed query, encoded, without those whose names are taken or could be read as others. */
function listPassed(query: string, taken: ReadonlySet<string>): string[] {
  return query.split("&").flatMap((part) => {
    const equals = part.indexOf("=");
    const [rawName, rawValue] = equals === -1 ? [part, ""] : [part.slice(0, equals), part.slice(equals + 1)];
    const name = decode(rawName.replaceAll("+", " "));
    const key = keyOf(name);
    if (part === "" || key === scanIdName || taken.has(key) || !wellFormedName.test(name)) return [];
    return [equals === -1 ? recode(rawName) : `${recode(rawName)}=${recode(rawValue)}`];
  });
}

function append(base: string, parts: readonly string[]): string {
  if (parts.length === 0) return base;
  const joint = base.includes("?") ? (/[?&]$/.test(base) ? "" : "&") : "?";
  return `${base}${joint}${parts.join("&")}`;
}

const plain = /^[A-Za-z0-9._~+-]*$/;

/** The same text, with everything percent-encoded that could mean something else; a plus sign stays what it was. */
function recode(text: string): string {
  if (plain.test(text)) return text;
  return text
    .split("+")
    .map((part) => encode(decode(part)))
    .join("+");
}

/** What is no UTF-8 becomes U+FFFD, as in any form. */
function decode(text: string): string {
  if (!text.includes("%")) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    const escaped = text.replace(/[+&#]/g, (character) => encodeURIComponent(character));
    return new URLSearchParams(`text=${escaped}`).get("text") ?? "";
  }
}

/** Halves of surrogate pairs become U+FFFD; apostrophes and the like are encoded as well, as no address needs them. */
function encode(text: string): string {
  const whole = text.replace(/\p{Cs}/gu, "\uFFFD");
  return encodeURIComponent(whole).replace(
    /[!'()*]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
