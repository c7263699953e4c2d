import type { ServiceError } from "./errors";

const maxDepth = 32;

const quote = 0x22;
const comma = 0x2c;
const openBracket = 0x5b;
const backslash = 0x5c;
const closeBracket = 0x5d;
const openBrace = 0x7b;
const closeBrace = 0x7d;

/**
 * Walks JSON text once, in time and memory linear in its length, before it is parsed. Throws what `refuse` gives for
 * more than 32 open arrays and objects (a parser's own recursion costs seconds on megabytes of brackets) and for an
 * object that names a member twice: parsers differ in which one wins (RFC 8259 §4), and so would what is drawn.
 * Anything else that is wrong with the text is left to the parser.
 *
 * @param refuse is given the rest of a sentence that begins with what the text is.
 */
export function checkJsonText(text: string, refuse: (says: string) => ServiceError): void {
  for (const _ of walkJsonText(text, refuse));
}

/** Characters between two pauses. */
const stepLength = 65_536;

/** The same in steps of some 0.5 ms, after each of which other work may run. */
export function* walkJsonText(text: string, refuse: (says: string) => ServiceError): Generator<void> {
  /** Names seen in each open object; null for an open array. */
  const open: (Set<string> | null)[] = [];
  let names: Set<string> | null = null;
  let nameComes = false;
  let pauseAt = stepLength;
  for (let at = 0; at < text.length; at++) {
    if (at >= pauseAt) {
      pauseAt = at + stepLength;
      yield;
    }
    const code = text.charCodeAt(at);
    switch (code) {
      case quote: {
        const end = findStringEnd(text, at + 1);
        if (nameComes && names !== null) {
          const repeated = addName(names, text.slice(at + 1, end));
          if (repeated !== null)
            throw refuse(`names the member ${JSON.stringify(repeated.slice(0, 100))} twice`);
        }
        nameComes = false;
        at = end;
        break;
      }
      case openBrace:
      case openBracket:
        names = code === openBrace ? new Set() : null;
        if (open.push(names) > maxDepth) throw refuse(`is nested more than ${maxDepth} levels deep`);
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

/** Strings that are longer are mostly logos: their end is looked for by the engine, ten times as fast. */
const longString = 256;

/** Index of the closing quote, or past the end of the text where there is none. */
function findStringEnd(text: string, from: number): number {
  for (let at = from; ; ) {
    const far = at + longString;
    for (let code = text.charCodeAt(at); at < far && code !== quote; code = text.charCodeAt(at)) {
      if (at >= text.length) return at;
      at += code === backslash ? 2 : 1;
    }
    if (at < far) return at;
    const next = text.indexOf('"', at);
    if (next < 0) return text.length;
    let slash = next;
    while (slash > at && text.charCodeAt(slash - 1) === backslash) slash--;
    if ((next - slash) % 2 === 0) return next;
    at = next + 1;
  }
}

/** The name where it is there already. */
function addName(names: Set<string>, written: string): string | null {
  const name = written.includes("\\") ? unescapeName(written) : written;
  if (names.has(name)) return name;
  names.add(name);
  return null;
}

/** `\u0061` names the same member as `a`. A broken escape is left to the parser. */
function unescapeName(written: string): string {
  try {
    return JSON.parse(`"${written}"`);
  } catch {
    return written;
  }
}

/** Whether parsed JSON is an object: no array, and not null. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
