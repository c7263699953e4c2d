import type { z } from "zod";
import { type ErrorDetail, ServiceError } from "@/lib/platform/errors";

/** Why a form was refused, in words for the user. */
export interface Refusal {
  /** About the form as a whole. */
  sentence?: string;
  /** About fields, by the name of their control. */
  fields?: Record<string, string>;
  /** What kind of refusal it is, where a form shows another thing for it. */
  code?: string;
  /** Whole seconds after which the same can succeed. */
  againInSeconds?: number;
}

/** What an action answers a form: what came of it, or why nothing did. Null before the first answer. */
export type Answer<T> = { done: T } | { refusal: Refusal } | null;

/** An action as forms take it. It answers and does not throw. */
export type FormAction<T> = (previous: Answer<T>, data: FormData) => Promise<Answer<T>>;

/** Faults of a filled form by the name of the control; empty: none. */
export type Check = (data: FormData) => Record<string, string>;

/**
 * What a form says at a field, by the field's name, or by name and code (`password:incorrect`). A sentence may look at what
 * was entered, and at the bounds of what the domain refused.
 */
export type FieldMessages = Record<string, string | ((value: string, detail?: ErrorDetail) => string)>;

/** One fault for each field that its schema refuses, in the words of the form. */
export function listFaults(
  schema: z.ZodType,
  input: Record<string, unknown>,
  messages: FieldMessages,
): Record<string, string> {
  const { error } = schema.safeParse(input);
  const faults: Record<string, string> = {};
  for (const { path, message } of error?.issues ?? []) {
    const field = String(path[0] ?? "");
    faults[field] ??= choose(messages[field], input[field]) ?? message;
  }
  return faults;
}

/** What the domain refused, in the words of the form; what it has no words for is said as the domain says it. */
export function formatDetail(detail: ErrorDetail, messages: FieldMessages, value: unknown): string {
  const known = messages[`${detail.field}:${detail.code}`] ?? messages[detail.field];
  return choose(known, value, detail) ?? asSentence(detail.message);
}

function choose(
  message: FieldMessages[string] | undefined,
  value: unknown,
  detail?: ErrorDetail,
): string | undefined {
  return typeof message === "function" ? message(String(value ?? ""), detail) : message;
}

/** Messages of the interface begin small where they begin with a field, and end without a stop. */
export function asSentence(message: string): string {
  const start = message.charAt(0).toUpperCase() + message.slice(1);
  return /[.!?]$/.test(start) ? start : `${start}.`;
}

/**
 * The texts of a filled form by the name of their control, the last of several; line breaks are `\n`, as on every system but
 * in a sent form. What React adds for itself is left out. Throws where it is no form: a handmade request to an action can contain anything.
 */
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
