import { type ErrorCode, fieldError, mergeErrors, type ServiceError } from "@/lib/platform/errors";

/** What is wrong with one content string, gathered so that its author learns all of it at once. */
export class Faults {
  readonly #errors: ServiceError[] = [];

  /**
   * Notes a fault at `content` or `content.<member>`; `bounds` stand beside the message in the detail.
   *
   * @param says the rest of a sentence that begins with the field.
   */
  add(
    field: string,
    detailCode: string,
    says: string,
    bounds: Record<string, unknown> = {},
    code: ErrorCode = "invalid_content",
  ): void {
    this.#errors.push(fieldError(code, { field, code: detailCode, message: `${field} ${says}`, ...bounds }));
  }

  /** Throws one ServiceError with every fault noted so far, if there is any. */
  throwIfAny(): void {
    const [first, ...others] = this.#errors;
    if (first !== undefined) throw mergeErrors([first, ...others]);
  }
}

/** Tab, line feed and carriage return are the only C0 controls with a meaning in text. */
const layoutControl = /[\t\n\r]/;
// biome rejects control characters in a pattern, so the range is built from its ends.
const c0 = `${String.fromCharCode(0)}-${String.fromCharCode(0x1f)}`;
const unsafe = new RegExp(`[${c0}\\p{Cs}]`, "gu");

const encoder = new TextEncoder();

export function countBytes(text: string): number {
  return encoder.encode(text).length;
}

/** Length in characters as people count them in a password: Unicode code points. */
export function countCharacters(text: string): number {
  return [...text].length;
}

/**
 * Notes the first character at `field` that it may not hold, and says whether there was none: a C0 control (unless it
 * is a tab or line break and `lines` is true) or a lone surrogate. The fault is `validation_failed` and tells the
 * position in UTF-16 code units, counted from 1.
 */
export function validateCharacters(text: string, field: string, lines: boolean, faults: Faults): boolean {
  for (const match of text.matchAll(unsafe)) {
    if (lines && layoutControl.test(match[0])) continue;
    const position = match.index + 1;
    const says = `must not contain ${nameCharacter(match[0])}; take it out at position ${position}`;
    faults.add(field, "invalid_characters", says, { position }, "validation_failed");
    return false;
  }
  return true;
}

function nameCharacter(character: string): string {
  const code = character.charCodeAt(0);
  if (code === 9) return "a tab";
  if (code === 10 || code === 13) return "a line break";
  const point = `U+${code.toString(16).toUpperCase().padStart(4, "0")}`;
  return code < 32 ? `the control character ${point}` : `half a character (lone surrogate ${point})`;
}
