import { findBlocked } from "@/lib/blocklist";
import { showCode } from "@/lib/codes/operator";
import { sql } from "@/lib/platform/db";
import { ServiceError } from "@/lib/platform/errors";
import { type AccountReport, type CodeView, readCodeName, type SuspendedCode } from "../schema";

/** The code that somebody has pasted, in whatever way it is named; null where there is none. */
export async function findCodeByText(text: string): Promise<CodeView | null> {
  const name = readCodeName(text);
  if (name === null) return null;
  try {
    const code = await showCode(name);
    return present(code, await readReports(code.shortUrl?.split("/").at(-1) ?? ""));
  } catch (error) {
    if (error instanceof ServiceError && error.code === "not_found") return null;
    throw error;
  }
}

/** Without what it holds: of a type that holds no address that may be anybody's contact or password. */
function present(code: Awaited<ReturnType<typeof showCode>>, reports: CodeView["reports"]): CodeView {
  const { account, target, shortUrl } = code;
  return {
    id: code.id,
    name: code.name,
    type: code.type,
    shortCode: shortUrl?.split("/").at(-1) ?? null,
    shortUrl,
    target,
    isBlocked: target !== null && findBlocked(target),
    earlierTargets: code.earlierTargets,
    accountId: account?.accountId ?? null,
    email: account?.emails[0] ?? null,
    plan: account?.plan ?? null,
    isSandbox: code.environment === "sandbox",
    scanCount: code.scanCount,
    lastScannedAt: code.lastScanned,
    createdAt: code.createdAt,
    updatedAt: code.updatedAt,
    suspended: code.suspended ?? null,
    reports,
  };
}

const shownReports = 20;

async function readReports(shortCode: string): Promise<CodeView["reports"]> {
  const { rows } = await sql.query<
    Omit<AccountReport, "createdAt"> & { createdAt: Date; count: number; waiting: number }
  >(
    `SELECT id, short_code AS "shortCode", reason, note, created_at AS "createdAt", resolved_at IS NOT NULL AS "isSettled",
       count(*) OVER ()::int AS count, count(*) FILTER (WHERE resolved_at IS NULL) OVER ()::int AS waiting
     FROM abuse_report WHERE short_code = $1 ORDER BY created_at DESC, id DESC LIMIT ${shownReports}`,
    [shortCode],
  );
  return {
    count: rows[0]?.count ?? 0,
    waiting: rows[0]?.waiting ?? 0,
    latest: rows.map(({ createdAt, count: _, waiting: __, ...row }) => ({
      ...row,
      createdAt: createdAt.toISOString(),
    })),
  };
}

const shownSuspended = 100;

/** The codes that are out of service, the last suspended first. */
export async function listSuspendedCodes(): Promise<SuspendedCode[]> {
  const { rows } = await sql.query<Omit<SuspendedCode, "since"> & { since: Date }>(
    `SELECT q.id, q.name, q.short_code AS "shortCode", q.target, q.account_id AS "accountId", q.suspended_at AS since,
       coalesce(q.suspended_reason, '') AS reason,
       (SELECT email FROM app_user u WHERE u.account_id = q.account_id ORDER BY u.created_at LIMIT 1) AS email
     FROM qr_code q WHERE q.suspended_at IS NOT NULL ORDER BY q.suspended_at DESC, q.id LIMIT ${shownSuspended}`,
  );
  return rows.map(({ since, ...row }) => ({ ...row, since: since.toISOString() }));
}
