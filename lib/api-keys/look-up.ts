import { isOutOfReach } from "@/lib/platform/database-faults";
import { sql } from "@/lib/platform/db";
import { ServiceError } from "@/lib/platform/errors";
import { oncePerProcess } from "@/lib/platform/process-state";

/** A key as the database has it at this moment, with its account's plan. */
export interface KeyRow {
  id: string;
  account_id: string;
  plan: string;
  environment: string;
  permissions: string[];
  rate_limit: number;
  expires_at: Date | null;
  is_active: boolean;
  /** Both by the database's clock. */
  is_expired: boolean;
  is_use_due: boolean;
}

interface Waiting {
  hash: Buffer;
  resolve: (row: KeyRow | undefined) => void;
  reject: (error: unknown) => void;
}

/** Hashes of one statement at most. */
const maxBatch = 64;
/** Statements in flight at once: a second one, so that nobody waits for a slow first. */
const maxRunning = 2;
/** Requests that may wait; about what a database at work answers in a second. */
const maxWaiting = 5_000;

const lookUps = oncePerProcess("api-key-look-ups", () => ({ waiting: [] as Waiting[], running: 0 }));

/**
 * The key whose value, or whose value before its last rotation while its grace lasts, has this hash. Every call is a
 * question to the database asked after the call: nothing is remembered, so a revoked key is dead at the next request.
 * Under load several calls share one statement: while others are in flight the next one gathers.
 */
export function findKeyByHash(hash: Buffer): Promise<KeyRow | undefined> {
  if (lookUps.waiting.length >= maxWaiting) {
    const busy = new ServiceError("unavailable", "Too many requests are waiting", { retryAfterSeconds: 2 });
    return Promise.reject(busy);
  }
  return new Promise((resolve, reject) => {
    lookUps.waiting.push({ hash, resolve, reject });
    if (lookUps.running < maxRunning) void askInBatches();
  });
}

async function askInBatches(): Promise<void> {
  lookUps.running += 1;
  while (lookUps.waiting.length > 0) {
    const batch = lookUps.waiting.splice(0, maxBatch);
    try {
      const rows = await selectKeys(batch.map(({ hash }) => hash));
      for (const [place, { resolve }] of batch.entries()) resolve(rows.get(place + 1));
    } catch (error) {
      // Who waits for a database that is away would wait out its timeout once more, batch after batch.
      const failed = isOutOfReach(error) ? [...batch, ...lookUps.waiting.splice(0)] : batch;
      for (const { reject } of failed) reject(error);
    }
  }
  lookUps.running -= 1;
}

const columns = `k.id, k.account_id, a.plan, k.environment, k.permissions, k.rate_limit, k.expires_at, k.is_active,
  coalesce(k.expires_at <= now(), false) AS is_expired,
  coalesce(k.last_used_at < now() - interval '1 minute', true) AS is_use_due`;

const selectByHashes = {
  name: "select_api_keys_by_hash",
  text: `WITH wanted AS MATERIALIZED (SELECT hash, place::int FROM unnest($1::bytea[]) WITH ORDINALITY AS w(hash, place))
    SELECT w.place, ${columns} FROM wanted w
      JOIN api_key k ON k.key_hash = w.hash JOIN account a ON a.id = k.account_id
    UNION ALL
    SELECT w.place, ${columns} FROM wanted w
      JOIN api_key k ON k.previous_key_hash = w.hash AND k.previous_valid_until > now()
      JOIN account a ON a.id = k.account_id`,
};

/** By the place of the hash in the list, from 1. */
async function selectKeys(hashes: Buffer[]): Promise<Map<number, KeyRow>> {
  const { rows } = await sql.query<KeyRow & { place: number }>({ ...selectByHashes, values: [hashes] });
  return new Map(rows.map((row) => [row.place, row]));
}
