import { fieldError } from "@/lib/platform/errors";
import { checkJsonText } from "@/lib/platform/json-text";
import { judgeCharacters } from "./characters";
import { Faults } from "./faults";
import { isObject, Members } from "./members";

/** An encoded form that a structured type takes as it is. */
interface PayloadForm {
  /** How it begins. Schemes of URIs and vCard lines may be written in any case, the others only in capitals. */
  prefix: RegExp;
  /** Whether line breaks and tabs have a meaning in it. */
  lines: boolean;
}

/** What the content of a structured type may be. */
export interface ContentForms {
  payloads: readonly PayloadForm[];
  /** Completes "content must be …" when it is none of it. */
  expected: string;
}

/** `content` itself if it is a payload of one of these forms already, else undefined. */
export function takePayload(content: string, { payloads }: ContentForms): string | undefined {
  for (const { prefix, lines } of payloads) {
    const found = prefix.exec(content)?.[0];
    if (found === undefined) continue;
    const faults = new Faults();
    judgeCharacters(content, "content", lines, faults);
    if (content.slice(found.length).trim() === "") {
      faults.add("content", "too_short", `must have something after ${found}`);
    }
    faults.throwIfAny();
    return content;
  }
  return undefined;
}

/** Whether `content` wants to be a JSON object. */
export function looksLikeObject(content: string): boolean {
  return /^[ \t\n\r]*\{/.test(content);
}

/** The members of `content`; throws `invalid_content` if it is not a JSON object or names a member twice. */
export function openDocument(content: string, { expected }: ContentForms): Members {
  const faults = new Faults();
  checkJsonText(content, (says) =>
    fieldError("invalid_content", { field: "content", code: "invalid_format", message: `content ${says}` }),
  );
  const value = parseJson(content);
  if (isObject(value)) return new Members(value, "content", faults);
  faults.add("content", "invalid_format", `must be ${expected}`);
  faults.throwIfAny();
  throw new TypeError("a fault was noted");
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
