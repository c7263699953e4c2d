import type { z } from "zod";
import type { ErrorDetail } from "@/lib/platform/errors";

/**
 * What a form says at a field, by the field's name, or by name and code (`password:incorrect`). A sentence may look at what
 * was entered.
 */
export type FieldMessages = Record<string, string | ((value: string) => string)>;

/** One fault for each field that its schema refuses, in the words of the form. */
export function listFaults(
  schema: z.ZodType,
  input: Record<string, unknown>,
  words: FieldMessages,
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
export function formatDetail(detail: ErrorDetail, words: FieldMessages, value: unknown): string {
  const known = words[`${detail.field}:${detail.code}`] ?? words[detail.field];
  return say(known, value) ?? asSentence(detail.message);
}

function say(words: FieldMessages[string] | undefined, value: unknown): string | undefined {
  return typeof words === "function" ? words(String(value ?? "")) : words;
}

/** Messages of the interface begin small where they begin with a field, and end without a stop. */
export function asSentence(message: string): string {
  const start = message.charAt(0).toUpperCase() + message.slice(1);
  return /[.!?]$/.test(start) ? start : `${start}.`;
}
