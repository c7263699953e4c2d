import type { Environment, Permission } from "@/lib/accounts/schema";
import type { Plan } from "@/lib/plans";
import { type Executor, sql } from "@/lib/platform/db";

export interface KeyRow {
  id: string;
  name: string;
  description: string | null;
  environment: Environment;
  permissions: Permission[];
  rateLimit: number;
  preview: string;
  isActive: boolean;
  expiresAt: Date | null;
  lastUsedAt: Date | null;
  /** Null once the previous value no longer works. */
  previousUntil: Date | null;
  createdAt: Date;
  updatedAt: Date;
  isExpired: boolean;
}

/** Whatever depends on the time is judged by the database's clock. */
const columns = `id, name, description, environment, permissions, rate_limit AS "rateLimit", preview,
  is_active AS "isActive", expires_at AS "expiresAt", last_used_at AS "lastUsedAt",
  CASE WHEN previous_valid_until > now() THEN previous_valid_until END AS "previousUntil",
  created_at AS "createdAt", updated_at AS "updatedAt", coalesce(expires_at <= now(), false) AS "isExpired"`;

/** A sandbox key sees the sandbox's keys, every other caller all keys of the account. */
const isVisible = "account_id = $1 AND (environment = $2 OR $2 = 'production')";

export async function listKeyRows(accountId: string, environment: Environment): Promise<KeyRow[]> {
  const { rows } = await sql.query<KeyRow>(
    `SELECT ${columns} FROM api_key WHERE ${isVisible} ORDER BY created_at DESC, id DESC`,
    [accountId, environment],
  );
  return rows;
}

export async function findKeyRow(
  tx: Executor,
  accountId: string,
  environment: Environment,
  id: string,
): Promise<KeyRow | null> {
  const { rows } = await tx.query<KeyRow>(`SELECT ${columns} FROM api_key WHERE ${isVisible} AND id = $3`, [
    accountId,
    environment,
    id,
  ]);
  return rows[0] ?? null;
}

/** Locks the account, so that changes of its keys happen one after the other; false for a deleted one. */
export async function lockAccountOfKeys(tx: Executor, accountId: string): Promise<boolean> {
  const { rowCount } = await tx.query("SELECT FROM account WHERE id = $1 FOR NO KEY UPDATE", [accountId]);
  return rowCount === 1;
}

/**
 * How many keys an account has in all and active. Exact only after `lockAccountOfKeys`, as a statement of its own: one that
 * waits for a lock counts what was there before.
 */
export async function countKeys(
  tx: Executor,
  accountId: string,
): Promise<{ active: number; stored: number }> {
  const { rows } = await tx.query<{ active: number; stored: number }>(
    `SELECT (count(*) FILTER (WHERE is_active AND coalesce(expires_at > now(), true)))::int AS active,
       count(*)::int AS stored FROM api_key WHERE account_id = $1`,
    [accountId],
  );
  return rows[0] ?? { active: 0, stored: 0 };
}

export async function hasPassed(tx: Executor, time: Date): Promise<boolean> {
  const { rows } = await tx.query<{ passed: boolean }>("SELECT $1::timestamptz <= now() AS passed", [time]);
  return rows[0]?.passed ?? false;
}

export type NewKeyRow = Pick<
  KeyRow,
  "id" | "name" | "description" | "environment" | "permissions" | "rateLimit" | "expiresAt" | "preview"
> & { accountId: string; keyHash: Buffer };

export async function insertKeyRow(tx: Executor, key: NewKeyRow): Promise<KeyRow> {
  const { rows } = await tx.query<KeyRow>(
    `INSERT INTO api_key (id, account_id, name, description, environment, permissions, rate_limit, expires_at,
       key_hash, preview) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) RETURNING ${columns}`,
    [
      ...[key.id, key.accountId, key.name, key.description, key.environment, key.permissions],
      ...[key.rateLimit, key.expiresAt, key.keyHash, key.preview],
    ],
  );
  return rows[0] as KeyRow;
}

/** Replaces a key's value; the previous one works for `graceSeconds` more, an earlier one no longer. */
export async function replaceKeyValue(
  tx: Executor,
  id: string,
  value: { keyHash: Buffer; preview: string },
  graceSeconds: number,
): Promise<KeyRow> {
  const { rows } = await tx.query<KeyRow>(
    `UPDATE api_key SET key_hash = $2, preview = $3, updated_at = now(),
       previous_key_hash = CASE WHEN $4::int > 0 THEN key_hash END,
       previous_valid_until = CASE WHEN $4::int > 0 THEN now() + make_interval(secs => $4::int) END
     WHERE id = $1 RETURNING ${columns}`,
    [id, value.keyHash, value.preview, graceSeconds],
  );
  return rows[0] as KeyRow;
}

export async function updateKeyRow(tx: Executor, key: KeyRow): Promise<KeyRow> {
  const { rows } = await tx.query<KeyRow>(
    `UPDATE api_key SET name = $2, description = $3, permissions = $4, rate_limit = $5, is_active = $6,
       updated_at = now()
     WHERE id = $1 RETURNING ${columns}`,
    [key.id, key.name, key.description, key.permissions, key.rateLimit, key.isActive],
  );
  return rows[0] as KeyRow;
}

export async function deleteKeyRow(tx: Executor, id: string): Promise<void> {
  await tx.query("DELETE FROM api_key WHERE id = $1", [id]);
}

/** A key as the database has it at this moment, with its account's plan; both flags by the database's clock. */
export interface AuthenticationRow {
  id: string;
  accountId: string;
  plan: Plan;
  environment: Environment;
  permissions: string[];
  rateLimit: number;
  expiresAt: Date | null;
  isActive: boolean;
  isExpired: boolean;
  isUseDue: boolean;
}

const authenticationColumns = `k.id, k.account_id AS "accountId", a.plan, k.environment, k.permissions,
  k.rate_limit AS "rateLimit", k.expires_at AS "expiresAt", k.is_active AS "isActive",
  coalesce(k.expires_at <= now(), false) AS "isExpired",
  coalesce(k.last_used_at < now() - interval '1 minute', true) AS "isUseDue"`;

const selectKeysByHash = `SELECT k.key_hash AS hash, ${authenticationColumns} FROM api_key k JOIN account a ON a.id = k.account_id
        WHERE k.key_hash = ANY((SELECT $1::bytea[])::bytea[])
      UNION ALL
      SELECT k.previous_key_hash, ${authenticationColumns} FROM api_key k JOIN account a ON a.id = k.account_id
        WHERE k.previous_key_hash = ANY((SELECT $1::bytea[])::bytea[]) AND k.previous_valid_until > now()`;

/**
 * The keys with one of these hashes, also of a previous value in its grace period. Two index scans: joined by OR they take
 * twice the time. The hashes are in a sub-select, hidden from the planner, which would otherwise plan each execution for their
 * number.
 */
export async function listKeysByHash(
  hashes: readonly Buffer[],
): Promise<(AuthenticationRow & { hash: Buffer })[]> {
  const { rows } = await sql.query<AuthenticationRow & { hash: Buffer }>({
    name: "list_api_keys_by_hash",
    text: selectKeysByHash,
    values: [hashes],
  });
  return rows;
}

/** Records that keys were used, at most once per minute and key; locks them by id, so that two processes don't deadlock. */
export async function touchKeys(ids: readonly string[]): Promise<void> {
  await sql.query({
    name: "touch_api_keys",
    text: `UPDATE api_key SET last_used_at = now() WHERE id IN (
        SELECT id FROM api_key
        WHERE id = ANY($1::uuid[]) AND coalesce(last_used_at < now() - interval '1 minute', true)
        ORDER BY id FOR NO KEY UPDATE)`,
    values: [ids],
  });
}
