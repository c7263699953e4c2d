/** Splits `text` at every `separator` that no backslash stands before; the parts keep their escapes. */
export function splitUnescaped(text: string, separator: string): string[] {
  const parts: string[] = [];
  let start = 0;
  for (let at = 0; at < text.length; at++) {
    if (text[at] === "\\") at++;
    else if (text[at] === separator) {
      parts.push(text.slice(start, at));
      start = at + 1;
    }
  }
  parts.push(text.slice(start));
  return parts;
}

/** Takes the backslash off every escaped character; one at the very end means itself. */
export function unescapeFields(text: string): string {
  return text.replace(/\\([\s\S])/g, "$1");
}

/**
 * The fields of `WIFI:` and `MECARD:` payloads: `key:value;` until an empty field ends them. The value of a key that
 * comes several times is a list; values keep their escapes.
 */
export function readFields(body: string): Map<string, string[]> {
  const fields = new Map<string, string[]>();
  for (const field of splitUnescaped(body, ";")) {
    if (field === "") break;
    const colon = field.indexOf(":");
    if (colon < 1) continue;
    const key = field.slice(0, colon).toUpperCase();
    addTo(fields, key, field.slice(colon + 1));
  }
  return fields;
}

export function addTo(fields: Map<string, string[]>, key: string, value: string): void {
  const values = fields.get(key);
  if (values === undefined) fields.set(key, [value]);
  else values.push(value);
}
