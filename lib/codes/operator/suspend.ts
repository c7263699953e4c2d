import { recordAudit } from "@/lib/accounts";
import { type Transaction, transaction } from "@/lib/platform/db";
import { fieldError } from "@/lib/platform/errors";
import { requireValid } from "@/lib/platform/require-valid";
import { suspensionSchema } from "../schema";
import { type FoundCode, findCode } from "./find";

/** A code as the operator is told of it after a command. */
interface Suspension {
  id: string;
  accountId: string;
  suspended: { since: string; reason: string } | null;
}

/**
 * Takes a dynamic code out of service: its short URL says so, with 410, on every process within a second. Suspended
 * again it has the new reason, since when it first was. Its owner sees it and may go on changing it. Throws `not_found`,
 * and `validation_failed` for a static code, which nothing can stop.
 *
 * @param code its short code or its id.
 * @param byUserId the operator who does it in the browser, for the audit.
 */
export async function suspendCode(
  code: string,
  input: { reason: string },
  byUserId?: string,
): Promise<Suspension> {
  const { reason } = requireValid(suspensionSchema, input, "suspension");
  return transaction(async (tx) => {
    const found = await findCode(code, tx);
    if (found.shortCode === null) throw refuseStatic();
    await recordChange(tx, found, "code.suspended", byUserId);
    return writeSuspension(tx, found, reason);
  });
}

/** Puts a suspended code back into service, as it then is set; nothing happens to one that is not suspended. */
export async function resumeCode(code: string, byUserId?: string): Promise<Suspension> {
  return transaction(async (tx) => {
    const found = await findCode(code, tx);
    if (found.suspendedAt === null) return present(found, null, null);
    await recordChange(tx, found, "code.resumed", byUserId);
    return writeSuspension(tx, found, null);
  });
}

async function recordChange(
  tx: Transaction,
  { accountId, id }: FoundCode,
  action: "code.suspended" | "code.resumed",
  userId: string | undefined,
): Promise<void> {
  await recordAudit(tx, { accountId, userId, action, subjectId: id });
}

async function writeSuspension(tx: Transaction, code: FoundCode, reason: string | null): Promise<Suspension> {
  const { rows } = await tx.query<{ since: Date | null }>(
    `UPDATE qr_code SET suspended_at = CASE WHEN $2::text IS NULL THEN NULL ELSE coalesce(suspended_at, now()) END,
       suspended_reason = $2
     WHERE id = $1 RETURNING suspended_at AS since`,
    [code.id, reason],
  );
  return present(code, rows[0]?.since ?? null, reason);
}

function present({ id, accountId }: FoundCode, since: Date | null, reason: string | null): Suspension {
  return {
    id,
    accountId,
    suspended: since === null ? null : { since: since.toISOString(), reason: reason ?? "" },
  };
}

function refuseStatic() {
  const message = "The code is static: it holds its content itself, so that nothing can suspend it";
  return fieldError("validation_failed", { field: "code", code: "dynamic_only", message });
}
