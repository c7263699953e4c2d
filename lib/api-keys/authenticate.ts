import type { Caller, Permission } from "@/lib/accounts/schema";
import { createBatcher } from "@/lib/platform/batch-loader";
import { ServiceError } from "@/lib/platform/errors";
import { log } from "@/lib/platform/log";
import { oncePerProcess } from "@/lib/platform/process-state";
import { hashKeyValue, isKeyValue } from "./key-value";
import { type AuthenticationRow, listKeysByHash, touchKeys } from "./queries";

/** RFC 6750 §2.1, the scheme in any case. */
const bearerPattern = /^bearer +(\S+)$/i;

/**
 * Finds the caller by the header `Authorization`, in one query and never from a cache. Throws, in this order:
 * `missing_api_key`, `invalid_api_key`, `inactive_api_key`, `expired_api_key`. Does not check the plan.
 */
export async function authenticateKey(authorization: string | undefined): Promise<Caller> {
  const header = authorization?.trim();
  if (!header) throw new ServiceError("missing_api_key", "No API key was sent");
  const value = bearerPattern.exec(header)?.[1];
  if (value === undefined) {
    throw new ServiceError(
      "invalid_api_key",
      "The Authorization header is not of the form Bearer <API key>",
      {
        hint: "Send one header Authorization: Bearer followed by your API key.",
      },
    );
  }
  const row = isKeyValue(value) ? await findKeyByHash(hashKeyValue(value)) : undefined;
  if (row === undefined) throw new ServiceError("invalid_api_key", "The API key is not known");
  if (!row.isActive) throw new ServiceError("inactive_api_key", "The API key is switched off");
  if (row.isExpired) throw new ServiceError("expired_api_key", "The API key has expired");
  if (row.isUseDue) recordKeyUse(row.id);
  return callerOf(row);
}

function callerOf(row: AuthenticationRow): Caller {
  return {
    accountId: row.accountId,
    plan: row.plan,
    environment: row.environment,
    key: {
      id: row.id,
      permissions: row.permissions as Permission[],
      rateLimit: row.rateLimit,
      expiresAt: row.expiresAt,
    },
  };
}

const findRow = oncePerProcess("api-key-look-ups", () =>
  createBatcher<Buffer, AuthenticationRow | undefined>({
    name: "find key",
    ask: listInOrder,
    maxBatch: 64,
    // A second one, so that nobody waits for a slow first.
    maxRunning: 2,
    maxWaiting: 5_000,
  }),
);

/**
 * The key whose current value, or previous value in its grace period, has this hash. Nothing is cached, so a revoked
 * key fails at the next request; under load calls share statements.
 */
export function findKeyByHash(hash: Buffer): Promise<AuthenticationRow | undefined> {
  return findRow(hash);
}

/** One row for each hash, in their order; many requests come with the same key. */
async function listInOrder(hashes: readonly Buffer[]): Promise<(AuthenticationRow | undefined)[]> {
  const names = hashes.map((hash) => hash.toString("latin1"));
  const distinct = [...new Map(names.map((name, place) => [name, hashes[place]])).values()];
  const rows = await listKeysByHash(distinct as Buffer[]);
  const found = new Map(rows.map((row) => [row.hash.toString("latin1"), row]));
  return names.map((name) => found.get(name));
}

/** Uses gather for so long before they are written together. */
const gatherMs = 1_000;

const uses = oncePerProcess("api-key-uses", () => ({
  pending: new Set<string>(),
  timer: undefined as NodeJS.Timeout | undefined,
  writing: Promise.resolve(),
}));

/** Remembers that a key was used; written within about a second, off the request's path. */
function recordKeyUse(id: string): void {
  uses.pending.add(id);
  uses.timer ??= setTimeout(() => void flushKeyUses(), gatherMs).unref();
}

/** Writes the recorded uses, at most one per minute and key. Never rejects: what fails is logged and written later. */
export function flushKeyUses(): Promise<void> {
  clearTimeout(uses.timer);
  uses.timer = undefined;
  // One after the other, so that a caller that awaits this has everything stored that was recorded before.
  uses.writing = uses.writing.then(writeUses);
  return uses.writing;
}

async function writeUses(): Promise<void> {
  if (uses.pending.size === 0) return;
  const ids = [...uses.pending];
  uses.pending.clear();
  try {
    await touchKeys(ids);
  } catch (err) {
    log.warn({ err, count: ids.length }, "the last uses of API keys could not be written");
  }
}
