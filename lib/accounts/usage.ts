import { maxKeys } from "@/lib/api-keys/schema";
import { entitlements, type Plan, sandboxEntitlements } from "@/lib/plans";
import { sql } from "@/lib/platform/db";
import { ServiceError } from "@/lib/platform/errors";
import { maxWebhooks } from "@/lib/webhooks/schema";
import type { Caller, Usage } from "./schema";

interface Row {
  plan: Plan;
  codes: number;
  dynamic_codes: number;
  sandbox_codes: number;
  keys: number;
  webhooks: number;
  scans: number;
  capped_scans: number;
  requested_plan: Plan | null;
  requested_at: Date | null;
}

/** First day of the month that the scans of this moment count for. */
const month = "date_trunc('month', now() AT TIME ZONE 'UTC')";

/** How much of the account's plan is used, as of now. Throws `not_found` for an account that is gone. */
export async function describeUsage({ accountId }: Caller): Promise<Usage> {
  const { rows } = await sql.query<Row>(
    `SELECT a.plan, a.code_count AS codes, a.dynamic_code_count AS dynamic_codes,
       a.sandbox_code_count AS sandbox_codes, r.plan AS requested_plan, r.created_at AS requested_at,
       (SELECT count(*)::int FROM api_key k
        WHERE k.account_id = a.id AND k.is_active AND coalesce(k.expires_at > now(), true)) AS keys,
       (SELECT count(*)::int FROM webhook w WHERE w.account_id = a.id) AS webhooks,
       coalesce((SELECT detailed FROM scan_ledger l
         WHERE l.account_id = a.id AND NOT l.is_sandbox AND l.month = ${month}), 0) AS scans,
       (SELECT coalesce(sum(count), 0)::int FROM capped_scans c
        WHERE c.account_id = a.id AND NOT c.is_sandbox AND c.minute >= ${month} AT TIME ZONE 'UTC') AS capped_scans
     FROM account a LEFT JOIN plan_request r ON r.account_id = a.id AND r.resolved_at IS NULL
     WHERE a.id = $1`,
    [accountId],
  );
  const [row] = rows;
  if (row === undefined) throw new ServiceError("not_found", "There is no such account");
  const { codes, dynamicCodes, detailedScansPerMonth } = entitlements[row.plan];
  const { requested_plan: plan, requested_at: at } = row;
  return {
    plan: row.plan,
    codes: { used: row.codes, limit: codes },
    dynamicCodes: { used: row.dynamic_codes, limit: dynamicCodes },
    keys: { used: row.keys, limit: maxKeys },
    webhooks: { used: row.webhooks, limit: maxWebhooks },
    sandboxCodes: { used: row.sandbox_codes, limit: sandboxEntitlements.codes },
    scans: { used: row.scans, limit: detailedScansPerMonth, capped: row.capped_scans },
    openRequest: plan === null || at === null ? null : { plan, createdAt: at.toISOString() },
  };
}
