import { recordAudit } from "@/lib/accounts";
import { transaction } from "@/lib/platform/db";
import { isShortCode } from "./schema";

/**
 * Puts what was reported of a code aside, up to this moment: the operator has seen it. What is reported afterwards waits
 * again. How many reports that was.
 *
 * @param byUserId the operator, for the audit of the code's account.
 */
export async function settleReports(shortCode: string, byUserId: string): Promise<number> {
  if (!isShortCode(shortCode)) return 0;
  return transaction(async (tx) => {
    const { rowCount } = await tx.query(
      "UPDATE abuse_report SET settled_at = now() WHERE short_code = $1 AND settled_at IS NULL",
      [shortCode],
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
