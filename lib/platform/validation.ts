import type { z } from "zod";
import { type ErrorDetail, maxDetails, ServiceError } from "./errors";

type Issue = z.core.$ZodIssue;
type Fault = { code: string; message: string; [bound: string]: unknown };

/**
 * Turns the issues of a schema into details, one per field and 100 at most, with the field's bounds. `root` names the
 * whole input (`body`).
 */
export function listFieldErrors(
  schema: z.ZodType,
  input: unknown,
  issues: readonly Issue[],
  root: string,
): ErrorDetail[] {
  const details = new Map<string, ErrorDetail>();
  for (const issue of issues) {
    const field = issue.path.length === 0 ? root : issue.path.map(String).join(".");
    if (details.has(field)) continue;
    if (details.size >= maxDetails) break;
    details.set(field, { field, ...describeIssue(issue, field, schema, input) });
  }
  return [...details.values()];
}

function describeIssue(issue: Issue, field: string, schema: z.ZodType, input: unknown): Fault {
  const leaf = findSchema(schema, issue.path);
  const value = issue.path.reduce<unknown>(
    (at, key) => (at as Record<PropertyKey, unknown> | undefined)?.[key],
    input,
  );
  const allowed = issue.code === "invalid_value" ? { allowed: issue.values } : {};
  // What a rule of several members says of one that is absent is said in its own words.
  if (value === undefined && issue.code !== "custom")
    return { code: "required", message: `${field} is required`, ...allowed };

  switch (issue.code) {
    case "invalid_value":
      return { code: "not_allowed", message: `${field} must be ${listChoices(issue.values)}`, ...allowed };
    case "invalid_type":
      if (issue.expected === "int")
        return { code: "not_whole", message: `${field} must be a whole number`, ...boundsOf(leaf) };
      return { code: "invalid_type", message: `${field} must be ${withArticle(issue.expected)}` };
    case "too_big":
    case "too_small":
      return describeBounds(issue, field, leaf);
    case "invalid_union":
      // Zod's own words say nothing.
      return {
        code: "invalid",
        message: `${field} ${issue.message === "Invalid input" ? "is not valid" : issue.message}`,
      };
    case "invalid_format":
      return { code: "invalid_format", message: `${field} ${issue.message}` };
    case "custom":
      return { code: String(issue.params?.code ?? "invalid"), message: `${field} ${issue.message}` };
    default:
      return { code: "invalid", message: `${field} is not valid` };
  }
}

function describeBounds(
  issue: Extract<Issue, { code: "too_big" | "too_small" }>,
  field: string,
  leaf: z.ZodType | undefined,
): Fault {
  // A whole number that programs would round has a bound that no schema states.
  const unstated = issue.code === "too_big" ? { max: Number(issue.maximum) } : {};
  const bounds = { ...unstated, ...boundsOf(leaf) };
  if (issue.origin === "string" || issue.origin === "array") {
    const unit = issue.origin === "string" ? "characters" : "items";
    const code = issue.code === "too_big" ? "too_long" : "too_short";
    return { code, message: `${field} must have ${between(bounds, "to")} ${unit}`, ...bounds };
  }
  return { code: "out_of_range", message: `${field} must be ${between(bounds, "and")}`, ...bounds };
}

function between({ min, max }: Bounds, word: "and" | "to"): string {
  if (min === undefined) return `at most ${max}`;
  if (max === undefined) return `at least ${min}`;
  return word === "and" ? `between ${min} and ${max}` : `${min} to ${max}`;
}

type Bounds = { min?: number; max?: number };

/** Bounds of a number, or of a string's or array's length. */
function boundsOf(leaf: z.ZodType | undefined): Bounds {
  const limits = (leaf ?? {}) as Partial<
    Record<"minValue" | "maxValue" | "minLength" | "maxLength", number | null>
  >;
  const items = itemsOf(leaf);
  const min = limits.minValue ?? limits.minLength ?? items.minimum ?? Number.NEGATIVE_INFINITY;
  const max = limits.maxValue ?? limits.maxLength ?? items.maximum ?? Number.POSITIVE_INFINITY;
  return { ...(min > Number.MIN_SAFE_INTEGER && { min }), ...(max < Number.MAX_SAFE_INTEGER && { max }) };
}

/** What an array's own checks say of its length; unlike a string it has no members for it. */
function itemsOf(leaf: z.ZodType | undefined): { minimum?: number; maximum?: number } {
  const checks = leaf?._zod.def.checks ?? [];
  return Object.assign({}, ...checks.map((check) => check._zod.def));
}

function listChoices(values: readonly unknown[]): string {
  const words = values.map((value) => JSON.stringify(value));
  return words.length === 1
    ? String(words[0])
    : `one of ${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
}

function withArticle(expected: string): string {
  const words: Record<string, string> = {
    boolean: "true or false",
    object: "an object",
    record: "an object",
    array: "an array",
  };
  return words[expected] ?? `a ${expected}`;
}

/** The schema that stands at a path, without its wrappers (optional, nullable, preprocess). */
function findSchema(schema: z.ZodType, path: readonly PropertyKey[]): z.ZodType | undefined {
  let at: z.ZodType | undefined = unwrap(schema);
  for (const key of path) {
    const def: { type?: string; shape?: Record<PropertyKey, z.ZodType>; element?: z.ZodType } =
      at?._zod.def ?? {};
    const next: z.ZodType | undefined = def.type === "array" ? def.element : def.shape?.[key];
    if (next === undefined) return undefined;
    at = unwrap(next);
  }
  return at;
}

function unwrap(schema: z.ZodType): z.ZodType {
  const def = schema._zod.def as { innerType?: z.ZodType; out?: z.ZodType };
  const inner = def.innerType ?? def.out;
  return inner === undefined ? schema : unwrap(inner);
}

/** Parses an input; throws `validation_failed` with every fault by its field. `root` names the whole input (`form`, `body`). */
export function requireValid<S extends z.ZodType>(schema: S, input: unknown, root: string): z.output<S> {
  const parsed = schema.safeParse(input);
  if (parsed.success) return parsed.data;
  const details = listFieldErrors(schema, input, parsed.error.issues, root);
  throw new ServiceError("validation_failed", details[0]?.message ?? `The ${root} is not valid`, { details });
}
