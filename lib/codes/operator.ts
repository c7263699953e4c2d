import { recordAudit } from "@/lib/accounts";
import type { Caller, Environment } from "@/lib/accounts/schema";
import { db, type Executor, sql, type Transaction, transaction } from "@/lib/platform/db";
import { fieldError, ServiceError } from "@/lib/platform/errors";
import { isShortPath, keyOfPath } from "@/lib/platform/short-path";
import { requireValid } from "@/lib/platform/validation";
import { setSuspension } from "./queries";
import { deleteReleasedPath } from "./queries.paths";
import { findAnyCode, findOwner, listDynamicIds, type OperatorRow, type OwnerRow } from "./queries.read";
import { presentStored } from "./rows";
import { type StoredCode, suspensionSchema } from "./schema";

/** All that the operator is shown of a code. */
type ShownCode = Omit<StoredCode, "recentScans"> & {
  /** Its generated code, which its reports name; null for a static code. */
  shortCode: string | null;
  account: OwnerRow | null;
  environment: Environment;
  /** Where its short URL redirects to; null for a static code, and for a type that opens a page. */
  target: string | null;
  /** Earlier targets that are kept. */
  earlierTargets: number;
  reports: { count: number; latest: { reason: string; note: string | null; createdAt: string }[] };
};

/** Reports that are shown, the newest first. */
const shownReports = 20;

/** Ids of an account's dynamic codes, the oldest first. */
export function findDynamicIds(caller: Caller): Promise<string[]> {
  return listDynamicIds(caller);
}

/** What a code is, where it leads and what was reported about it. Throws `not_found`. */
export async function showCode(code: string): Promise<ShownCode> {
  const found = await requireAnyCode(sql, code);
  const { recentScans: _, ...stored } = presentStored(found, []);
  const [account, earlierTargets, reports] = await Promise.all([
    findOwner(found.accountId),
    db.targetChange.count({ where: { qrCodeId: found.id } }),
    readReports(found.shortCode ?? ""),
  ]);
  const { environment, target } = found;
  return {
    ...stored,
    shortCode: found.shortCode,
    account,
    environment,
    target: found.shortCode === null ? null : target,
    earlierTargets,
    reports,
  };
}

async function readReports(shortCode: string): Promise<ShownCode["reports"]> {
  const where = { shortCode };
  const [count, reports] = await Promise.all([
    db.abuseReport.count({ where }),
    db.abuseReport.findMany({
      where,
      select: { reason: true, note: true, createdAt: true },
      orderBy: [{ createdAt: "desc" }, { id: "desc" }],
      take: shownReports,
    }),
  ]);
  const latest = reports.map(({ reason, note, createdAt }) => ({
    reason,
    note,
    createdAt: createdAt.toISOString(),
  }));
  return { count, latest };
}

/** Throws `not_found`. */
async function requireAnyCode(executor: Executor, code: string, isLocked = false): Promise<OperatorRow> {
  const found = await findAnyCode(executor, code, isLocked);
  if (found === undefined)
    throw new ServiceError("not_found", "There is no code with this short code, slug or id");
  return found;
}

/** The result of a command on a code. */
interface Suspension {
  id: string;
  accountId: string;
  suspended: { since: string; reason: string } | null;
}

/**
 * Suspends a dynamic code: within a second its short URL answers 410 on every process. Suspended again it has the new reason
 * and the first time. Its owner sees it and can still change it. Throws `not_found`, and `validation_failed` for a static
 * code, which nothing can stop.
 *
 * @param code its short code, a slug or its id.
 * @param byUserId the operator who does it in the browser, for the audit.
 */
export async function suspendCode(
  code: string,
  input: { reason: string },
  byUserId?: string,
): Promise<Suspension> {
  const { reason } = requireValid(suspensionSchema, input, "suspension");
  return transaction(async (tx) => {
    const found = await requireAnyCode(tx, code, true);
    if (found.shortCode === null) {
      const message = "The code is static: it holds its content itself, so that nothing can suspend it";
      throw fieldError("validation_failed", { field: "code", code: "dynamic_only", message });
    }
    await recordChange(tx, found, "code.suspended", byUserId);
    return presentSuspension(found, await setSuspension(tx, found.id, reason), reason);
  });
}

/** Resumes a suspended code as it is set now; does nothing where it isn't suspended. */
export async function resumeCode(code: string, byUserId?: string): Promise<Suspension> {
  return transaction(async (tx) => {
    const found = await requireAnyCode(tx, code, true);
    if (found.suspendedAt === null) return presentSuspension(found, null, null);
    await recordChange(tx, found, "code.resumed", byUserId);
    return presentSuspension(found, await setSuspension(tx, found.id, null), null);
  });
}

async function recordChange(
  tx: Transaction,
  { accountId, id }: OperatorRow,
  action: "code.suspended" | "code.resumed",
  userId: string | undefined,
): Promise<void> {
  await recordAudit(tx, { accountId, userId, action, subjectId: id });
}

function presentSuspension(
  { id, accountId }: OperatorRow,
  since: Date | null,
  reason: string | null,
): Suspension {
  return {
    id,
    accountId,
    suspended: since === null ? null : { since: since.toISOString(), reason: reason ?? "" },
  };
}

/**
 * Frees a released slug for every account before its 365 days are over. Throws `not_found` for a slug that is not held, and
 * `validation_failed` while a code has it.
 */
export async function releaseSlug(slug: string): Promise<{ slug: string; releasedAt: string }> {
  const key = keyOfPath(slug);
  return transaction(async (tx) => {
    const freed = isShortPath(slug) ? await deleteReleasedPath(tx, key) : undefined;
    if (freed === undefined) throw await explainHeld(key);
    const { accountId, releasedAt } = freed;
    if (accountId !== null) await recordAudit(tx, { accountId, action: "slug.released" });
    return { slug: key, releasedAt: releasedAt.toISOString() };
  });
}

async function explainHeld(key: string): Promise<ServiceError> {
  const used = await db.shortUrlPath.findUnique({ where: { key }, select: { qrCodeId: true } });
  if (used === null) return new ServiceError("not_found", "No account holds this slug");
  const message = "slug belongs to a code; only a slug that its code no longer has can be released";
  return fieldError("validation_failed", { field: "slug", code: "in_use", message });
}
