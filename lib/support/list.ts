import { sql } from "@/lib/platform/db";
import type { OwnSupportRequest, SupportRequest } from "./schema";

const maxListed = 200;

type Row = Omit<SupportRequest, "createdAt" | "mailedAt"> & { createdAt: Date; mailedAt: Date | null };

const columns = `id, account_id AS "accountId", email, subject, message, is_priority AS "isPriority",
  created_at AS "createdAt", mailed_at AS "mailedAt"`;

/** For the operator: what accounts ask for, the newest first, 200 at most, with how many there are. */
export async function listSupportRequests(): Promise<{ total: number; requests: SupportRequest[] }> {
  const { rows } = await sql.query<Row & { total: number }>(
    `SELECT ${columns}, (SELECT count(*)::int FROM support_request) AS total FROM support_request
     ORDER BY created_at DESC, id DESC LIMIT ${maxListed}`,
  );
  return {
    total: rows[0]?.total ?? 0,
    requests: rows.map(({ total: _, createdAt, mailedAt, ...row }) => ({
      ...row,
      createdAt: createdAt.toISOString(),
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
  return rows.map(({ id, subject, message, isPriority, createdAt }) => ({
    id,
    subject,
    message,
    isPriority,
    createdAt: createdAt.toISOString(),
  }));
}
