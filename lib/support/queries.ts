import type { Plan } from "@/lib/plans";
import { type Executor, sql } from "@/lib/platform/db";

export interface ClaimedRequest {
  id: string;
  accountId: string;
  plan: Plan;
  email: string;
  subject: string;
  message: string;
  isPriority: boolean;
}

/**
 * Claims the oldest request whose mail is due, or the one with this id. Nobody else tries it for five minutes, then for longer
 * times up to six hours. A process that dies after sending may cause a second mail.
 */
export async function claimSupportRequest(id: string | null): Promise<ClaimedRequest | null> {
  const { rows } = await sql.query<ClaimedRequest>({
    name: "claim_support_request",
    text: `UPDATE support_request r
      SET mail_due_at = now() + least(interval '6 hours', greatest(interval '5 minutes', (now() - r.created_at) / 2))
      FROM account a
      WHERE a.id = r.account_id AND r.id = (SELECT id FROM support_request
        WHERE mailed_at IS NULL AND answered_at IS NULL AND mail_due_at <= now() AND ($1::uuid IS NULL OR id = $1)
        ORDER BY created_at, id LIMIT 1 FOR UPDATE SKIP LOCKED)
      RETURNING r.id, r.account_id AS "accountId", a.plan, r.email, r.subject, r.message, r.is_priority AS "isPriority"`,
    values: [id],
  });
  return rows[0] ?? null;
}

export async function markRequestMailed(id: string): Promise<void> {
  await sql.query("UPDATE support_request SET mailed_at = now() WHERE id = $1", [id]);
}

/** Marks an open request as answered; null if it was answered before or doesn't exist. */
export async function markRequestAnswered(
  tx: Executor,
  id: string,
): Promise<{ accountId: string; answeredAt: Date } | null> {
  const { rows } = await tx.query<{ accountId: string; answeredAt: Date }>(
    `UPDATE support_request SET answered_at = now() WHERE id = $1 AND answered_at IS NULL
     RETURNING account_id AS "accountId", answered_at AS "answeredAt"`,
    [id],
  );
  return rows[0] ?? null;
}
