import { recordAudit } from "@/lib/accounts";
import {
  type AuditAction,
  accountGone,
  type Caller,
  type Environment,
  type Permission,
} from "@/lib/accounts/schema";
import { sql, type Transaction } from "@/lib/platform/db";
import { ServiceError } from "@/lib/platform/errors";
import { isId } from "@/lib/platform/ids";
import { type ApiKeyResource, maxKeys, maxStoredKeys } from "./schema";

/** A stored key as all but the look-up see it. */
export interface StoredKey {
  id: string;
  name: string;
  description: string | null;
  environment: Environment;
  permissions: Permission[];
  rate_limit: number;
  preview: string;
  is_active: boolean;
  expires_at: Date | null;
  last_used_at: Date | null;
  /** Null as soon as the value before no longer works. */
  previous_until: Date | null;
  created_at: Date;
  updated_at: Date;
  is_expired: boolean;
}

/** Columns of `StoredKey`; what depends on the time is judged by the database's clock. */
export const keyColumns = `id, name, description, environment, permissions, rate_limit, preview, is_active, expires_at,
  last_used_at, CASE WHEN previous_valid_until > now() THEN previous_valid_until END AS previous_until,
  created_at, updated_at, coalesce(expires_at <= now(), false) AS is_expired`;

/** What of an account's keys a caller sees: a sandbox key those of the sandbox, every other caller all of them. */
const isVisible = "account_id = $1 AND (environment = $2 OR $2 = 'production')";

/** Everything that leaves, and nothing else. */
export function presentKey(row: StoredKey): ApiKeyResource {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    environment: row.environment,
    permissions: row.permissions,
    rateLimit: row.rate_limit,
    preview: row.preview,
    isActive: row.is_active,
    expiresAt: row.expires_at?.toISOString() ?? null,
    lastUsedAt: row.last_used_at?.toISOString() ?? null,
    ...(row.previous_until && { previousKeyExpiresAt: row.previous_until.toISOString() }),
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}

/** All keys that the caller sees, the newest first. */
export async function selectKeys(caller: Caller): Promise<StoredKey[]> {
  const { rows } = await sql.query<StoredKey>(
    `SELECT ${keyColumns} FROM api_key WHERE ${isVisible} ORDER BY created_at DESC, id DESC`,
    [caller.accountId, caller.environment],
  );
  return rows;
}

/** The key that the caller names; throws `not_found` where there is none that it sees. */
export async function requireKey(
  connection: Pick<Transaction, "query">,
  caller: Caller,
  id: string,
): Promise<StoredKey> {
  if (!isId(id)) throw missingKey();
  const { rows } = await connection.query<StoredKey>(
    `SELECT ${keyColumns} FROM api_key WHERE ${isVisible} AND id = $3`,
    [caller.accountId, caller.environment, id],
  );
  if (rows[0] === undefined) throw missingKey();
  return rows[0];
}

function missingKey(): ServiceError {
  return new ServiceError("not_found", "There is no API key with this id");
}

/** Appends who did what to a key, in the change's own transaction. */
export function recordKeyAudit(
  tx: Transaction,
  { accountId, key, userId }: Caller,
  action: AuditAction & `key.${string}`,
  subjectId: string,
): Promise<void> {
  return recordAudit(tx, { accountId, userId, keyId: key?.id, action, subjectId });
}

/** Lets the changes of an account's keys happen one after the other, in every process. Throws for a deleted account. */
export async function lockAccount(tx: Transaction, accountId: string): Promise<void> {
  const { rowCount } = await tx.query("SELECT FROM account WHERE id = $1 FOR NO KEY UPDATE", [accountId]);
  if (rowCount === 0) throw accountGone();
}

/**
 * Throws `quota_exceeded` where one more active key would be too many, or one more at all. Exact only under
 * `lockAccount`, and as a statement after it: a statement that waits for a lock counts what was there before.
 */
export async function requireRoom(
  tx: Transaction,
  accountId: string,
  wish: { isNew: boolean },
): Promise<void> {
  const { rows } = await tx.query<{ active: number; stored: number }>(
    `SELECT (count(*) FILTER (WHERE is_active AND coalesce(expires_at > now(), true)))::int AS active,
       count(*)::int AS stored FROM api_key WHERE account_id = $1`,
    [accountId],
  );
  const { active = 0, stored = 0 } = rows[0] ?? {};
  if (active >= maxKeys) {
    throw quotaError(`All ${maxKeys} active keys of the account are used`, maxKeys, active);
  }
  if (wish.isNew && stored >= maxStoredKeys) {
    throw quotaError(
      `The account keeps ${maxStoredKeys} keys, those included that are off`,
      maxStoredKeys,
      stored,
    );
  }
}

function quotaError(message: string, limit: number, used: number): ServiceError {
  return new ServiceError("quota_exceeded", message, {
    details: [{ field: "keys", code: "quota_exceeded", message, limit, used }],
    hint: "Delete a key that is no longer used, or switch one off.",
  });
}
