/** SQLSTATE classes 08, 53, 57P and states 40001, 40P01, 57014, 25006, 58030 (PostgreSQL, appendix A). */
const passingState = /^(?:08...|53...|57P..|40001|40P01|57014|25006|58030)$/;
const connectionCode =
  /^(?:ECONN|ETIMEDOUT|EPIPE|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|P1001|P1002|P1008|P1017|P2024)/;
const connectionWords =
  /connection (?:terminated|timeout)|timeout exceeded when trying to connect|client has encountered a connection error|query read timeout|cannot use a pool after calling end/i;

/** What ends one statement or one transaction alone. */
const ofOneStatement = /^(?:40001|40P01|57014|25006)$/;

/** Whether nobody knows what the connection is busy with: to ask it for anything more could take long, or for ever. */
export function isConnectionInDoubt(thrown: unknown): boolean {
  const { code } = (thrown ?? {}) as { code?: unknown };
  return isOutOfReach(thrown) && !(typeof code === "string" && ofOneStatement.test(code));
}

/** Whether the way to the database is lost, and not just one statement: the next one would fail, too. */
export function isDisconnection(thrown: unknown): boolean {
  return isConnectionInDoubt(thrown) && !/query read timeout/i.test((thrown as Error).message);
}

/** Whether the database or the way to it failed, rather than our code; looks through causes and aggregates. */
export function isOutOfReach(thrown: unknown, depth = 0): boolean {
  if (!(thrown instanceof Error) || depth > 4) return false;
  const { code, errors, syscall } = thrown as { code?: unknown; errors?: unknown; syscall?: unknown };
  if (syscall === "connect") return true;
  if (typeof code === "string" && (passingState.test(code) || connectionCode.test(code))) return true;
  if (connectionWords.test(thrown.message)) return true;
  if (Array.isArray(errors) && errors.some((error) => isOutOfReach(error, depth + 1))) return true;
  return isOutOfReach(thrown.cause, depth + 1);
}
