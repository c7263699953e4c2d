/** What may follow `/r/`, as the source of a regular expression: a generated code (8 base62 characters) or a slug. */
export const shortPathSource = "[0-9A-Za-z_-]{4,60}";

/** The same on an own domain, where shorter slugs are possible. */
export const domainPathSource = "[0-9A-Za-z_-]{1,60}";

const shortPath = new RegExp(`^${shortPathSource}$`);
const generatedCode = /^[0-9A-Za-z]{8}$/;

/** Whether a text can follow `/r/`; any other text opens no code, and nothing looks it up. */
export function isShortPath(text: string): boolean {
  return shortPath.test(text);
}

/** Whether a path is written like a generated code, as no slug is. */
export function isGeneratedCode(path: string): boolean {
  return generatedCode.test(path);
}

/** What a path is looked up by: a generated code to the letter, a slug in lower case. */
export function keyOfPath(path: string): string {
  return isGeneratedCode(path) ? path : path.toLowerCase();
}

/** What decides a code's short URL. */
export interface Named {
  /** Null: it has the generated code. */
  slug: string | null;
  /** Null for a static code. */
  shortCode: string | null;
}

/** The same with all slugs that are the code's, newest first, the present one among them. */
export interface NamedBefore extends Named {
  paths: readonly string[];
}

/** What follows `/r/` in a code's short URL; null for a static code. `shortPathSql` says it in SQL. */
export function pathOf<Code extends string | null>({
  slug,
  shortCode,
}: Named & { shortCode: Code }): Code | string {
  return slug ?? shortCode;
}

/** The other paths that open a code, newest first: earlier slugs, and of a code with a slug its generated code. */
export function listAliases({ slug, shortCode, paths }: NamedBefore): string[] {
  const earlier = slug === null ? [...paths] : paths.filter((path) => keyOfPath(path) !== keyOfPath(slug));
  return slug === null || shortCode === null ? earlier : [...earlier, shortCode];
}
