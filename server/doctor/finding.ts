/** What one check found. */
export interface Finding {
  check: string;
  status: "ok" | "warning" | "failed";
  /** What was found, and where it is not ok what to do. */
  says: string;
}

/** The findings of one check, by its name. */
export function findingsOf(check: string) {
  const find =
    (status: Finding["status"]) =>
    (says: string): Finding => ({ check, status, says });
  return { ok: find("ok"), warning: find("warning"), failed: find("failed") };
}

/** The reason at the root of an error: fetch wraps the socket's, and one of several addresses has no message. */
export function describeCause(error: unknown): string {
  const { cause, message, code } = error as NodeJS.ErrnoException;
  if (cause instanceof Error) return describeCause(cause);
  return message || code || "no reason given";
}

/** Runs a check; what it throws is its failure. Each bounds its own time. */
export async function runCheck(check: string, work: () => Promise<Finding[]>): Promise<Finding[]> {
  try {
    return await work();
  } catch (error) {
    return [findingsOf(check).failed((error as Error).message)];
  }
}
