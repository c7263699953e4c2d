import type { Caller } from "@/lib/accounts/schema";
import { sql, type Transaction, transaction } from "@/lib/platform/db";
import { type ErrorDetail, ServiceError } from "@/lib/platform/errors";
import {
  keyColumns,
  lockAccount,
  presentKey,
  recordKeyAudit,
  requireKey,
  requireRoom,
  type StoredKey,
  selectKeys,
} from "./rows";
import type { ApiKeyChange, ApiKeyResource } from "./schema";
import { requireNotStronger, requireWithin } from "./strength";

/** The account's keys, the newest first; a sandbox key sees those of the sandbox alone. */
export async function listKeys(caller: Caller): Promise<ApiKeyResource[]> {
  return (await selectKeys(caller)).map(presentKey);
}

/** Throws `not_found`, also for another account's key, and for a production key that a sandbox key asks for. */
export async function getKey(caller: Caller, id: string): Promise<ApiKeyResource> {
  return presentKey(await requireKey(sql, caller, id));
}

/**
 * Changes what is given; a change of nothing leaves `updatedAt`. Throws `not_found`, `immutable_field` for another
 * environment or expiry, `insufficient_permission` where the key is or would become stronger than the caller, and
 * `quota_exceeded` where switching it on would be one active key too many.
 */
export async function updateKey(caller: Caller, id: string, change: ApiKeyChange): Promise<ApiKeyResource> {
  return transaction(async (tx) => {
    await lockAccount(tx, caller.accountId);
    const key = await requireKey(tx, caller, id);
    requireNotStronger(caller, strengthOf(key));
    requireImmutable(key, change);
    const wanted = merge(key, change);
    if (isSame(key, wanted)) return presentKey(key);
    requireWithin(caller, strengthOf(wanted));
    const switchesOn = wanted.is_active && !key.is_active && !key.is_expired;
    if (switchesOn) await requireRoom(tx, caller.accountId, { isNew: false });
    const changed = await storeChange(tx, wanted);
    await recordKeyAudit(tx, caller, "key.changed", id);
    return presentKey(changed);
  }, caller.accountId);
}

/** Deletes a key for good; it is refused from the next request on. Throws `not_found`. */
export async function deleteKey(caller: Caller, id: string): Promise<void> {
  await transaction(async (tx) => {
    await lockAccount(tx, caller.accountId);
    await requireKey(tx, caller, id);
    await tx.query("DELETE FROM api_key WHERE id = $1", [id]);
    await recordKeyAudit(tx, caller, "key.deleted", id);
  }, caller.accountId);
}

function strengthOf({ permissions, rate_limit, expires_at }: StoredKey) {
  return { permissions, rateLimit: rate_limit, expiresAt: expires_at };
}

function requireImmutable(key: StoredKey, change: ApiKeyChange): void {
  const details: ErrorDetail[] = [];
  const refuse = (field: string) => {
    const message = `${field} can't be changed; make a new key instead`;
    details.push({ field, code: "immutable_field", message });
  };
  if (change.environment !== undefined && change.environment !== key.environment) refuse("environment");
  if (change.expiresAt !== undefined && timeOf(change.expiresAt) !== (key.expires_at?.getTime() ?? null)) {
    refuse("expiresAt");
  }
  if (details[0] !== undefined) {
    const hint = "Leave the field out or send its present value; make a new key to have another.";
    throw new ServiceError("immutable_field", details[0].message, { details, hint });
  }
}

function timeOf(text: string | null): number | null {
  return text === null ? null : new Date(text).getTime();
}

function merge(key: StoredKey, change: ApiKeyChange): StoredKey {
  return {
    ...key,
    name: change.name ?? key.name,
    description: change.description === undefined ? key.description : change.description,
    permissions: change.permissions ?? key.permissions,
    rate_limit: change.rateLimit ?? key.rate_limit,
    is_active: change.isActive ?? key.is_active,
  };
}

function isSame(one: StoredKey, other: StoredKey): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

async function storeChange(tx: Transaction, wanted: StoredKey): Promise<StoredKey> {
  const { name, description, permissions, rate_limit, is_active } = wanted;
  const { rows } = await tx.query<StoredKey>(
    `UPDATE api_key SET name = $2, description = $3, permissions = $4, rate_limit = $5, is_active = $6,
       updated_at = now()
     WHERE id = $1 RETURNING ${keyColumns}`,
    [wanted.id, name, description, permissions, rate_limit, is_active],
  );
  return rows[0] as StoredKey;
}
