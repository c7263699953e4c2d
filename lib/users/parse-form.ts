import type { z } from "zod";
import { fieldError, ServiceError } from "@/lib/platform/errors";
import { listFieldErrors } from "@/lib/platform/field-errors";

/** What a form holds, checked; throws `validation_failed` with every fault at once, named by its field. */
export function parseForm<S extends z.ZodType>(schema: S, input: unknown): z.output<S> {
  const parsed = schema.safeParse(input);
  if (parsed.success) return parsed.data;
  const details = listFieldErrors(schema, input, parsed.error.issues, "form");
  throw new ServiceError("validation_failed", details[0]?.message ?? "The form is not valid", { details });
}

/** One fault of one field of a form. */
export function formFault(field: string, code: string, message: string): ServiceError {
  return fieldError("validation_failed", { field, code, message });
}
