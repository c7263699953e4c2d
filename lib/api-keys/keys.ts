import { recordAudit } from "@/lib/accounts";
import { type AuditAction, accountGone, type Caller } from "@/lib/accounts/schema";
import { hasApiAccess } from "@/lib/plans";
import { type BeforeCommit, type Executor, sql, transaction } from "@/lib/platform/db";
import { type ErrorDetail, fieldError, ServiceError } from "@/lib/platform/errors";
import { isId, newId } from "@/lib/platform/ids";
import { hashKeyValue, newKeyValue, previewOf } from "./key-value";
import {
  countKeys,
  deleteKeyRow,
  findKeyRow,
  hasPassed,
  insertKeyRow,
  type KeyRow,
  listKeyRows,
  lockAccountOfKeys,
  replaceKeyValue,
  updateKeyRow,
} from "./queries";
import {
  type ApiKeyChange,
  type ApiKeyResource,
  type IssuedApiKey,
  maxKeys,
  maxRateLimit,
  maxStoredKeys,
  type NewApiKey,
  newApiKeySchema,
  type Rotation,
} from "./schema";
import { requireNotStronger, requireWithin } from "./strength";

type Wish = Pick<NewApiKey, "name" | "permissions" | "environment"> & {
  description: string | null;
  rateLimit: number;
  expiresAt: Date | null;
};

/**
 * Creates a key and shows its value once; a missing expiry or limit is the caller's. Throws `plan_required`,
 * `sandbox_forbidden`, `insufficient_permission` for a key stronger than the caller, `validation_failed` for a past
 * expiry, `quota_exceeded`.
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
    const issued = {
      ...presentKey(
        await insertKeyRow(tx, { id: newId(), accountId: caller.accountId, ...wish, ...stored(value) }),
      ),
      apiKey: value,
    };
    await recordKeyAudit(tx, caller, "key.created", issued.id);
    await beforeCommit?.(tx, issued);
    return issued;
  }, caller.accountId);
}

/**
 * Gives a key a new value, shown once; the previous one works for `graceSeconds` more. Throws `not_found`,
 * `plan_required`, `insufficient_permission` for a key stronger than the caller, `validation_failed` for an expired
 * key.
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
      rateLimit: key.rateLimit,
      expiresAt: key.expiresAt,
    });
    requireAlive(key);
    const value = newKeyValue(key.environment);
    const issued = {
      ...presentKey(await replaceKeyValue(tx, id, stored(value), graceSeconds)),
      apiKey: value,
    };
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

async function requireFuture(tx: Executor, expiresAt: Date | null): Promise<void> {
  if (expiresAt !== null && (await hasPassed(tx, expiresAt))) throw pastExpiry();
}

function pastExpiry(): ServiceError {
  return fieldError(
    "validation_failed",
    { field: "expiresAt", code: "not_in_future", message: "expiresAt must be in the future" },
    { hint: "Send a later time, or leave expiresAt out." },
  );
}

/**
 * Faults of a new key that can be found although the schema refused other members. `createKey` checks the expiry again,
 * by the database's clock.
 */
export function validateNewKey(input: Record<string, unknown>, now: Date): ServiceError[] {
  const { data, success } = newApiKeySchema.shape.expiresAt.safeParse(input.expiresAt);
  return success && typeof data === "string" && new Date(data) <= now ? [pastExpiry()] : [];
}

function requireAlive(key: KeyRow): void {
  if (!key.isExpired) return;
  throw fieldError(
    "validation_failed",
    { field: "id", code: "expired", message: "This key has expired, so a new value would not work either" },
    { hint: "Create a new key." },
  );
}

/** The account's keys, the newest first; a sandbox key sees those of the sandbox alone. */
export async function listKeys(caller: Caller): Promise<ApiKeyResource[]> {
  return (await listKeyRows(caller.accountId, caller.environment)).map(presentKey);
}

/** Throws `not_found`, also for another account's key, and for a production key that a sandbox key asks for. */
export async function getKey(caller: Caller, id: string): Promise<ApiKeyResource> {
  return presentKey(await requireKey(sql, caller, id));
}

/**
 * Changes what is given; a change of nothing leaves `updatedAt`. Throws `not_found`, `immutable_field`,
 * `insufficient_permission` where the key is or would become stronger than the caller, `quota_exceeded` for one active
 * key too many.
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
    const switchesOn = wanted.isActive && !key.isActive && !key.isExpired;
    if (switchesOn) await requireRoom(tx, caller.accountId, { isNew: false });
    const changed = await updateKeyRow(tx, wanted);
    await recordKeyAudit(tx, caller, "key.changed", id);
    return presentKey(changed);
  }, caller.accountId);
}

/** Deletes a key for good; it is refused from the next request on. Throws `not_found`. */
export async function deleteKey(caller: Caller, id: string): Promise<void> {
  await transaction(async (tx) => {
    await lockAccount(tx, caller.accountId);
    await requireKey(tx, caller, id);
    await deleteKeyRow(tx, id);
    await recordKeyAudit(tx, caller, "key.deleted", id);
  }, caller.accountId);
}

function strengthOf({ permissions, rateLimit, expiresAt }: KeyRow) {
  return { permissions, rateLimit, expiresAt };
}

function requireImmutable(key: KeyRow, change: ApiKeyChange): void {
  const details: ErrorDetail[] = [];
  const refuse = (field: string) => {
    const message = `${field} can't be changed; make a new key instead`;
    details.push({ field, code: "immutable_field", message });
  };
  if (change.environment !== undefined && change.environment !== key.environment) refuse("environment");
  if (change.expiresAt !== undefined && timeOf(change.expiresAt) !== (key.expiresAt?.getTime() ?? null)) {
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

function merge(key: KeyRow, change: ApiKeyChange): KeyRow {
  return {
    ...key,
    name: change.name ?? key.name,
    description: change.description === undefined ? key.description : change.description,
    permissions: change.permissions ?? key.permissions,
    rateLimit: change.rateLimit ?? key.rateLimit,
    isActive: change.isActive ?? key.isActive,
  };
}

function isSame(one: KeyRow, other: KeyRow): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** The key that the caller names; throws `not_found` if there is none that it sees. */
async function requireKey(tx: Executor, caller: Caller, id: string): Promise<KeyRow> {
  const key = isId(id) ? await findKeyRow(tx, caller.accountId, caller.environment, id) : null;
  if (key === null) throw new ServiceError("not_found", "There is no API key with this id");
  return key;
}

/** Makes changes of an account's keys happen one after the other, in every process. Throws for a deleted account. */
async function lockAccount(tx: Executor, accountId: string): Promise<void> {
  if (!(await lockAccountOfKeys(tx, accountId))) throw accountGone();
}

/** Throws `quota_exceeded` if one more active key would be too many, or one more at all; only after `lockAccount`. */
async function requireRoom(tx: Executor, accountId: string, wish: { isNew: boolean }): Promise<void> {
  const { active, stored } = await countKeys(tx, accountId);
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

function stored(value: string) {
  return { keyHash: hashKeyValue(value), preview: previewOf(value) };
}

function recordKeyAudit(
  tx: Executor,
  { accountId, key, userId }: Caller,
  action: AuditAction & `key.${string}`,
  subjectId: string,
): Promise<void> {
  return recordAudit(tx, { accountId, userId, keyId: key?.id, action, subjectId });
}

function quotaError(message: string, limit: number, used: number): ServiceError {
  return new ServiceError("quota_exceeded", message, {
    details: [{ field: "keys", code: "quota_exceeded", message, limit, used }],
    hint: "Delete a key that is no longer used, or switch one off.",
  });
}

/** Everything that leaves, and nothing else. */
function presentKey(row: KeyRow): ApiKeyResource {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    environment: row.environment,
    permissions: row.permissions,
    rateLimit: row.rateLimit,
    preview: row.preview,
    isActive: row.isActive,
    expiresAt: row.expiresAt?.toISOString() ?? null,
    lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
    ...(row.previousUntil && { previousKeyExpiresAt: row.previousUntil.toISOString() }),
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}
