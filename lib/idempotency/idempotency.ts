import { createHash } from "node:crypto";
import { z } from "zod";
import { accountGone, type Caller, type Environment } from "@/lib/accounts/schema";
import { type BeforeCommit, type Executor, isSqlState, sql } from "@/lib/platform/db";
import { ServiceError } from "@/lib/platform/errors";
import { newId } from "@/lib/platform/ids";
import { log } from "@/lib/platform/log";
import { databaseSession } from "@/lib/platform/notifications";
import { decryptText, encryptText } from "@/lib/platform/secrets";
import { requireValid } from "@/lib/platform/validation";
import {
  claimLease,
  deleteExpiredKeys,
  deleteLease,
  deleteProgress,
  findHolder,
  findProgressRow,
  type Holder,
  type Lease,
  type Place,
  sumAnswerBytes,
  updateAnswer,
  upsertProgress,
} from "./queries";

/** A request that may come again. */
export interface RepeatableRequest {
  accountId: string;
  environment: Environment;
  /** The key that alone may have the answer; null if any of the account may. */
  owner: string | null;
  /** Method and path as they were sent. */
  address: string;
  /** 1 to 255 characters of printable ASCII. */
  key: string;
  /** The body as it was sent. */
  bytes: Uint8Array;
}

/** An answer as it was first sent: a status of 2xx, its own headers, its body as text. */
interface KeptAnswer {
  status: number;
  headers: Record<string, string>;
  body: string | null;
}

/** The right to run a request, or the answer that it got before. */
export type Claim = { state: "mine"; lease: Lease } | { state: "answered"; answer: KeptAnswer };

/** A holder may let go between the claim and the look at it; then the claim is tried again. */
const maxAttempts = 3;

/**
 * Claims a request for its idempotency key, or finds its answer. Throws `idempotency_in_progress` while the same request runs,
 * at most until its lease or its process's database session ends, and `idempotency_key_reused` for another body. All times are
 * the database's.
 */
export async function claimRequest(request: RepeatableRequest): Promise<Claim> {
  const { accountId, key } = request;
  const lease: Lease = { accountId, scope: scopeOf(request), key, token: newId() };
  const fingerprint = fingerprintOf(request.bytes);
  for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
    const isMine = await claimLease(lease, fingerprint, databaseSession()).catch((error: unknown) => {
      throw isSqlState(error, "23503") ? accountGone() : error;
    });
    if (isMine) return { state: "mine", lease };
    const holder = await findHolder(lease);
    if (holder !== null) return { state: "answered", answer: readAnswer(holder, lease, fingerprint) };
  }
  throw inProgress(1);
}

const maxScopeLength = 255;

/** An address that is too long for its column is known by its hash. */
function scopeOf({ environment, owner, address }: RepeatableRequest): string {
  const whose = owner === null ? environment : `${environment} ${owner}`;
  const scope = `${whose} ${address}`;
  if (scope.length <= maxScopeLength) return scope;
  return `${whose} sha256:${createHash("sha256").update(address).digest("hex")}`;
}

function fingerprintOf(bytes: Uint8Array): Buffer {
  return createHash("sha256").update(bytes).digest();
}

function readAnswer(holder: Holder, lease: Lease, fingerprint: Buffer): KeptAnswer {
  if (!holder.fingerprint.equals(fingerprint)) {
    throw keyReused();
  }
  const { status, answer } = holder;
  if (status === null || answer === null) throw inProgress(waitOf(holder));
  return { status, ...(JSON.parse(decryptText(answer, purposeOf(lease))) as Omit<KeptAnswer, "status">) };
}

/** An answer may hold the value of a new key: it is encrypted, and decrypts at its own place alone. */
function purposeOf({ accountId, scope, key }: Place): string {
  return `idempotency:${accountId}:${scope}:${key}`;
}

function keyReused(): ServiceError {
  return new ServiceError(
    "idempotency_key_reused",
    "This Idempotency-Key was used for a request with another body within 24 hours",
  );
}

/** Most requests end within a second; one that has run long is likelier dead. So wait as long again, at most its lease. */
function waitOf({ secondsRun, secondsLeft }: Holder): number {
  return Math.max(1, Math.ceil(Math.min(secondsRun, secondsLeft)));
}

function inProgress(retryAfterSeconds: number): ServiceError {
  return new ServiceError("idempotency_in_progress", "The same request is still running", {
    retryAfterSeconds,
  });
}

/** Smaller answers are bounded by how many requests an account may send. */
const smallBytes = 64 * 1024;
/** Kept answers of one account; larger ones than `smallBytes` come from bulk calls with many logos. */
const maxKeptBytes = 256 * 1024 * 1024;

/** Throws `quota_exceeded` if the account's kept answers leave no room for a large one. */
async function requireRoom(tx: Executor, accountId: string, bytes: number): Promise<void> {
  if (bytes <= smallBytes) return;
  if ((await sumAnswerBytes(tx, accountId)) + bytes <= maxKeptBytes) return;
  throw new ServiceError(
    "quota_exceeded",
    "The stored responses for this account's idempotency keys would exceed 256 MiB. Nothing was stored",
    {
      hint: "Send the request without an Idempotency-Key, or try again when older responses have expired after 24 hours.",
    },
  );
}

/**
 * Keeps an answer in the transaction of its change. Throws `idempotency_in_progress` if another process has taken the lease
 * over, and `quota_exceeded` if the account's kept answers fill their room; either undoes the change.
 */
export async function keepAnswer(
  tx: Executor,
  lease: Lease,
  answer: { status: number; headers: Record<string, string>; body: string | Uint8Array | null },
): Promise<void> {
  const { status, headers, body } = answer;
  if (body instanceof Uint8Array) throw new TypeError("only answers of text are kept");
  const encrypted = encryptText(JSON.stringify({ headers, body }), purposeOf(lease));
  await requireRoom(tx, lease.accountId, encrypted.length);
  if (!(await updateAnswer(tx, lease, status, encrypted))) throw leaseLost();
}

/** Another process holds the lease by now. */
function leaseLost(): ServiceError {
  return new ServiceError(
    "idempotency_in_progress",
    "This request took too long, and the same one runs again",
    { retryAfterSeconds: 1 },
  );
}

/**
 * Releases a request that changed nothing, so that the next one runs at once. An answer that was kept after all (the connection
 * broke at the commit) stays. Never rejects: without a database the lease ends by itself.
 */
export async function releaseRequest(lease: Lease): Promise<void> {
  try {
    await deleteLease(sql, lease);
  } catch (err) {
    log.warn({ err }, "an idempotency lease could not be released; it ends by itself");
  }
}

const formKeySchema = z.object({ key: z.string().regex(/^[\w-]{8,255}$/) });

/** A form of the dashboard that may be sent again. */
interface RepeatableForm {
  caller: Pick<Caller, "accountId" | "environment">;
  /** What it creates: the same key elsewhere is another key. */
  name: string;
  /** As the page sent it, unchecked. */
  key: unknown;
  fields: object;
}

/**
 * Does what a form asks for once: one that is sent again after a lost answer gets the first answer. A failure releases the key.
 * Throws `idempotency_in_progress`, and `idempotency_key_reused` for changed fields.
 *
 * @param work keeps `present`'s answer in its own transaction, by the function that it is given.
 */
export async function doOnce<M, T>(
  { caller: { accountId, environment }, name, key: sent, fields }: RepeatableForm,
  present: (made: M) => T,
  work: (keep: BeforeCommit<M>) => Promise<M>,
): Promise<T> {
  const { key } = requireValid(formKeySchema, { key: sent }, "form");
  const bytes = Buffer.from(JSON.stringify(fields));
  const address = `form ${name}`;
  const claim = await claimRequest({ accountId, environment, owner: null, address, key, bytes });
  if (claim.state === "answered") return JSON.parse(claim.answer.body ?? "null") as T;
  try {
    const made = await work((tx, result) =>
      keepAnswer(tx, claim.lease, { status: 201, headers: {}, body: JSON.stringify(present(result)) }),
    );
    return present(made);
  } catch (fault) {
    await releaseRequest(claim.lease);
    throw fault;
  }
}

/** Deletes what is past its 24 hours; how many rows. */
export async function sweepIdempotencyKeys(): Promise<number> {
  for (let swept = 0; ; ) {
    const { count, isLast } = await deleteExpiredKeys();
    swept += count;
    if (isLast) return swept;
  }
}

/** Progress has its own row beside the lease's, so that a lost lease leaves it alone. No request's scope begins like this. */
function placeOf({ accountId, scope, key, token }: Lease): Lease {
  const hash = createHash("sha256").update(scope).digest("hex");
  return { accountId, scope: `progress ${hash}`, key, token };
}

/**
 * What earlier attempts at this request have done, as `keepProgress` stored it; undefined if there were none. Throws
 * `idempotency_key_reused` if they had another body.
 */
export async function findProgress(lease: Lease, bytes: Uint8Array): Promise<unknown> {
  const place = placeOf(lease);
  const row = await findProgressRow(place);
  if (row === null) return undefined;
  if (!row.fingerprint.equals(fingerprintOf(bytes))) throw keyReused();
  return JSON.parse(decryptText(row.answer, purposeOf(place)));
}

/**
 * Keeps what a request has done so far in the transaction that does it, and releases the lease with it: the same request goes on
 * from there. Throws `idempotency_in_progress` if another process has taken the lease over, which undoes it.
 */
export async function keepProgress(
  tx: Executor,
  lease: Lease,
  bytes: Uint8Array,
  progress: unknown,
): Promise<void> {
  if (!(await deleteLease(tx, lease))) throw leaseLost();
  const place = placeOf(lease);
  const encrypted = encryptText(JSON.stringify(progress), purposeOf(place));
  await requireRoom(tx, lease.accountId, encrypted.length);
  await upsertProgress(tx, place, fingerprintOf(bytes), encrypted);
}

/** Deletes the progress of a request in the transaction that ends it. */
export async function clearProgress(tx: Executor, lease: Lease): Promise<void> {
  await deleteProgress(tx, placeOf(lease));
}
