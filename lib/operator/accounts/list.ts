import { entitlements, type Plan } from "@/lib/plans";
import { sql } from "@/lib/platform/db";
import { isId } from "@/lib/platform/ids";
import {
  type AccountPage,
  type AccountQuery,
  type AccountSort,
  type ListedAccount,
  pageAccounts,
  readCodeName,
} from "../schema";

type Row = Omit<ListedAccount, "createdAt" | "lastSignInAt"> & { createdAt: Date; lastSignInAt: Date | null };

/** Shorter words stand in nearly every address: they find those that begin so, by an index. */
const shortestPart = 3;

/** Below it no plan counts scans without keeping them, so that nothing else is to be added up. */
const leastKept = Math.min(
  ...Object.values(entitlements).map((plan) => plan.detailedScansPerMonth ?? Number.POSITIVE_INFINITY),
);

const month = "date_trunc('month', now() AT TIME ZONE 'UTC')";
const scans = `coalesce(l.detailed, 0) + CASE WHEN l.detailed >= ${leastKept} THEN (
    SELECT coalesce(sum(c.count), 0)::int FROM over_limit_scan c
    WHERE c.account_id = a.id AND NOT c.is_sandbox AND c.minute >= ${month} AT TIME ZONE 'UTC') ELSE 0 END`;

const orders: Record<AccountSort, string> = {
  newest: "created_at DESC, id DESC",
  codes: "code_count DESC, id DESC",
  scans: "scans DESC, id DESC",
};

/** Accounts of everybody, as the operator looks for them, a page at a time. */
export async function listAccounts({ q, sort, page }: AccountQuery): Promise<AccountPage> {
  const { where, values } = writeSearch(q);
  const [{ rows }, counted] = await Promise.all([
    sql.query<Row>(
      `SELECT p.id AS "accountId", u.email, u.name, coalesce(u.is_operator, false) AS "isOperator", p.plan,
         p.code_count AS codes, p.scans, p.created_at AS "createdAt", u.last_sign_in_at AS "lastSignInAt"
       FROM (
         SELECT a.id, a.plan, a.code_count, a.created_at, ${scans} AS scans
         FROM account a LEFT JOIN scan_counter l ON l.account_id = a.id AND NOT l.is_sandbox AND l.month = ${month}
         ${where} ORDER BY ${orders[sort]} LIMIT $1 OFFSET $2) p
       LEFT JOIN LATERAL (
         SELECT email, name, is_operator, last_sign_in_at FROM app_user WHERE account_id = p.id
         ORDER BY created_at LIMIT 1) u ON true
       ORDER BY ${orders[sort]}`,
      [pageAccounts, (page - 1) * pageAccounts, ...values],
    ),
    // As many parameters as the page's, so that the same conditions name the same ones.
    sql.query<{ total: number }>(
      `SELECT count(*)::int AS total FROM account a ${where} ${where === "" ? "WHERE" : "AND"} $1::int > 0 AND $2::int = 0`,
      [pageAccounts, 0, ...values],
    ),
  ]);
  const total = counted.rows[0]?.total ?? 0;
  return { accounts: rows.map(present), page, pages: Math.ceil(total / pageAccounts), total };
}

function present({ createdAt, lastSignInAt, ...row }: Row): ListedAccount & { plan: Plan } {
  return {
    ...row,
    createdAt: createdAt.toISOString(),
    lastSignInAt: lastSignInAt?.toISOString() ?? null,
  };
}

/** Which accounts are meant, from parameter $3 on. */
function writeSearch(q: string): { where: string; values: string[] } {
  const words = q.normalize("NFKC").trim().toLowerCase();
  if (words === "") return { where: "", values: [] };
  const code = readCodeName(q);
  if (code !== null && isId(code)) {
    return {
      where: `WHERE a.id IN (SELECT $3::uuid UNION SELECT account_id FROM app_user WHERE id = $3
        UNION SELECT account_id FROM qr_code WHERE id = $3)`,
      values: [code],
    };
  }
  const pattern = words.replace(/[\\%_]/g, "\\$&");
  const isPart = words.length >= shortestPart;
  const people = `SELECT account_id FROM app_user WHERE email LIKE $3${isPart ? " OR lower(name) LIKE $3" : ""}`;
  const ofCode = code === null ? "" : " UNION SELECT account_id FROM qr_code WHERE short_code = $4";
  return {
    where: `WHERE a.id IN (${people}${ofCode})`,
    values: [isPart ? `%${pattern}%` : `${pattern}%`, ...(code === null ? [] : [code])],
  };
}
