import pg from "pg";
import { insertAccounts, insertCodes } from "@/e2e/support/tenants";
import type { Plan } from "@/lib/plans";
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

/** Dynamic codes of some accounts whose plan keeps every scan. */
export async function insertShortCodes(
  pool: pg.Pool,
  { accounts, codesOfEach }: { accounts: number; codesOfEach: number },
): Promise<ShortCode[]> {
  const owners = await insertAccounts(pool, Array<Plan>(accounts).fill("pro"));
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
