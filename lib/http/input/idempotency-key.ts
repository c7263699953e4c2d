import type { ErrorDetail } from "@/lib/platform/errors";
import type { ApiRequest } from "../exchange";

export const idempotencyKeyHeader = "Idempotency-Key";
export const maxIdempotencyKeyLength = 255;

const printable = /^[ -~]*$/;

/** The request's idempotency key; undefined without one. What cannot be one is added to `details`. */
export function readIdempotencyKey(
  headers: ApiRequest["headers"],
  details: ErrorDetail[],
): string | undefined {
  const key = headers[idempotencyKeyHeader.toLowerCase()];
  if (key === undefined) return undefined;
  const field = idempotencyKeyHeader;
  const bounds = { min: 1, max: maxIdempotencyKeyLength };
  if (key.length < bounds.min || key.length > bounds.max) {
    const code = key.length < bounds.min ? "too_short" : "too_long";
    details.push({
      field,
      code,
      message: `${field} must have ${bounds.min} to ${bounds.max} characters`,
      ...bounds,
    });
  } else if (!printable.test(key)) {
    details.push({ field, code: "invalid_format", message: `${field} must be printable ASCII, like a UUID` });
  }
  return key;
}
