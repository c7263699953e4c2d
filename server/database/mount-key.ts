import { openConnection } from "@/lib/platform/db";
import { log } from "@/lib/platform/log";
import { KeyFault, requireSealingKey, sealing } from "./sealing-key";

/** A database that cannot be asked is asked again after this time. */
const askAgainMs = 10_000;

/**
 * What a server of ours asks at its start, for Next where it runs without one. Throws a sentence where the encryption key here
 * is not the one of the database, or no database is named. A database that is away or not migrated is asked again, so that no page need wait for it; a
 * fault that shows only then ends the process.
 */
export async function requireMountKey(): Promise<void> {
  if (sealing.isChecked) return;
  const connection = openConnection("quietzone start");
  connection.on("error", () => {});
  try {
    await connection.connect();
    await requireSealingKey(connection);
  } catch (error) {
    if (error instanceof KeyFault) throw error;
    log.warn({ err: error }, "the database cannot tell yet whether the encryption key is its own");
    setTimeout(() => requireMountKey().catch(end), askAgainMs).unref();
  } finally {
    await connection.end().catch(() => undefined);
  }
}

function end(error: unknown): void {
  log.fatal({ err: error }, (error as Error).message);
  log.flush();
  process.exit(1);
}
