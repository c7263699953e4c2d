import type { Plan } from "@/lib/plans";
import { type Executor, sql } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import type { AuditEntry } from "./schema";

/*
 * Rows are locked in one order everywhere, so that nobody waits in a circle: the account, its codes by id, its scan counter, then
 * the marks of its days. A transaction that needs fewer of them starts later in the order. Only a batch of scans locks codes and
 * counters of many accounts (`lib/scans/recorder.ts`).
 *
 * Webhooks come after the account and its codes: webhooks by id, then deliveries by id, then queues by webhook.
 *   a change of a webhook: its row, its free deliveries, its queue;
 *   the fan-out: events, their webhooks for reading (both if free), then queues;
 *   a result, and a lease that is given back: deliveries, then queues;
 *   a claim: queues, then their free deliveries; that is the reverse order, so it skips locked ones.
 * So only changes and manual sends wait for a webhook, and a queue is locked for one claim or result at a time. Nothing that
 * writes an event locks a webhook.
 */

/** Locks an account whose codes are about to be counted; doesn't wait for transactions that hold its codes. */
export async function lockAccount(tx: Executor, accountId: string): Promise<void> {
  const text = "SELECT FROM account WHERE id = $1 FOR NO KEY UPDATE";
  await tx.query({ name: "lock_account", text, values: [accountId] });
}

/** Locks an account that is about to be deleted, with all rows in it that others lock. False: it doesn't exist. */
export async function lockWholeAccount(tx: Executor, accountId: string): Promise<boolean> {
  const { rowCount } = await tx.query("SELECT FROM account WHERE id = $1 FOR UPDATE", [accountId]);
  // The cascade of a foreign key would lock them in index order.
  for (const table of ["qr_code", "api_key", "webhook"]) {
    await tx.query(
      `SELECT count(*) FROM (SELECT FROM ${table} WHERE account_id = $1 ORDER BY id FOR UPDATE) AS locked`,
      [accountId],
    );
  }
  return rowCount === 1;
}

/** Locks an account and reads its plan; null if it doesn't exist. */
export async function findPlanForUpdate(tx: Executor, accountId: string): Promise<Plan | null> {
  const text = "SELECT plan FROM account WHERE id = $1::uuid FOR NO KEY UPDATE";
  const { rows } = await tx.query<{ plan: Plan }>(text, [accountId]);
  return rows[0]?.plan ?? null;
}

/**
 * Appends to the audit in the transaction of the change, or by itself without one. Entries are never changed or deleted; they
 * hold ids alone and outlive what they name.
 */
export async function recordAudit(tx: Executor | null, entry: AuditEntry): Promise<void> {
  const { accountId, userId = null, keyId = null, action, subjectId = null } = entry;
  await (tx ?? sql).query(
    `INSERT INTO audit_entry (id, account_id, user_id, key_id, action, subject_id, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, now())`,
    [newId(), accountId, userId, keyId, action, subjectId],
  );
}

/** Resolves an account's open plan request. */
export async function resolvePlanRequest(tx: Executor, accountId: string): Promise<void> {
  await tx.query(
    "UPDATE plan_request SET resolved_at = now() WHERE account_id = $1 AND resolved_at IS NULL",
    [accountId],
  );
}

export interface UsageRow {
  plan: Plan;
  codes: number;
  dynamicCodes: number;
  sandboxCodes: number;
  keys: number;
  webhooks: number;
  domains: number;
  scans: number;
  sandboxScans: number;
  cappedScans: number;
  requestedPlan: Plan | null;
  requestedAt: Date | null;
}

/** First day of the month that the scans of this moment count for. */
const month = "date_trunc('month', now() AT TIME ZONE 'UTC')";

type ScanUsage = Pick<UsageRow, "scans" | "sandboxScans" | "cappedScans">;

/** What an account uses of its plan; null if it doesn't exist. Its scans, which may lie on another machine, are asked apart. */
export async function findUsage(accountId: string): Promise<UsageRow | null> {
  const { rows: used } = await sql.query<ScanUsage>(
    `SELECT coalesce((SELECT detailed FROM scan_counter WHERE account_id = $1 AND NOT is_sandbox AND month = ${month}), 0)
         AS scans,
       coalesce((SELECT detailed FROM scan_counter WHERE account_id = $1 AND is_sandbox AND month = ${month}), 0)
         AS "sandboxScans",
       (SELECT coalesce(sum(count), 0)::int FROM over_limit_scan
        WHERE account_id = $1 AND NOT is_sandbox AND minute >= ${month} AT TIME ZONE 'UTC') AS "cappedScans"`,
    [accountId],
  );
  const { rows } = await sql.query<Omit<UsageRow, keyof ScanUsage>>(
    `SELECT a.plan, a.code_count AS codes, a.dynamic_code_count AS "dynamicCodes",
       a.sandbox_code_count AS "sandboxCodes", r.plan AS "requestedPlan", r.created_at AS "requestedAt",
       (SELECT count(*)::int FROM api_key k
        WHERE k.account_id = a.id AND k.is_active AND coalesce(k.expires_at > now(), true)) AS keys,
       (SELECT count(*)::int FROM webhook w WHERE w.account_id = a.id) AS webhooks,
       (SELECT count(*)::int FROM domain d WHERE d.account_id = a.id) AS domains
     FROM account a LEFT JOIN plan_request r ON r.account_id = a.id AND r.resolved_at IS NULL
     WHERE a.id = $1`,
    [accountId],
  );
  return rows[0] === undefined ? null : { ...rows[0], ...(used[0] as ScanUsage) };
}

/** How much each counter of an account moves: codes, dynamic codes, sandbox codes. */
export type CounterChange = readonly [codes: number, dynamicCodes: number, sandboxCodes: number];

/** What an account's counters may reach; `dynamicCodes: null` is without limit. */
export interface CounterLimits {
  codes: number;
  dynamicCodes: number | null;
}

/** Counts codes if all of them fit; whether they did. */
export async function incrementCodeCounts(
  tx: Executor,
  accountId: string,
  change: CounterChange,
  { codes, dynamicCodes }: CounterLimits,
): Promise<boolean> {
  const { rowCount } = await tx.query({
    name: "increment_code_counts",
    text: `UPDATE account SET code_count = code_count + $2, dynamic_code_count = dynamic_code_count + $3,
        sandbox_code_count = sandbox_code_count + $4
      WHERE id = $1 AND ($2::int = 0 OR code_count + $2 <= $5) AND ($4::int = 0 OR sandbox_code_count + $4 <= $5)
        AND ($3::int = 0 OR $6::int IS NULL OR dynamic_code_count + $3 <= $6)`,
    values: [accountId, ...change, codes, dynamicCodes],
  });
  return rowCount === 1;
}

export interface CounterIncrement {
  accountId: string;
  change: CounterChange;
  limits: CounterLimits;
}

/**
 * The same for many accounts; returns those that were counted. Accounts that another transaction holds are skipped. The lists
 * are sub-selects so that one plan serves any length, and each account is looked up and locked by its key.
 */
export async function incrementCodeCountsOfMany(
  tx: Executor,
  increments: readonly CounterIncrement[],
): Promise<Set<string>> {
  const { rows } = await tx.query<{ id: string }>({
    name: "increment_code_counts_of_many",
    text: `WITH free AS MATERIALIZED (
        SELECT w.*, locked.place FROM unnest((SELECT $1::uuid[]), (SELECT $2::int[]), (SELECT $3::int[]),
          (SELECT $4::int[]), (SELECT $5::int[]), (SELECT $6::int[]))
          AS w(id, codes, dynamic_codes, sandbox_codes, most, most_dynamic)
        CROSS JOIN LATERAL (
          SELECT ctid AS place FROM account WHERE id = w.id FOR NO KEY UPDATE SKIP LOCKED) AS locked)
      UPDATE account a SET code_count = code_count + w.codes, dynamic_code_count = dynamic_code_count + w.dynamic_codes,
        sandbox_code_count = sandbox_code_count + w.sandbox_codes
      FROM free w
      WHERE a.ctid = w.place AND (w.codes = 0 OR code_count + w.codes <= most)
        AND (w.sandbox_codes = 0 OR sandbox_code_count + w.sandbox_codes <= most)
        AND (w.dynamic_codes = 0 OR most_dynamic IS NULL OR dynamic_code_count + w.dynamic_codes <= most_dynamic)
      RETURNING a.id`,
    values: [
      increments.map(({ accountId }) => accountId),
      ...[0, 1, 2].map((column) => increments.map(({ change }) => change[column])),
      increments.map(({ limits }) => limits.codes),
      increments.map(({ limits }) => limits.dynamicCodes),
    ],
  });
  return new Set(rows.map(({ id }) => id));
}

export async function decrementCodeCounts(
  tx: Executor,
  accountId: string,
  change: CounterChange,
): Promise<void> {
  await tx.query({
    name: "decrement_code_counts",
    text: `UPDATE account SET code_count = code_count - $2, dynamic_code_count = dynamic_code_count - $3,
        sandbox_code_count = sandbox_code_count - $4 WHERE id = $1`,
    values: [accountId, ...change],
  });
}

export interface CodeCounts {
  codes: number;
  dynamicCodes: number;
  sandboxCodes: number;
  dynamicSandboxCodes: number;
}

/** An account's counters; null if it doesn't exist. */
export async function findCodeCounts(connection: Executor, accountId: string): Promise<CodeCounts | null> {
  const { rows } = await connection.query<CodeCounts>({
    name: "find_code_counts",
    text: `SELECT code_count AS codes, dynamic_code_count AS "dynamicCodes", sandbox_code_count AS "sandboxCodes",
        (SELECT count(*)::int FROM qr_code c
          WHERE c.account_id = a.id AND environment = 'sandbox' AND is_dynamic) AS "dynamicSandboxCodes"
      FROM account a WHERE id = $1`,
    values: [accountId],
  });
  return rows[0] ?? null;
}

/** A quota that an account has reached, and whose event is still to be written. */
export interface ReachedQuota {
  accountId: string;
  quota: "codes" | "dynamicCodes" | "scans";
  limit: number;
}

/**
 * Marks the quotas of production that accounts with a webhook for it have reached, and returns those not marked this month.
 *
 * @param limits of each plan, as JSON: plan → quota → limit or null.
 */
export async function markReachedQuotas(tx: Executor, limits: string): Promise<ReachedQuota[]> {
  const scans = await countScansOfListening(tx);
  const { rows } = await tx.query<ReachedQuota>({
    name: "mark_reached_quotas",
    text: `WITH listening AS MATERIALIZED (${listening}),
      reached AS MATERIALIZED (
        SELECT a.id, q.quota, q.most FROM listening JOIN account a ON a.id = listening.account_id
          CROSS JOIN LATERAL (VALUES
            ('codes'::quota, a.code_count, ($1::jsonb -> a.plan::text ->> 'codes')::int),
            ('dynamicCodes', a.dynamic_code_count, ($1::jsonb -> a.plan::text ->> 'dynamicCodes')::int),
            ('scans', coalesce(($2::jsonb ->> a.id::text)::int, 0), ($1::jsonb -> a.plan::text ->> 'scans')::int))
            AS q(quota, used, most)
        WHERE q.used >= q.most),
      marked AS (
        INSERT INTO quota_notice AS n (account_id, quota, month) SELECT id, quota, ${month}::date FROM reached
        ORDER BY id, quota
        ON CONFLICT (account_id, quota) DO UPDATE SET month = excluded.month WHERE n.month < excluded.month
        RETURNING account_id, quota)
      SELECT m.account_id AS "accountId", m.quota, r.most AS "limit"
      FROM marked m JOIN reached r ON r.id = m.account_id AND r.quota = m.quota ORDER BY m.account_id, m.quota`,
    values: [limits, scans],
  });
  return rows;
}

/** Accounts with a webhook for reached quotas. */
const listening = `SELECT DISTINCT account_id FROM webhook
  WHERE is_active AND environment = 'production' AND 'quota.reached' = ANY(events)`;

/** Scans in detail of this month and of production, of each account that listens, as JSON; the counters may lie elsewhere. */
async function countScansOfListening(tx: Executor): Promise<string> {
  const { rows: accounts } = await tx.query<{ id: string }>(
    `SELECT account_id AS id FROM (${listening}) AS l`,
  );
  const { rows } = await tx.query<{ id: string; scans: number }>(
    `SELECT account_id AS id, detailed AS scans FROM scan_counter
     WHERE account_id = ANY($1::uuid[]) AND NOT is_sandbox AND month = ${month}`,
    [accounts.map(({ id }) => id)],
  );
  return JSON.stringify(Object.fromEntries(rows.map(({ id, scans }) => [id, scans])));
}
