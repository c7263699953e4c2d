import { sql } from "@/lib/platform/db";
import { createGatherer } from "@/lib/platform/gather";
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

const findRow = oncePerProcess("api-key-look-ups", () =>
  createGatherer<Buffer, KeyRow | undefined>({
    name: "find key",
    ask: selectKeys,
    maxBatch: 64,
    // A second one, so that nobody waits for a slow first.
    maxRunning: 2,
    maxWaiting: 5_000,
  }),
);

/**
 * The key whose value, or whose value before its last rotation while its grace lasts, has this hash. Every call is
 * answered by a statement that begins after the call: nothing is remembered, so a revoked key is dead at the next
 * request. Under load calls share statements: while others are in flight the next one gathers.
 */
export function findKeyByHash(hash: Buffer): Promise<KeyRow | undefined> {
  return findRow(hash);
}

const columns = `k.id, k.account_id, a.plan, k.environment, k.permissions, k.rate_limit, k.expires_at, k.is_active,
  coalesce(k.expires_at <= now(), false) AS is_expired,
  coalesce(k.last_used_at < now() - interval '1 minute', true) AS is_use_due`;

/**
 * Two searches by index; joined by OR they take twice the time. The hashes stand in a sub-select so that they are hidden
 * from the planner: it would else plan each execution anew for their number, which takes longer than the searches.
 */
const selectByHashes = {
  name: "select_api_keys_by_hash",
  text: `SELECT k.key_hash AS hash, ${columns} FROM api_key k JOIN account a ON a.id = k.account_id
      WHERE k.key_hash = ANY((SELECT $1::bytea[])::bytea[])
    UNION ALL
    SELECT k.previous_key_hash, ${columns} FROM api_key k JOIN account a ON a.id = k.account_id
      WHERE k.previous_key_hash = ANY((SELECT $1::bytea[])::bytea[]) AND k.previous_valid_until > now()`,
};

/** One row for each hash, in their order; many requests come with the same key. */
async function selectKeys(hashes: readonly Buffer[]): Promise<(KeyRow | undefined)[]> {
  const names = hashes.map((hash) => hash.toString("latin1"));
  const distinct = [...new Map(names.map((name, place) => [name, hashes[place]])).values()];
  const { rows } = await sql.query<KeyRow & { hash: Buffer }>({ ...selectByHashes, values: [distinct] });
  const found = new Map(rows.map((row) => [row.hash.toString("latin1"), row]));
  return names.map((name) => found.get(name));
}
