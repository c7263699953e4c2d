import { ServiceError } from "@/lib/platform/errors";

const maxDepth = 32;

const quote = 0x22;
const comma = 0x2c;
const openBracket = 0x5b;
const backslash = 0x5c;
const closeBracket = 0x5d;
const openBrace = 0x7b;
const closeBrace = 0x7d;

/**
 * Walks JSON text once, in time and memory linear in its length, before it is parsed. Throws `invalid_request` for
 * more than 32 open arrays and objects (a parser's own recursion costs seconds on megabytes of brackets) and for an
 * object that names a member twice: parsers differ in which one wins (RFC 8259 §4), and so would what is drawn.
 * Anything else that is wrong with the text is left to the parser.
 */
export function checkJsonBytes(bytes: Uint8Array): void {
  /** Names seen in each open object; null for an open array. */
  const open: (Set<string> | null)[] = [];
  let names: Set<string> | null = null;
  let nameComes = false;
  for (let at = 0; at < bytes.length; at++) {
    switch (bytes[at]) {
      case quote: {
        const end = findStringEnd(bytes, at + 1);
        if (nameComes && names !== null) addName(names, bytes.subarray(at, end + 1));
        nameComes = false;
        at = end;
        break;
      }
      case openBrace:
      case openBracket:
        names = bytes[at] === openBrace ? new Set() : null;
        if (open.push(names) > maxDepth)
          throw refusal(`The body is nested more than ${maxDepth} levels deep`);
        nameComes = names !== null;
        break;
      case closeBrace:
      case closeBracket:
        open.pop();
        names = open.at(-1) ?? null;
        nameComes = false;
        break;
      case comma:
        nameComes = names !== null;
    }
  }
}

/** Index of the closing quote, or of the end of the text where there is none. */
function findStringEnd(bytes: Uint8Array, from: number): number {
  let at = from;
  while (at < bytes.length && bytes[at] !== quote) at += bytes[at] === backslash ? 2 : 1;
  return at;
}

function addName(names: Set<string>, quoted: Uint8Array): void {
  const text = Buffer.from(quoted.buffer, quoted.byteOffset, quoted.byteLength).toString("utf8");
  const name = text.includes("\\") ? unescapeName(text) : text.slice(1, -1);
  if (names.has(name)) throw refusal(`The body names the member ${JSON.stringify(name.slice(0, 100))} twice`);
  names.add(name);
}

/** `"\u0061"` names the same member as `"a"`. A broken escape is left to the parser. */
function unescapeName(quoted: string): string {
  try {
    return JSON.parse(quoted);
  } catch {
    return quoted;
  }
}

function refusal(message: string): ServiceError {
  return new ServiceError("invalid_request", message);
}
