const maxBytes = 1_024;

/** Controls of terminals and of the direction of text; tab and line feed are harmless. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
const controls = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g;

function escapeControl(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

/** The beginning of an answer as text that can be stored and shown: UTF-8, cut at a character, controls written out. */
export function makeSnippet(bytes: Buffer): string {
  // As a stream, for the cut may go through a character: half a one at the end is left out.
  const text = new TextDecoder("utf-8", { ignoreBOM: true })
    .decode(bytes, { stream: true })
    .replace(controls, escapeControl);
  const encoded = Buffer.from(text);
  if (encoded.length <= maxBytes) return text;
  let end = maxBytes;
  while (((encoded[end] ?? 0) & 0xc0) === 0x80) end--;
  return encoded.toString("utf8", 0, end);
}
