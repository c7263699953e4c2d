import { sql } from "@/lib/platform/db";
import type { OwnSupportRequest, SupportRequest } from "./schema";

const maxListed = 200;

interface Row extends Omit<SupportRequest, "createdAt" | "mailedAt" | "answeredAt"> {
  createdAt: Date;
  mailedAt: Date | null;
  answeredAt: Date | null;
}

const columns = `id, account_id AS "accountId", email, subject, message, is_priority AS "isPriority",
  created_at AS "createdAt", mailed_at AS "mailedAt", answered_at AS "answeredAt"`;

export interface SupportRequests {
  total: number;
  /** Those of them that nobody has answered. */
  waiting: number;
  requests: SupportRequest[];
}

/** For the operator: what accounts ask for, those that wait first, the newest first, 200 at most, with how many there are. */
export async function listSupportRequests(): Promise<SupportRequests> {
  const { rows } = await sql.query<Row & { total: number; waiting: number }>(
    `SELECT ${columns}, count(*) OVER ()::int AS total,
       (count(*) FILTER (WHERE answered_at IS NULL) OVER ())::int AS waiting
     FROM support_request ORDER BY answered_at IS NOT NULL, created_at DESC, id DESC LIMIT ${maxListed}`,
  );
  return {
    total: rows[0]?.total ?? 0,
    waiting: rows[0]?.waiting ?? 0,
    requests: rows.map(({ total: _, waiting: __, mailedAt, ...row }) => ({
      ...row,
      ...sayMoments(row),
      mailedAt: mailedAt?.toISOString() ?? null,
    })),
  };
}

/** What one account has asked for, the newest first, 200 at most. */
export async function listOwnSupportRequests(accountId: string): Promise<OwnSupportRequest[]> {
  const { rows } = await sql.query<Row>(
    `SELECT ${columns} FROM support_request WHERE account_id = $1
     ORDER BY created_at DESC, id DESC LIMIT ${maxListed}`,
    [accountId],
  );
  return rows.map((row) => {
    const { id, subject, message, isPriority } = row;
    return { id, subject, message, isPriority, ...sayMoments(row) };
  });
}

function sayMoments({ createdAt, answeredAt }: Pick<Row, "createdAt" | "answeredAt">) {
  return { createdAt: createdAt.toISOString(), answeredAt: answeredAt?.toISOString() ?? null };
}
