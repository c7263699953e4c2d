import { fieldError } from "@/lib/platform/errors";
import { checkJsonText, isObject } from "@/lib/platform/json-text";
import { Faults, validateCharacters } from "./faults";

/** An encoded form that a structured type takes as it is. */
interface PayloadForm {
  /** How it begins. Schemes of URIs and vCard lines may be written in any case, the others only in capitals. */
  prefix: RegExp;
  /** Whether line breaks and tabs have a meaning in it. */
  lines: boolean;
}

export interface ContentForms {
  payloads: readonly PayloadForm[];
  /** Completes "content must be …" when it is none of it. */
  expected: string;
}

/** `content` itself if it is a payload of one of these forms already, else undefined. */
export function readEncodedPayload(content: string, { payloads }: ContentForms): string | undefined {
  for (const { prefix, lines } of payloads) {
    const found = prefix.exec(content)?.[0];
    if (found === undefined) continue;
    const faults = new Faults();
    validateCharacters(content, "content", lines, faults);
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

type JsonObject = Record<string, unknown>;

/**
 * The members of one JSON object in a content string, each read by name; others are not looked at.
 * A member that is absent, null or empty is undefined. What is wrong goes to `faults` under its own path.
 */
export class Members {
  constructor(
    private readonly source: JsonObject,
    private readonly path: string,
    readonly faults: Faults,
  ) {}

  /** The path of a member in details: `content.phones[0].number`. */
  pathOf(key: string): string {
    return `${this.path}.${key}`;
  }

  /** Own members only, so that `__proto__` and its like lend nothing. */
  value(key: string): unknown {
    return Object.hasOwn(this.source, key) ? (this.source[key] ?? undefined) : undefined;
  }

  /** Whether there is something under this name, right or wrong: not absent, null, empty or an empty array. */
  isGiven(key: string): boolean {
    const value = this.value(key);
    return value !== undefined && value !== "" && !(Array.isArray(value) && value.length === 0);
  }

  /** A string without line breaks and tabs, or with them where `lines` is true. */
  text(key: string, lines = false): string | undefined {
    return this.#text(this.value(key), this.pathOf(key), lines);
  }

  flag(key: string): boolean {
    const value = this.value(key);
    if (value === undefined || typeof value === "boolean") return value ?? false;
    this.faults.add(this.pathOf(key), "invalid_type", `must be true or false, not ${describe(value)}`);
    return false;
  }

  /** A list of strings; with `orOne` a single string stands for a list of one. Faulty and empty items are left out. */
  texts(key: string, orOne = false): { text: string; field: string }[] {
    const value = this.value(key);
    if (orOne && typeof value === "string") return this.#textAt(value, this.pathOf(key));
    return this.#items(key, orOne ? "a string or an array of strings" : "an array of strings").flatMap(
      ({ item, field }) => {
        if (item !== null && item !== "") return this.#textAt(item, field);
        this.faults.add(field, "required", "must not be empty");
        return [];
      },
    );
  }

  /** A list of objects. Faulty items are left out. */
  objects(key: string): Members[] {
    return this.#items(key, "an array of objects").flatMap(({ item, field }) => {
      if (isObject(item)) return [new Members(item, field, this.faults)];
      this.faults.add(field, "invalid_type", `must be an object, not ${describe(item)}`);
      return [];
    });
  }

  #items(key: string, expected: string): { item: unknown; field: string }[] {
    const value = this.value(key);
    if (value === undefined) return [];
    if (Array.isArray(value)) return value.map((item, i) => ({ item, field: `${this.pathOf(key)}[${i}]` }));
    this.faults.add(this.pathOf(key), "invalid_type", `must be ${expected}, not ${describe(value)}`);
    return [];
  }

  #textAt(value: unknown, field: string): { text: string; field: string }[] {
    const text = this.#text(value, field, false);
    return text === undefined ? [] : [{ text, field }];
  }

  #text(value: unknown, field: string, lines: boolean): string | undefined {
    if (value === undefined || value === "") return undefined;
    if (typeof value !== "string") {
      const remedy = typeof value === "number" ? "; put it in quotation marks" : "";
      this.faults.add(field, "invalid_type", `must be a string, not ${describe(value)}${remedy}`);
      return undefined;
    }
    return validateCharacters(value, field, lines, this.faults) ? value : undefined;
  }
}

function describe(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "an array";
  if (typeof value === "object") return "an object";
  return `a ${typeof value}`;
}
