import { createMigratedDatabase } from "@/e2e/support/database";

/** Gives each run a migrated database on the server that `run-guards.ts` has started for all of them. */
export default async function setup(): Promise<() => Promise<void>> {
  const { url, drop } = await createMigratedDatabase();
  process.env.DATABASE_URL = url;
  return drop;
}
