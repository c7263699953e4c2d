import pg from "pg";
import { insertAccounts, insertFullAccounts, insertKeys } from "@/e2e/support/tenants";
import type { Permission } from "@/lib/accounts/schema";
import type { Plan } from "@/lib/plans";
import { openEmbeddedDatabase } from "@/server/database/embedded-postgres";
import type { ServiceSubject } from "./processes";

/** Accounts with 500 codes each: a million rows. */
const millionOfCodes = 2_000;
/** So many of them call, so that nobody comes near 5,000 requests an hour. */
const readers = 200;
/** Accounts that begin with no code; each has room for 500. */
const writers = 400;

/** Clients that call with keys of their own. */
export interface Customer {
  authorization: string;
}

interface Reader extends Customer {
  /** 50 of its 500 codes. */
  codeIds: string[];
}

export interface Customers {
  readers: Reader[];
  writers: Customer[];
}

/** Fills the service's database with codes, a million unless told, and gives some of their accounts keys. */
export async function seedCustomers(
  { dataDir }: ServiceSubject,
  fullAccounts = millionOfCodes,
): Promise<Customers> {
  // Beside the service, which has the server started.
  const database = await openEmbeddedDatabase(dataDir);
  const pool = new pg.Pool({ connectionString: database.url });
  try {
    const full = (await insertFullAccounts(pool, fullAccounts)).slice(0, readers);
    const { rows } = await pool.query<{ codeIds: string[] }>(
      `SELECT (array_agg(id ORDER BY id))[1:50] AS "codeIds" FROM qr_code
       WHERE account_id = ANY($1) GROUP BY account_id ORDER BY array_position($1, account_id)`,
      [full],
    );
    const fresh = await insertAccounts(pool, Array<Plan>(writers).fill("developer"));
    const reading = await giveKeys(pool, full, "qr:read");
    return {
      readers: reading.map((customer, index) => ({ ...customer, ...rows[index]! })),
      writers: await giveKeys(pool, fresh, "qr:write"),
    };
  } finally {
    await pool.end();
    await database.release();
  }
}

async function giveKeys(pool: pg.Pool, accountIds: string[], permission: Permission): Promise<Customer[]> {
  const environment = "production" as const;
  const permissions = [permission];
  const wanted = accountIds.map((accountId) => ({ accountId, environment, permissions }));
  return (await insertKeys(pool, wanted)).map(({ apiKey }) => ({ authorization: `Bearer ${apiKey}` }));
}
