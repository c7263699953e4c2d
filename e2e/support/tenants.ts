import type pg from "pg";
import type { Environment, Permission } from "@/lib/accounts/schema";
import { hashKeyValue, newKeyValue, previewOf } from "@/lib/api-keys/key-value";
import type { Plan } from "@/lib/plans";
import { newBase62, newId } from "@/lib/platform/ids";

/** Where rows go: a pool or a connection. */
export type Database = Pick<pg.Pool, "query">;

/** Rows of accounts, keys and codes written at once, in numbers and forms that the service itself would take long to make. */

export async function insertAccounts(database: Database, plans: readonly Plan[]): Promise<string[]> {
  const ids = plans.map(() => newId());
  await database.query(
    `INSERT INTO account (id, name, plan)
     SELECT id, 'Tenant', plan FROM unnest($1::uuid[], $2::plan[]) AS a(id, plan)`,
    [ids, plans],
  );
  return ids;
}

interface WantedKey {
  accountId: string;
  environment: Environment;
  /** May be empty, which the service itself would refuse. */
  permissions: readonly Permission[];
  /** 5,000 unless told. */
  rateLimit?: number;
}

export interface TenantKey {
  id: string;
  apiKey: string;
}

export async function insertKeys(database: Database, wanted: readonly WantedKey[]): Promise<TenantKey[]> {
  const keys = wanted.map(({ environment }) => ({ id: newId(), apiKey: newKeyValue(environment) }));
  await database.query(
    `INSERT INTO api_key (id, account_id, name, environment, permissions, rate_limit, key_hash, preview)
     SELECT id, account_id, 'Key', environment, string_to_array(permissions, ','), rate_limit, key_hash,
       preview
     FROM unnest($1::uuid[], $2::uuid[], $3::environment[], $4::text[], $5::int[], $6::bytea[], $7::text[])
       AS k(id, account_id, environment, permissions, rate_limit, key_hash, preview)`,
    [
      keys.map(({ id }) => id),
      wanted.map(({ accountId }) => accountId),
      wanted.map(({ environment }) => environment),
      wanted.map(({ permissions }) => permissions.join(",")),
      wanted.map(({ rateLimit }) => rateLimit ?? 5_000),
      keys.map(({ apiKey }) => hashKeyValue(apiKey)),
      keys.map(({ apiKey }) => previewOf(apiKey)),
    ],
  );
  return keys;
}

interface WantedCode {
  accountId: string;
  environment: Environment;
  isDynamic?: boolean;
}

/** Codes of type `url`, counted at their accounts. */
export async function insertCodes(database: Database, wanted: readonly WantedCode[]): Promise<string[]> {
  const ids = wanted.map(() => newId());
  await database.query(
    `WITH stored AS (
       INSERT INTO qr_code (id, account_id, environment, name, type, content, target, settings, is_dynamic, short_code,
         least_module)
       SELECT id, account_id, environment, 'Table', 'url', 'https://example.com/', 'https://example.com/', '{}',
         short_code IS NOT NULL, short_code, 2
       FROM unnest($1::uuid[], $2::uuid[], $3::environment[], $4::text[]) AS c(id, account_id, environment, short_code)
       RETURNING account_id, environment, is_dynamic),
     counted AS (
       SELECT account_id, count(*) FILTER (WHERE environment = 'production') AS codes,
         count(*) FILTER (WHERE environment = 'production' AND is_dynamic) AS dynamic_codes,
         count(*) FILTER (WHERE environment = 'sandbox') AS sandbox_codes
       FROM stored GROUP BY account_id)
     UPDATE account SET code_count = code_count + codes, dynamic_code_count = dynamic_code_count + dynamic_codes,
       sandbox_code_count = sandbox_code_count + sandbox_codes
     FROM counted WHERE account.id = counted.account_id`,
    [
      ids,
      wanted.map(({ accountId }) => accountId),
      wanted.map(({ environment }) => environment),
      wanted.map(({ isDynamic }) => (isDynamic === true ? newBase62(8) : null)),
    ],
  );
  return ids;
}

/** An earlier target of each of these codes. */
export async function insertTargets(database: Database, codeIds: readonly string[]): Promise<string[]> {
  const ids = codeIds.map(() => newId());
  await database.query(
    `INSERT INTO target_change (id, qr_code_id, content, replaced_at)
     SELECT id, qr_code_id, 'https://example.com/before', now()
     FROM unnest($1::uuid[], $2::uuid[]) AS t(id, qr_code_id)`,
    [ids, codeIds],
  );
  return ids;
}

/** Scans that take goals, one of each code and with the code's own id. */
export async function insertGoalScans(database: Database, codeIds: readonly string[]): Promise<void> {
  await database.query(
    `INSERT INTO goal_scan (scan_id, account_id, is_sandbox, qr_code_id, scanned_at, country)
     SELECT id, account_id, environment = 'sandbox', id, now(), 'DE' FROM qr_code WHERE id = ANY($1)`,
    [codeIds],
  );
}

/** Accounts on Developer that have all 500 of their codes, the rows of one far from each other as time leaves them. */
export async function insertFullAccounts(database: Database, accounts: number): Promise<string[]> {
  const ids = await insertAccounts(database, Array<Plan>(accounts).fill("developer"));
  await loadAtOnce(database, "qr_code", async () => {
    const half = 250 * accounts;
    await Promise.all([insertRange(database, ids, [0, half]), insertRange(database, ids, [half, 2 * half])]);
  });
  await database.query(
    `UPDATE account SET code_count = codes, dynamic_code_count = dynamic_codes
     FROM (SELECT account_id, count(*) AS codes, count(*) FILTER (WHERE is_dynamic) AS dynamic_codes
       FROM qr_code WHERE account_id = ANY($1) GROUP BY account_id) AS counted
     WHERE account.id = counted.account_id`,
    [ids],
  );
  await database.query("VACUUM ANALYZE");
  return ids;
}

/** `n` counts the codes in the order of their making, `k` those of one account. */
async function insertRange(database: Database, ids: string[], [first, end]: [number, number]): Promise<void> {
  await database.query(
    `INSERT INTO qr_code (id, account_id, environment, name, type, content, target, settings, is_dynamic, short_code,
       scan_count, created_at, updated_at)
     SELECT ('01900000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, ($1::uuid[])[1 + n % $2], 'production',
       'Table ' || k * 37 % 400, (ARRAY['url', 'text', 'wifi', 'email'])[1 + k % 4],
       CASE k % 4 WHEN 2 THEN '{"ssid":"menu/' || n || '"}' WHEN 3 THEN 'menu@' || n || '.example' ELSE 'https://example.com/menu/' || n END, CASE WHEN k % 4 = 0 THEN 'https://example.com/menu/' || n END, '{}',
       k % 8 = 0, CASE WHEN k % 8 = 0 THEN lpad(to_hex(n), 8, '0') END, k % 97,
       now() - (500 * $2 - n) * interval '10 seconds', now() - (n * 31 % (500 * $2)) * interval '10 seconds'
     FROM generate_series($3::int, $4::int - 1) AS n, LATERAL (SELECT n / $2 AS k) AS one`,
    [ids, ids.length, first, end],
  );
}

/** Fills a table without its indexes and foreign keys, which are there again afterwards: half the time. */
async function loadAtOnce(database: Database, table: string, load: () => Promise<void>): Promise<void> {
  const keys = await database.query<{ drop: string; add: string }>(
    `SELECT format('ALTER TABLE %I DROP CONSTRAINT %I', $1::text, conname) AS drop,
       format('ALTER TABLE %I ADD CONSTRAINT %I %s', $1::text, conname, pg_get_constraintdef(oid)) AS add
     FROM pg_constraint WHERE conrelid = $1::regclass AND contype = 'f'`,
    [table],
  );
  const indexes = await database.query<{ drop: string; add: string }>(
    `SELECT format('DROP INDEX %I', indexname) AS drop, indexdef AS add FROM pg_indexes
     WHERE tablename = $1 AND NOT EXISTS (SELECT FROM pg_constraint WHERE conname = indexname)`,
    [table],
  );
  for (const { drop } of [...keys.rows, ...indexes.rows]) await database.query(drop);
  await load();
  await Promise.all(indexes.rows.map(({ add }) => database.query(add)));
  for (const { add } of keys.rows) await database.query(add);
}

/** Domains that wait for their proof. */
export async function insertDomains(
  database: Database,
  wanted: readonly { accountId: string; host: string }[],
): Promise<string[]> {
  const ids = wanted.map(() => newId());
  await database.query(
    `INSERT INTO domain (id, account_id, host, status, token, next_check_at)
     SELECT id, account_id, host, 'pending', id, now() + interval '1 day' FROM unnest($1::uuid[], $2::uuid[], $3::text[]) AS d(id, account_id, host)`,
    [ids, wanted.map(({ accountId }) => accountId), wanted.map(({ host }) => host)],
  );
  return ids;
}
