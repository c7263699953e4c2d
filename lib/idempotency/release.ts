import { sql } from "@/lib/platform/db";
import { log } from "@/lib/platform/log";
import type { Lease } from "./lease";

const release = {
  name: "release_idempotency_lease",
  text: `DELETE FROM idempotency_key
    WHERE account_id = $1 AND scope = $2 AND key = $3 AND lease = $4 AND status IS NULL`,
};

/**
 * Gives up a request that changed nothing, so that the next one runs at once. An answer that was kept after all (the
 * connection broke at the commit) stays. Never rejects: without a database the lease ends by itself.
 */
export async function releaseRequest({ accountId, scope, key, token }: Lease): Promise<void> {
  try {
    await sql.query({ ...release, values: [accountId, scope, key, token] });
  } catch (err) {
    log.warn({ err }, "an idempotency lease could not be released; it ends by itself");
  }
}
