import { isOutOfReach } from "@/lib/platform/database-errors";
import { env } from "@/lib/platform/env";
import { type ErrorCode, ServiceError } from "@/lib/platform/errors";
import { log } from "@/lib/platform/log";

/** Errors of status 400: what the request itself has wrong. */
const requestFaults = {
  invalid_request: {
    status: 400,
    title: "The request cannot be read",
    meaning:
      "The body is not JSON in UTF-8, is nested more than 32 levels deep, names a member twice or has more than 5,000 values (a bulk call: 100,000); or the query has broken percent-escapes. JSON that is no object is `validation_failed`.",
    remedy: "Send one valid JSON object, encoded as UTF-8, with each member named once.",
  },
  validation_failed: {
    status: 400,
    title: "A value is missing or not allowed",
    meaning:
      "One or more fields are missing, of the wrong type or outside their bounds. `details` lists every one with its bounds.",
    remedy: "Correct the fields listed in details and send the request again.",
  },
  invalid_content: {
    status: 400,
    title: "The content does not fit its type",
    meaning:
      "A structured content string (wifi, contact, email, sms, vcard) is not a JSON object, lacks a required key or holds a value that cannot be encoded.",
    remedy:
      "Change what details names. Content of type wifi or contact is a JSON object serialised into a string.",
  },
  invalid_url: {
    status: 400,
    title: "The address is not an absolute web address",
    meaning: "Content of type url is an absolute address with the scheme http or https.",
    remedy: "Send a whole address that begins with https:// or http://, without spaces or backslashes.",
  },
  content_too_long: {
    status: 400,
    title: "The content does not fit a QR code",
    meaning:
      "Content has at most 4,096 characters, an address 2,048, and once encoded at most 2,953 bytes at level L, 2,331 at M, 1,663 at Q and 1,273 at H (a logo needs H).",
    remedy: "Shorten the content, leave out the logo, or ask for a lower error correction level.",
  },
  size_too_small: {
    status: 400,
    title: "The image is too small for its content",
    meaning:
      "A module of the code, quiet zone included, needs at least 2 pixels, and a PNG of a stored code its `minSize`. `details` names the smallest size that serves as `min`.",
    remedy: "Use at least the size given as min in details, or shorten the content.",
  },
  contrast_too_low: {
    status: 400,
    title: "The colours are too alike",
    meaning:
      "The WCAG contrast ratio of dark and light is under 1.5, or the colours differ in hue but hardly in brightness. Scanners see brightness only.",
    remedy:
      "Make dark darker or light lighter, up to at least the ratio given as min in details. At 3 or more there is no warning.",
  },
  invalid_logo: {
    status: 400,
    title: "The logo cannot be used",
    meaning:
      "A logo is one still PNG, JPEG or WebP picture as a base64 data URL, at most 512 KiB decoded and 2,048 by 2,048 pixels.",
    remedy:
      "Send data:image/png;base64,… (or jpeg, webp) with a picture of that very format within the limits.",
  },
  not_scannable: {
    status: 400,
    title: "The finished image does not scan",
    meaning:
      "Every image with a logo, shapes or custom colours is decoded before it is sent. This one did not decode to its content.",
    remedy:
      "Change the setting named in details: a smaller logo, stronger contrast, square modules or a larger size.",
  },
  immutable_field: {
    status: 400,
    title: "This field cannot be changed",
    meaning:
      "`type` and `isDynamic` of a stored code, `environment` and `expiresAt` of a key are set when it is created.",
    remedy: "Leave the field out or send its current value. For a different value, create a new code or key.",
  },
  bulk_limit_exceeded: {
    status: 400,
    title: "Too many items in one call",
    meaning: "A bulk call takes 1 to 100 items.",
    remedy: "Split the items over several calls of at most 100.",
  },
  slug_reserved: {
    status: 400,
    title: "The slug is a reserved word",
    meaning:
      "The slug is a name that the service or other software uses as an address, such as `docs` or `report`.",
    remedy: "Choose another slug.",
  },
  invalid_domain: {
    status: 400,
    title: "The host can't be used as a domain",
    meaning:
      "The host must be a full public host name that you own. IP addresses, single labels, public suffixes such as `co.uk`, local names and the service's own host are refused.",
    remedy:
      "Send a host name below a domain that you own, such as `go.example.com`, without scheme, port or path.",
  },
  domain_not_verified: {
    status: 400,
    title: "The domain is not verified",
    meaning:
      "The account has no domain with this host, its ownership isn't proved yet, or the operator suspended it.",
    remedy:
      "Add the domain and verify it, or leave `domain` out; a suspended one takes no codes until the operator resumes it.",
  },
  alias_limit: {
    status: 400,
    title: "The code has too many aliases",
    meaning: "Earlier short URLs of a code stay valid, at most 10 of them, the generated one included.",
    remedy: "Change back to one of the code's aliases, or create another code.",
  },
  webhook_url_not_public: {
    status: 400,
    title: "The webhook address is not public",
    meaning:
      "The host of the webhook's URL resolves to an address that is not public, or the URL points to this service. The error does not say which address is at fault.",
    remedy: "Use an https address that anyone on the internet can reach.",
  },
} satisfies Partial<Record<ErrorCode, ErrorEntry>>;

/** The one table of the service's errors: HTTP status, words for people, and the page /docs/errors. */
export const errorCatalogue: Record<ErrorCode, ErrorEntry> = {
  ...requestFaults,
  missing_api_key: {
    status: 401,
    title: "No API key was sent",
    meaning: "The authenticated interface needs the header `Authorization: Bearer <API key>`.",
    remedy: "Send the header Authorization: Bearer followed by your API key.",
  },
  invalid_api_key: {
    status: 401,
    title: "The API key is not known",
    meaning:
      "The key is mistyped, was deleted, was rotated or was never issued; or the Authorization header is not one of the form `Bearer <API key>`.",
    remedy:
      "Send one header Authorization: Bearer followed by the whole key, or make a new key; keys are shown only once.",
  },
  expired_api_key: {
    status: 401,
    title: "The API key has expired",
    meaning: "The key's `expiresAt` has passed.",
    remedy: "Create a new key; a rotation keeps the expiry of the old one.",
  },
  inactive_api_key: {
    status: 401,
    title: "The API key is switched off",
    meaning: "The key's `isActive` is false.",
    remedy: "Switch the key on again or use another.",
  },
  not_signed_in: {
    status: 401,
    title: "You are not signed in",
    meaning:
      "The address belongs to the dashboard and needs its session, which has ended or was never started. API keys don't work there.",
    remedy: "Sign in and try again; programs use the API with a key.",
  },
  insufficient_permission: {
    status: 403,
    title: "The key may not do this",
    meaning:
      "The key lacks the permission named as `requiredPermission` in details, or would create, change or rotate a key stronger than itself. A form sent from another site's page also gets this error.",
    remedy: "Use a key that holds the permission named in details.",
  },
  plan_required: {
    status: 403,
    title: "The plan does not include this",
    meaning: "The API needs the Developer or Pro plan. Slugs and domains need Starter or a larger plan.",
    remedy:
      "Change to a plan that includes it; existing keys, slugs and domains are kept, and keys work again at once.",
  },
  quota_exceeded: {
    status: 403,
    title: "A limit of the account is reached",
    meaning:
      "The account has reached its limit for codes, dynamic codes, keys, webhooks, domains, tags or released slugs. Existing ones keep working.",
    remedy: "Delete what is no longer needed or change to a larger plan.",
  },
  sandbox_forbidden: {
    status: 403,
    title: "A sandbox key may not do this",
    meaning:
      "Sandbox keys cannot make production keys or touch production data, and sandbox codes have no slugs and domains.",
    remedy: "Use a production key.",
  },
  sandbox_required: {
    status: 403,
    title: "This works with a sandbox key only",
    meaning: "Scans can be simulated in the sandbox only.",
    remedy: "Use a sandbox key (qr_test_…).",
  },
  not_found: {
    status: 404,
    title: "There is nothing here",
    meaning:
      "The path does not exist, or what it names does not exist, has expired, or belongs to another account.",
    remedy: "Check the path and the id.",
  },
  method_not_allowed: {
    status: 405,
    title: "The path does not have this method",
    meaning: "The path exists, but not with this method. The header `Allow` lists those it has.",
    remedy: "Use one of the methods listed in the Allow header.",
  },
  request_timeout: {
    status: 408,
    title: "The request took too long to arrive",
    meaning: "Headers and body must have arrived within 15 seconds.",
    remedy: "Send the request again over a steadier connection.",
  },
  domain_taken: {
    status: 409,
    title: "The domain is taken",
    meaning: "Another account has proved that the host is its own, and its TXT record is still there.",
    remedy: "Remove the other account's TXT record from your DNS, wait until it has gone, then verify again.",
  },
  domain_in_use: {
    status: 409,
    title: "The domain is in use",
    meaning: "Codes have their short URL or an alias on this domain; the details say how many.",
    remedy: "Send `moveTo` with the id of another domain, or `service`, to move them first.",
  },
  slug_taken: {
    status: 409,
    title: "The slug is taken",
    meaning:
      "Another code has this slug (letter case is ignored), or another account's code had it in the last 365 days and may have it in print.",
    remedy: "Choose another slug.",
  },
  idempotency_in_progress: {
    status: 409,
    title: "The same request is still running",
    meaning:
      "An earlier request with this Idempotency-Key is still running. If the service crashed, this lasts at most 60 seconds.",
    remedy: "Send the same request again after as many seconds as the Retry-After header says.",
  },
  gone: {
    status: 410,
    title: "This is no longer available",
    meaning:
      "The dynamic code has expired or its owner has switched it off; or the cursor points to events that the feed no longer has.",
    remedy: "Ask the person who printed the code; read the feed without after, or with after=now.",
  },
  payload_too_large: {
    status: 413,
    title: "The body is too large",
    meaning: "A body has at most 1 MiB; a bulk create at most 10 MiB, a bulk delete at most 64 kB.",
    remedy: "Send less at once; a smaller logo usually does it.",
  },
  unsupported_media_type: {
    status: 415,
    title: "The body is not declared as JSON",
    meaning: "A body is sent as `Content-Type: application/json` in UTF-8, without a Content-Encoding.",
    remedy: "Send the header Content-Type: application/json and the body uncompressed.",
  },
  misdirected_request: {
    status: 421,
    title: "This host name is not served here",
    meaning: "The Host header is neither the service's own address nor one of its aliases.",
    remedy: "Call the service by its own address.",
  },
  idempotency_key_reused: {
    status: 422,
    title: "The Idempotency-Key belongs to another request",
    meaning:
      "The key was used on this path within the last 24 hours with a different body. Bodies are compared byte by byte.",
    remedy: "Use a new key for a new request. To repeat a request, send exactly the same body.",
  },
  rate_limited: {
    status: 429,
    title: "Too many requests",
    meaning:
      "The hourly limit is used up, or the IP address made more than 60 calls per minute without a valid key. `X-RateLimit-Reset` says when the limit resets.",
    remedy: "Wait as many seconds as the Retry-After header says; the same request then succeeds.",
  },
  internal_error: {
    status: 500,
    title: "Something went wrong on our side",
    meaning: "The request was understood, but answering it failed. The fault is logged under `requestId`.",
    remedy: "Try again; if it persists, report the requestId.",
  },
  unavailable: {
    status: 503,
    title: "The service cannot answer right now",
    meaning:
      "Something the response needs, usually the database, is unreachable or overloaded. If the connection broke midway, the change may or may not be stored. With an `Idempotency-Key` you can repeat the POST safely.",
    remedy: "Send the same request again after as many seconds as the Retry-After header says.",
  },
};

interface ErrorEntry {
  status: number;
  title: string;
  /** When it is answered. */
  meaning: string;
  /** What the caller does about it; also the `hint` of an answer that brings none of its own. */
  remedy: string;
}

export interface Problem {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/**
 * The answer to anything thrown while a request was answered (decisions §4). What is not a `ServiceError` becomes
 * 503 `unavailable` when the database or its connection failed, else 500 `internal_error`; both are logged under
 * the request id, and the answer tells nothing of them.
 */
export function presentProblem(thrown: unknown, requestId: string): Problem {
  const error = thrown instanceof ServiceError ? thrown : hideFault(thrown, requestId);
  const entry = errorCatalogue[error.code];
  const headers: Record<string, string> = {};
  if (error.retryAfterSeconds !== undefined) headers["Retry-After"] = String(error.retryAfterSeconds);
  if (entry.status === 401) headers["WWW-Authenticate"] = "Bearer";
  const body = JSON.stringify({
    error: error.message,
    code: error.code,
    details: error.details?.length ? error.details : undefined,
    hint: error.hint ?? entry.remedy,
    docs: `${env.baseUrl}/docs/errors#${error.code}`,
    requestId,
  });
  return { status: entry.status, headers, body };
}

const retryAfterSeconds = 2;

function hideFault(thrown: unknown, requestId: string): ServiceError {
  if (isOutOfReach(thrown)) {
    log.warn({ requestId, err: thrown }, "answered unavailable");
    return new ServiceError("unavailable", "The service cannot answer right now", { retryAfterSeconds });
  }
  log.error({ requestId, err: thrown }, "answered internal_error");
  return new ServiceError("internal_error", "Something went wrong on our side");
}
