import { isOutOfReach } from "@/lib/platform/database-faults";
import { env } from "@/lib/platform/env";
import { ServiceError } from "@/lib/platform/errors";
import { log } from "@/lib/platform/log";
import { errorCatalogue } from "./catalogue";

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
  return new ServiceError("internal_error", "Something failed on our side");
}
