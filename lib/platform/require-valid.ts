import type { z } from "zod";
import { ServiceError } from "./errors";
import { listFieldErrors } from "./field-errors";

/**
 * What a schema makes of an input; throws `validation_failed` with every fault at once, named by its field. `root` names
 * the place when the whole input is of the wrong kind (`form`, `body`).
 */
export function requireValid<S extends z.ZodType>(schema: S, input: unknown, root: string): z.output<S> {
  const parsed = schema.safeParse(input);
  if (parsed.success) return parsed.data;
  const details = listFieldErrors(schema, input, parsed.error.issues, root);
  throw new ServiceError("validation_failed", details[0]?.message ?? `The ${root} is not valid`, { details });
}
