import type { Schemas } from "./types.js";

/** Stable names of what can go wrong; `unexpected_answer` is one that the service did not write, as by a proxy. */
export type ErrorCode = Schemas["Error"]["code"] | "unexpected_answer";

interface Refusal {
  status: number;
  code: ErrorCode;
  requestId?: string | undefined;
  details?: Schemas["ErrorDetail"][] | undefined;
  hint?: string | undefined;
  docs?: string | undefined;
  retryAfterSeconds?: number | undefined;
}

/** The service answered, and refused. */
export class QuietzoneError extends Error {
  override readonly name = "QuietzoneError";
  readonly status: number;
  /** For programs; `/docs/errors` of the service lists them. */
  readonly code: ErrorCode;
  /** To be quoted when a fault is reported. */
  readonly requestId: string | undefined;
  /** Every fault of the request, one for each field. */
  readonly details: readonly Schemas["ErrorDetail"][];
  /** What to change. */
  readonly hint: string | undefined;
  /** The page of the code. */
  readonly docs: string | undefined;
  /** When the same call can succeed. */
  readonly retryAfterSeconds: number | undefined;

  constructor(message: string, refusal: Refusal) {
    super(message);
    this.status = refusal.status;
    this.code = refusal.code;
    this.requestId = refusal.requestId;
    this.details = refusal.details ?? [];
    this.hint = refusal.hint;
    this.docs = refusal.docs;
    this.retryAfterSeconds = refusal.retryAfterSeconds;
  }
}

/** No whole answer came: the service is out of reach, the connection broke, or it took too long. */
export class QuietzoneConnectionError extends Error {
  override readonly name = "QuietzoneConnectionError";
  /** For programs. */
  readonly code = "unreachable";
  /** What to change. */
  readonly hint = "Check that the service runs and that baseUrl is its address.";
}

/** What to do about an answer that the service didn't write. */
export const baseUrlHint = "Set baseUrl to the address at which the service itself answers.";

/** The refusal that an answer is. */
export function readRefusal(response: Response, text: string): QuietzoneError {
  if (isRedirect(response)) return refuseRedirect(response);
  const { status, headers } = response;
  const body = parse(text);
  const requestId = headers.get("x-request-id") ?? undefined;
  const known = { status, requestId, retryAfterSeconds: readRetryAfter(headers.get("retry-after")) };
  if (typeof body?.code !== "string") {
    return new QuietzoneError(`${status} without an error of the service`, {
      ...known,
      code: "unexpected_answer",
      hint: baseUrlHint,
    });
  }
  const { error, code, details, hint, docs } = body;
  return new QuietzoneError(error ?? code, { ...known, code, details, hint, docs });
}

/** Browsers keep to themselves what kind of redirect it is and where it leads: its status is 0 there. */
function isRedirect({ type, status }: Response): boolean {
  return type === "opaqueredirect" || (status >= 300 && status < 400);
}

function refuseRedirect({ status, headers, url }: Response): QuietzoneError {
  const location = headers.get("location");
  const message =
    `The address answered with a redirect${location === null ? "" : ` to ${location}`}: ${url}. ` +
    "The client follows none: set baseUrl to the address at which the service itself answers";
  return new QuietzoneError(message, { status, code: "unexpected_answer", hint: baseUrlHint });
}

function parse(text: string): Partial<Schemas["Error"]> | undefined {
  try {
    return JSON.parse(text) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Seconds; a proxy may also name an instant. */
function readRetryAfter(value: string | null): number | undefined {
  if (value === null) return undefined;
  const seconds = /^\d+$/.test(value) ? Number(value) : (Date.parse(value) - Date.now()) / 1000;
  return Number.isFinite(seconds) ? Math.max(0, seconds) : undefined;
}
