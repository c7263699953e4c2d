import type { Plan } from "@/lib/plans";
import { sql } from "@/lib/platform/db";
import { presentStored } from "../rows";
import type { StoredCode } from "../schema";
import { findCode } from "./find";

/** All that the operator is shown of a code. */
type ShownCode = Omit<StoredCode, "recentScans"> & {
  account: Owner | null;
  environment: string;
  /** Where its short URL redirects to; null for a static code, and for a type that opens a page. */
  target: string | null;
  /** Earlier targets that are kept. */
  earlierTargets: number;
  reports: { count: number; latest: Report[] };
};

interface Owner {
  accountId: string;
  plan: Plan;
  /** The addresses that its users sign in with. */
  emails: string[];
}

interface Report {
  reason: string;
  note: string | null;
  createdAt: string;
}

/** Reports that are shown, newest first. */
const shownReports = 20;

/** What a code is, what it leads to and what was reported of it. Throws `not_found`. */
export async function showCode(code: string): Promise<ShownCode> {
  const found = await findCode(code);
  const { recentScans: _, ...stored } = presentStored(found, []);
  const [account, earlierTargets, reports] = await Promise.all([
    readOwner(found.accountId),
    countTargets(found.id),
    readReports(found.shortCode ?? ""),
  ]);
  const { environment, target } = found;
  return {
    ...stored,
    account,
    environment,
    target: found.shortCode === null ? null : target,
    earlierTargets,
    reports,
  };
}

async function readOwner(accountId: string): Promise<Owner | null> {
  const { rows } = await sql.query<Owner>(
    `SELECT id AS "accountId", plan, ARRAY(SELECT email::text FROM app_user WHERE account_id = account.id ORDER BY 1) AS emails
     FROM account WHERE id = $1`,
    [accountId],
  );
  return rows[0] ?? null;
}

async function countTargets(codeId: string): Promise<number> {
  const { rows } = await sql.query<{ count: number }>(
    "SELECT count(*)::int AS count FROM target_change WHERE qr_code_id = $1",
    [codeId],
  );
  return rows[0]?.count ?? 0;
}

async function readReports(shortCode: string): Promise<ShownCode["reports"]> {
  const { rows } = await sql.query<Omit<Report, "createdAt"> & { createdAt: Date; total: number }>(
    `SELECT reason, note, created_at AS "createdAt", count(*) OVER ()::int AS total FROM abuse_report
     WHERE short_code = $1 ORDER BY created_at DESC, id DESC LIMIT ${shownReports}`,
    [shortCode],
  );
  const latest = rows.map(({ reason, note, createdAt }) => ({
    reason,
    note,
    createdAt: createdAt.toISOString(),
  }));
  return { count: rows[0]?.total ?? 0, latest };
}
