import { expect } from "vitest";
import type { Executor } from "@/lib/platform/db";
import { sql } from "@/lib/platform/db";

/** Resolves once another connection waits for a lock that this one holds. */
export async function untilBlocked(holder: Executor): Promise<void> {
  const { pid } = (await holder.query("SELECT pg_backend_pid() AS pid")).rows[0];
  const text = "SELECT count(*)::int AS n FROM pg_stat_activity WHERE $1 = ANY(pg_blocking_pids(pid))";
  await expect.poll(async () => (await sql.query(text, [pid])).rows[0].n).toBeGreaterThan(0);
}
