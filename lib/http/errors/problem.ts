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

/** SQLSTATE classes 08, 53, 57P and states 40001, 40P01, 57014, 25006, 58030 (PostgreSQL, appendix A). */
const passingState = /^(?:08...|53...|57P..|40001|40P01|57014|25006|58030)$/;
const connectionCode =
  /^(?:ECONN|ETIMEDOUT|EPIPE|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|P1001|P1002|P1008|P1017|P2024)/;
const connectionWords =
  /connection (?:terminated|timeout)|timeout exceeded when trying to connect|client has encountered a connection error|query read timeout|cannot use a pool after calling end/i;

/** Whether the database or the way to it failed, rather than our code; looks through causes and aggregates. */
function isOutOfReach(thrown: unknown, depth = 0): boolean {
  if (!(thrown instanceof Error) || depth > 4) return false;
  const { code, errors, syscall } = thrown as { code?: unknown; errors?: unknown; syscall?: unknown };
  if (syscall === "connect") return true;
  if (typeof code === "string" && (passingState.test(code) || connectionCode.test(code))) return true;
  if (connectionWords.test(thrown.message)) return true;
  if (Array.isArray(errors) && errors.some((error) => isOutOfReach(error, depth + 1))) return true;
  return isOutOfReach(thrown.cause, depth + 1);
}
