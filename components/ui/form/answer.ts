import type { z } from "zod";
import { type ErrorDetail, ServiceError } from "@/lib/platform/errors";

/** Why a form was refused, in words for the user. */
export interface Refusal {
  sentence?: string;
  fields?: Record<string, string>;
  code?: string;
  againInSeconds?: number;
}

/** What an action answers a form: what came of it, or why nothing did. Null before the first answer. */
export type Answer<T> = { done: T } | { refusal: Refusal } | null;

/** An action as forms take it. It answers and does not throw. */
export type FormAction<T> = (previous: Answer<T>, data: FormData) => Promise<Answer<T>>;

/** Faults of a filled form by the name of the control; empty: none. */
export type Check = (data: FormData) => Record<string, string>;

/** Messages by field name, or by name and code (`password:incorrect`). A function gets what was entered. */
export type FieldWords = Record<string, string | ((value: string) => string)>;

/** One fault for each field that its schema refuses, in the words of the form. */
export function listFaults(
  schema: z.ZodType,
  input: Record<string, unknown>,
  words: FieldWords,
): Record<string, string> {
  const { error } = schema.safeParse(input);
  const faults: Record<string, string> = {};
  for (const { path, message } of error?.issues ?? []) {
    const field = String(path[0] ?? "");
    faults[field] ??= say(words[field], input[field]) ?? message;
  }
  return faults;
}

/** What the domain refused, in the words of the form; what it has no words for is said as the domain says it. */
export function sayDetail(detail: ErrorDetail, words: FieldWords, value: unknown): string {
  const known = words[`${detail.field}:${detail.code}`] ?? words[detail.field];
  return say(known, value) ?? asSentence(detail.message);
}

function say(words: FieldWords[string] | undefined, value: unknown): string | undefined {
  return typeof words === "function" ? words(String(value ?? "")) : words;
}

/** Messages of the interface begin small where they begin with a field, and end without a stop. */
export function asSentence(message: string): string {
  const start = message.charAt(0).toUpperCase() + message.slice(1);
  return /[.!?]$/.test(start) ? start : `${start}.`;
}

/** A form's texts by control, line breaks as `\n`, without React's own. Throws where it is no form: requests can be forged. */
export function readFields(data: FormData): Record<string, string> {
  if (!((data as unknown) instanceof FormData)) {
    throw new ServiceError(
      "invalid_request",
      "That is not the form of this page; reload it and send it again",
    );
  }
  const fields: Record<string, string> = {};
  for (const [name, value] of data) {
    if (typeof value === "string" && !name.startsWith("$")) fields[name] = value.replaceAll("\r\n", "\n");
  }
  return fields;
}
