/** What may follow `/r/`, as the source of a regular expression: a generated code (8 base62 characters) or a slug. */
export const shortPathSource = "[0-9A-Za-z_-]{4,60}";

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
