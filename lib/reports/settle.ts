import { recordAudit } from "@/lib/accounts";
import { transaction } from "@/lib/platform/db";
import { ServiceError } from "@/lib/platform/errors";
import { isShortCode } from "./schema";

/**
 * Puts what was reported of a code aside, as far as the operator has seen it. What was reported afterwards waits. How many
 * reports that was. Throws `invalid_request` for what is no instant.
 *
 * @param byUserId the operator, for the audit of the code's account.
 * @param seen when the newest report was sent that the operator has seen; without it all that are there.
 */
export async function settleReports(shortCode: string, byUserId: string, seen?: Date): Promise<number> {
  if (!isShortCode(shortCode)) return 0;
  if (Number.isNaN(seen?.getTime())) throw new ServiceError("invalid_request", "seen must be an instant");
  return transaction(async (tx) => {
    const { rowCount } = await tx.query(
      "UPDATE abuse_report SET settled_at = now() WHERE short_code = $1 AND settled_at IS NULL AND created_at <= COALESCE($2, 'infinity'::timestamptz)",
      [shortCode, seen ?? null],
    );
    if (!rowCount) return 0;
    const { rows } = await tx.query<{ id: string; accountId: string }>(
      `SELECT id, account_id AS "accountId" FROM qr_code WHERE short_code = $1`,
      [shortCode],
    );
    for (const { id, accountId } of rows) {
      await recordAudit(tx, { accountId, userId: byUserId, action: "reports.settled", subjectId: id });
    }
    return rowCount;
  });
}
