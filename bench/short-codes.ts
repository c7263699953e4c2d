import pg from "pg";
import { insertAccounts, insertCodes } from "@/e2e/support/tenants";
import type { Plan } from "@/lib/plans";
import { newId } from "@/lib/platform/ids";
import { openEmbeddedDatabase } from "@/server/database/embedded-postgres";
import type { ServiceSubject } from "./processes";

/** Works on the service's database beside it. */
export async function besideService<T>(
  { dataDir }: Pick<ServiceSubject, "dataDir">,
  work: (pool: pg.Pool) => Promise<T>,
): Promise<T> {
  const database = await openEmbeddedDatabase(dataDir);
  const pool = new pg.Pool({ connectionString: database.url });
  try {
    return await work(pool);
  } finally {
    await pool.end();
    await database.release();
  }
}

export interface ShortCode {
  id: string;
  accountId: string;
  shortCode: string;
}

/** Dynamic codes of some accounts whose plan keeps every scan. `accountIds` gets the accounts even if their codes fail. */
export async function insertShortCodes(
  pool: pg.Pool,
  { accounts, codesOfEach }: { accounts: number; codesOfEach: number },
  accountIds: string[] = [],
): Promise<ShortCode[]> {
  const owners = await insertAccounts(pool, Array<Plan>(accounts).fill("pro"));
  accountIds.push(...owners);
  const wanted = owners.flatMap((accountId) =>
    Array.from({ length: codesOfEach }, () => ({
      accountId,
      environment: "production" as const,
      isDynamic: true,
    })),
  );
  const ids = await insertCodes(pool, wanted);
  const { rows } = await pool.query<ShortCode>(
    `SELECT id, account_id AS "accountId", short_code AS "shortCode" FROM qr_code WHERE id = ANY($1) ORDER BY id`,
    [ids],
  );
  return rows;
}

/** Moves codes to a served domain, among 1,000 others. Each is opened there by its generated code. */
export async function moveToDomain(pool: pg.Pool, codes: readonly ShortCode[], host: string): Promise<void> {
  const [id, accountId, ids] = [newId(), codes[0]?.accountId, codes.map((code) => code.id)];
  const insert = `INSERT INTO domain (id, account_id, host, status, is_served, token)`;
  await pool.query(`${insert} VALUES ($1, $2, $3, 'verified', true, 'token')`, [id, accountId, host]);
  await pool.query(
    `${insert} SELECT gen_random_uuid(), $1, 'go-' || n || '.example.com', 'verified', true, 'token' FROM generate_series(1, 1000) AS n`,
    [accountId],
  );
  await pool.query("UPDATE qr_code SET domain_id = $1 WHERE id = ANY($2)", [id, ids]);
  await pool.query(
    `INSERT INTO short_url_path (key, path, domain_id, qr_code_id, account_id)
     SELECT $1::uuid || '/' || lower(short_code), short_code, $1, id, account_id FROM qr_code WHERE id = ANY($2)`,
    [id, ids],
  );
}
