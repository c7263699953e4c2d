import type { Caller } from "@/lib/accounts/schema";
import { hasApiAccess } from "@/lib/plans";
import { type BeforeCommit, type Transaction, transaction } from "@/lib/platform/db";
import { fieldError, ServiceError } from "@/lib/platform/errors";
import { newId } from "@/lib/platform/ids";
import { hashKeyValue, newKeyValue, previewOf } from "./key-value";
import {
  keyColumns,
  lockAccount,
  presentKey,
  recordKeyAudit,
  requireKey,
  requireRoom,
  type StoredKey,
} from "./rows";
import { type IssuedApiKey, maxRateLimit, type NewApiKey, newApiKeySchema, type Rotation } from "./schema";
import { requireNotStronger, requireWithin } from "./strength";

/** A new key with every default filled in. */
type Wish = Pick<NewApiKey, "name" | "permissions" | "environment"> & {
  description: string | null;
  rateLimit: number;
  expiresAt: Date | null;
};

/**
 * Makes a key and shows its value this once. What is left out is the caller's: its expiry, and its limit where that is
 * below the default. Throws `plan_required`, `sandbox_forbidden`, `insufficient_permission` for anything stronger than
 * the caller, `validation_failed` for an expiry that has passed by the database's clock, `quota_exceeded`.
 */
export async function createKey(
  caller: Caller,
  input: NewApiKey,
  beforeCommit?: BeforeCommit<IssuedApiKey>,
): Promise<IssuedApiKey> {
  requireApiAccess(caller);
  requireEnvironment(caller, input);
  const wish = fillIn(caller, input);
  requireWithin(caller, wish);
  return transaction(async (tx) => {
    await lockAccount(tx, caller.accountId);
    await requireFuture(tx, wish.expiresAt);
    await requireRoom(tx, caller.accountId, { isNew: true });
    const value = newKeyValue(wish.environment);
    const issued = { ...presentKey(await insertKey(tx, caller.accountId, wish, value)), apiKey: value };
    await recordKeyAudit(tx, caller, "key.created", issued.id);
    await beforeCommit?.(tx, issued);
    return issued;
  }, caller.accountId);
}

/**
 * Gives a key a new value and shows it this once. The value before works for `graceSeconds` more, one before that no
 * longer. Throws `not_found`, `plan_required`, `insufficient_permission` for a key stronger than the caller, and
 * `validation_failed` for one that has expired, since no value would bring it back.
 */
export async function rotateKey(
  caller: Caller,
  id: string,
  { graceSeconds }: Rotation,
  beforeCommit?: BeforeCommit<IssuedApiKey>,
): Promise<IssuedApiKey> {
  requireApiAccess(caller);
  return transaction(async (tx) => {
    await lockAccount(tx, caller.accountId);
    const key = await requireKey(tx, caller, id);
    requireNotStronger(caller, {
      permissions: key.permissions,
      rateLimit: key.rate_limit,
      expiresAt: key.expires_at,
    });
    requireAlive(key);
    const value = newKeyValue(key.environment);
    const issued = { ...presentKey(await replaceValue(tx, id, value, graceSeconds)), apiKey: value };
    await recordKeyAudit(tx, caller, "key.rotated", id);
    await beforeCommit?.(tx, issued);
    return issued;
  }, caller.accountId);
}

/** The operator may make keys ahead of a change of plan: until then they are refused at every use. */
function requireApiAccess({ plan, key, userId }: Caller): void {
  const isOperator = key === null && userId === undefined;
  if (isOperator || hasApiAccess(plan)) return;
  throw new ServiceError("plan_required", "API keys are part of the Developer and Pro plans");
}

function requireEnvironment(caller: Caller, { environment }: NewApiKey): void {
  if (caller.environment === "production" || environment === "sandbox") return;
  throw new ServiceError("sandbox_forbidden", "A sandbox key makes sandbox keys only", {
    details: [
      {
        field: "environment",
        code: "sandbox_forbidden",
        message: 'environment must be "sandbox", because the calling key is one of the sandbox',
        allowed: ["sandbox"],
      },
    ],
    hint: 'Send "environment": "sandbox", or call with a production key.',
  });
}

function fillIn({ key }: Caller, input: NewApiKey): Wish {
  const { expiresAt = key?.expiresAt?.toISOString() ?? null } = input;
  return {
    name: input.name,
    permissions: input.permissions,
    environment: input.environment,
    description: input.description ?? null,
    rateLimit: input.rateLimit ?? Math.min(maxRateLimit, key?.rateLimit ?? maxRateLimit),
    expiresAt: expiresAt === null ? null : new Date(expiresAt),
  };
}

async function requireFuture(tx: Transaction, expiresAt: Date | null): Promise<void> {
  if (expiresAt === null) return;
  const { rows } = await tx.query<{ passed: boolean }>("SELECT $1::timestamptz <= now() AS passed", [
    expiresAt,
  ]);
  if (rows[0]?.passed) throw pastExpiry();
}

/** The fault of an expiry that is not in the future. */
function pastExpiry(): ServiceError {
  return fieldError(
    "validation_failed",
    { field: "expiresAt", code: "not_in_future", message: "expiresAt must be in the future" },
    { hint: "Send a later time, or leave expiresAt out." },
  );
}

/**
 * Faults of a new key that can be seen in raw input although the schema refused other members of it, so that a client
 * learns all of them at once. `createKey` judges the expiry again, by the database's clock.
 */
export function judgeNewKey(input: Record<string, unknown>, now: Date): ServiceError[] {
  const { data, success } = newApiKeySchema.shape.expiresAt.safeParse(input.expiresAt);
  return success && typeof data === "string" && new Date(data) <= now ? [pastExpiry()] : [];
}

function requireAlive(key: StoredKey): void {
  if (!key.is_expired) return;
  throw fieldError(
    "validation_failed",
    { field: "id", code: "expired", message: "This key has expired, so a new value would not work either" },
    { hint: "Make a new key." },
  );
}

async function insertKey(tx: Transaction, accountId: string, wish: Wish, value: string): Promise<StoredKey> {
  const { rows } = await tx.query<StoredKey>(
    `INSERT INTO api_key (id, account_id, name, description, environment, permissions, rate_limit, expires_at,
       key_hash, preview, created_at, updated_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, now(), now()) RETURNING ${keyColumns}`,
    [
      newId(),
      accountId,
      wish.name,
      wish.description,
      wish.environment,
      wish.permissions,
      wish.rateLimit,
      wish.expiresAt,
      hashKeyValue(value),
      previewOf(value),
    ],
  );
  return rows[0] as StoredKey;
}

async function replaceValue(
  tx: Transaction,
  id: string,
  value: string,
  graceSeconds: number,
): Promise<StoredKey> {
  const { rows } = await tx.query<StoredKey>(
    `UPDATE api_key SET key_hash = $2, preview = $3, updated_at = now(),
       previous_key_hash = CASE WHEN $4::int > 0 THEN key_hash END,
       previous_valid_until = CASE WHEN $4::int > 0 THEN now() + make_interval(secs => $4::int) END
     WHERE id = $1 RETURNING ${keyColumns}`,
    [id, hashKeyValue(value), previewOf(value), graceSeconds],
  );
  return rows[0] as StoredKey;
}
