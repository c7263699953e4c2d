/*
 * The rules of tags, without a schema: the server and the browser read and compare tags by these.
 */

/** Distinct tags of an account in each of its data sets. */
export const maxTags = 500;
/** Tags of one code. */
export const maxTagsOfCode = 10;
/** Characters of a tag, in code points. */
export const maxTagLength = 40;

/** A comma separates tags in queries and files, a slash the parts of a path; dots alone are parts that paths leave out. */
const forbidden = /[,/\p{Cc}\p{Cs}]|^\.{1,2}$/u;

/** Normalising costs the square of a run of combining marks. A longer text is left as it is, and refused for its length. */
const maxNormalised = 1_000;

/** A text in the form in which tags are stored and compared: trimmed, lower-cased, composed (NFC). */
export const normaliseTag = (text: string): string =>
  text.length > maxNormalised ? text : text.trim().toLowerCase().normalize("NFC");

/** Why a normalised text is no tag; null: it is one. */
export function findTagFault(tag: string): "too_short" | "too_long" | "invalid_characters" | null {
  if (tag === "") return "too_short";
  if ([...tag].length > maxTagLength) return "too_long";
  return hasForbidden(tag) ? "invalid_characters" : null;
}

/** Whether a text has a comma, a slash, a control character or a lone surrogate, or is `.` or `..`. */
export const hasForbidden = (tag: string): boolean => forbidden.test(tag);

/** The tags of a text in which commas separate them; blank ones are none. */
export const splitTags = (text: string): string[] =>
  text
    .split(",")
    .map((tag) => tag.trim())
    .filter((tag) => tag !== "");

/** Each once, by code point. */
export function sortTags(tags: readonly string[]): string[] {
  return [...new Set(tags)].sort(compareCodePoints);
}

/** As PostgreSQL's collation "C" does; `<` compares UTF-16, where U+1F600 is before U+FFFD. */
function compareCodePoints(one: string, other: string): number {
  const [points, others] = [[...one], [...other]];
  const at = points.findIndex((point, index) => point !== others[index]);
  if (at === -1) return points.length - others.length;
  return (points[at]?.codePointAt(0) ?? 0) - (others[at]?.codePointAt(0) ?? -1);
}
