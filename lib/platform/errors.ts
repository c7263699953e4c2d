/** Every error code of the service; `lib/http/errors.ts` maps each to its HTTP status. */
export const errorCodes = [
  "invalid_request",
  "validation_failed",
  "invalid_content",
  "invalid_url",
  "content_too_long",
  "size_too_small",
  "contrast_too_low",
  "invalid_logo",
  "not_scannable",
  "immutable_field",
  "bulk_limit_exceeded",
  "slug_reserved",
  "alias_limit",
  "invalid_domain",
  "domain_not_verified",
  "webhook_url_not_public",
  "missing_api_key",
  "invalid_api_key",
  "expired_api_key",
  "inactive_api_key",
  "not_signed_in",
  "insufficient_permission",
  "plan_required",
  "quota_exceeded",
  "sandbox_forbidden",
  "sandbox_required",
  "not_found",
  "method_not_allowed",
  "payload_too_large",
  "unsupported_media_type",
  "request_timeout",
  "misdirected_request",
  "slug_taken",
  "domain_taken",
  "domain_in_use",
  "idempotency_in_progress",
  "idempotency_key_reused",
  "gone",
  "rate_limited",
  "internal_error",
  "unavailable",
] as const;

export type ErrorCode = (typeof errorCodes)[number];

/** One fault at one place. `field` is a dotted path (`settings.frame.size`); bounds stand beside it (`min`, `max`, `allowed`). */
export interface ErrorDetail {
  field: string;
  code: string;
  message: string;
  [bound: string]: unknown;
}

/** Every warning of the service; `lib/pictures/schema.ts` says when each is returned. */
export const warningCodes = [
  "low_contrast",
  "inverted_colors",
  "light_frame",
  "busy_logo",
  "dense_logo",
  "small_quiet_zone",
  "frame_requires_pro",
  "static_image_changed",
  "local_base_url",
  "parameter_ignored",
  "apex_domain",
  "mixed_script",
] as const;

export type WarningCode = (typeof warningCodes)[number];

/** Something that was drawn or stored all the same, and that its owner should know. */
export interface Warning {
  code: WarningCode;
  field: string;
  message: string;
}

export interface ServiceErrorOptions {
  details?: ErrorDetail[];
  /** What to change, in one sentence. */
  hint?: string;
  /** Whole seconds after which the same call can succeed. */
  retryAfterSeconds?: number;
  cause?: unknown;
}

/** The one error that domain and pure code throw; its message is read by the client, so it names no internals. */
export class ServiceError extends Error {
  override readonly name = "ServiceError";
  readonly details: ErrorDetail[] | undefined;
  readonly hint: string | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(
    readonly code: ErrorCode,
    message: string,
    options: ServiceErrorOptions = {},
  ) {
    super(message, { cause: options.cause });
    this.details = options.details;
    this.hint = options.hint;
    this.retryAfterSeconds = options.retryAfterSeconds;
  }
}

/** A `ServiceError` about one field: the detail carries the same message. */
export function fieldError(
  code: ErrorCode,
  detail: ErrorDetail,
  options: Omit<ServiceErrorOptions, "details"> = {},
): ServiceError {
  return new ServiceError(code, detail.message, { ...options, details: [detail] });
}

/** Details of one error at most: a request with ten thousand faults needs no more, and costs little. */
export const maxDetails = 100;

/**
 * One error for several faults of one request: their details together, none twice, 100 at most. The code is their own
 * when all share one, else `validation_failed`; the message is the first fault's, with the number of the others.
 */
export function mergeErrors(faults: readonly [ServiceError, ...ServiceError[]]): ServiceError {
  const [first] = faults;
  const details: ErrorDetail[] = [];
  const codes = new Set([first.code]);
  const known = new Set<string>();
  for (const fault of faults) {
    for (const detail of fault.details ?? []) {
      const fact = `${detail.field}\0${detail.message}`;
      if (known.has(fact) || details.length >= maxDetails) continue;
      known.add(fact);
      codes.add(fault.code);
      details.push(detail);
    }
  }
  if (codes.size === 1 && details.length < 2) return first;
  const code = codes.size === 1 ? first.code : "validation_failed";
  const words = details[0]?.message ?? first.message;
  const message = details.length > 1 ? `${words} (and ${details.length - 1} more, see details)` : words;
  return new ServiceError(code, message, {
    details,
    ...(first.hint === undefined ? {} : { hint: first.hint }),
  });
}

/** The same error for a caller who knows its fields by other names; `rename` is given every text of it. */
export function renameFields(
  { code, message, details, hint, retryAfterSeconds }: ServiceError,
  rename: (text: string) => string,
): ServiceError {
  const renameAny = (value: unknown): unknown =>
    Array.isArray(value) ? value.map(renameAny) : typeof value === "string" ? rename(value) : value;
  const renameAll = (detail: ErrorDetail) =>
    Object.fromEntries(
      Object.entries(detail).map(([name, value]) => [name, renameAny(value)]),
    ) as ErrorDetail;
  return new ServiceError(code, rename(message), {
    ...(details && { details: details.map(renameAll) }),
    ...(hint !== undefined && { hint: rename(hint) }),
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
  });
}

/**
 * An address as the WHATWG URL standard reads it, or null.
 *
 * Stands in for `URL.canParse`, which in Node 20 refuses every address with a letter such as "ü" once it has been called some
 * thousand times: V8's optimized call gives the parser Latin-1 where it expects UTF-8. `URL.parse` comes with Node 22.
 */
export function parseUrl(text: string, base?: string): URL | null {
  try {
    return new URL(text, base);
  } catch {
    return null;
  }
}
