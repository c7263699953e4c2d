import { openConnection, queryTimeoutMs } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { log } from "@/lib/platform/log";
import { refuseEncryption } from "@/lib/platform/secrets";
import { KeyFault, keyCheck, requireEncryptionKey } from "./encryption-key";

/** A database that cannot be asked is asked again after this time. */
const askAgainMs = 5_000;

/** Whether Next runs without our server, which would have checked its key before. */
export function isMount(): boolean {
  return !keyCheck.isChecked;
}

/**
 * The check of our server's start, for Next where it runs without it: whether the encryption key here is the
 * database's. Until that is known, and where it is not, whatever would seal a secret answers `unavailable`; short URLs and all
 * else go on, because no printed code dies of a wrong setting. What is wrong stands in the log.
 */
export async function checkMountKey(): Promise<void> {
  if (keyCheck.isChecked) return;
  refuseEncryption(true);
  if (env.databaseUrl === undefined) {
    return log.fatal(
      {},
      "there is no database: set DATABASE_URL, or start the service by npm start, which brings one",
    );
  }
  const connection = openConnection("quietzone start", { query_timeout: queryTimeoutMs });
  connection.on("error", () => {});
  try {
    await connection.connect();
    await requireEncryptionKey(connection);
    refuseEncryption(false);
  } catch (error) {
    if (error instanceof KeyFault) return log.fatal({ err: error }, error.message);
    log.warn({ err: error }, "the database cannot tell yet whether the encryption key is its own");
    setTimeout(checkMountKey, askAgainMs).unref();
  } finally {
    connection.end().catch(() => undefined);
  }
}
