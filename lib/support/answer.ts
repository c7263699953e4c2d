import { recordAudit } from "@/lib/accounts";
import { transaction } from "@/lib/platform/db";
import { ServiceError } from "@/lib/platform/errors";
import { isId } from "@/lib/platform/ids";

/**
 * Marks what an account has asked for as answered: it no longer waits, and who asked sees it. Once more changes nothing.
 * Throws `not_found`.
 *
 * @param byUserId the operator who does it in the browser, for the audit.
 */
export async function markSupportAnswered(id: string, byUserId?: string): Promise<{ answeredAt: string }> {
  const gone = new ServiceError("not_found", "No question has this id");
  if (!isId(id)) throw gone;
  return transaction(async (tx) => {
    const { rows } = await tx.query<{ accountId: string; answeredAt: Date | null }>(
      `SELECT account_id AS "accountId", answered_at AS "answeredAt" FROM support_request WHERE id = $1 FOR UPDATE`,
      [id],
    );
    const [request] = rows;
    if (request === undefined) throw gone;
    const { accountId, answeredAt } = request;
    if (answeredAt !== null) return { answeredAt: answeredAt.toISOString() };
    const { rows: marked } = await tx.query<{ answeredAt: Date }>(
      `UPDATE support_request SET answered_at = now() WHERE id = $1 RETURNING answered_at AS "answeredAt"`,
      [id],
    );
    await recordAudit(tx, { accountId, userId: byUserId, action: "question.answered", subjectId: id });
    return { answeredAt: (marked[0] as { answeredAt: Date }).answeredAt.toISOString() };
  });
}
