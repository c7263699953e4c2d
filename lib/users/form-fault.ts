import { fieldError, type ServiceError } from "@/lib/platform/errors";

/** One fault of one field of a form. */
export function formFault(field: string, code: string, message: string): ServiceError {
  return fieldError("validation_failed", { field, code, message });
}
