import { expect } from "vitest";
import { sql } from "@/lib/platform/db";

/** Resolves once another connection is blocked by the backend `pid`. */
export async function untilBlocked(pid: number): Promise<void> {
  const text = "SELECT count(*)::int AS n FROM pg_stat_activity WHERE $1 = ANY(pg_blocking_pids(pid))";
  await expect.poll(async () => (await sql.query(text, [pid])).rows[0].n).toBeGreaterThan(0);
}
