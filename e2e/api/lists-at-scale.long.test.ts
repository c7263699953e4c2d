import { randomBytes } from "node:crypto";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import type { Caller } from "@/lib/accounts/schema";
import { authenticateKey, getKey, listKeys } from "@/lib/api-keys";
import { newKeyValue } from "@/lib/api-keys/key-value";
import { createCode, deleteCodes, getCode, listCodes, updateCode } from "@/lib/codes";
import { codeListQuery, listSorts } from "@/lib/codes/schema";
import { deleteSoftDeleted, restoreCodes, softDeleteCodes } from "@/lib/codes/soft-delete";
import { claimRequest } from "@/lib/idempotency";
import { closeDatabase, setDatabaseUrl, sql } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { createMigratedDatabase, type SpareDatabase } from "../support/database";
import { explainScans, planModes, type Scan } from "../support/explain";
import { openPool } from "../support/pool";
import { recordStatements, type Statement } from "../support/statements";
import { insertWebhooks } from "../support/tenant-webhooks";
import { insertDomains, insertFullAccounts, insertKeys, type TenantKey } from "../support/tenants";

/** With 500 codes each a million rows. */
const accounts = 2_000;
const keysEach = 10;
const webhooksEach = 5;
/** What a page may look at: the codes of its own account, once for the page and once for the total. */
const mostRows = 2 * 500;

let spare: SpareDatabase;
let client: pg.Client;
let caller: Caller;
let key: TenantKey;

beforeAll(async () => {
  spare = await createMigratedDatabase(inject("databaseUrl"));
  setDatabaseUrl(spare.url);
  const pool = openPool(spare.url);
  const ids = await insertFullAccounts(pool, accounts);
  const accountId = ids[accounts / 2]!;
  const environment = "production" as const;
  const wanted = ids.flatMap((id) =>
    Array(keysEach).fill({ accountId: id, environment, permissions: ["qr:write"] }),
  );
  key = (await insertKeys(pool, wanted))[(accounts / 2) * keysEach]!;
  await insertIdempotencyKeys(pool, ids);
  await insertDomains(
    pool,
    ids.map((accountId) => ({ accountId, host: `go.${accountId}.example` })),
  );
  await insertWebhooks(
    pool,
    ids.flatMap((id) => Array(webhooksEach).fill({ accountId: id, environment })),
  );
  await pool.query("VACUUM ANALYZE");
  await pool.end();
  client = new pg.Client({ connectionString: spare.url });
  await client.connect();
  caller = { accountId, plan: "developer", environment, key: null };
}, 300_000);

afterAll(async () => {
  await client.end();
  await closeDatabase();
  await spare.drop();
});

/** Ten requests of every account that were answered. */
async function insertIdempotencyKeys(pool: pg.Pool, ids: string[]): Promise<void> {
  await pool.query(
    `INSERT INTO idempotency_key (account_id, scope, key, fingerprint, lease, leased_until, status, expires_at)
     SELECT id, 'production POST /api/v1/qr-codes', 'order-' || n, '\\x00', id, now(), 201, now() + interval '1 day'
     FROM unnest($1::uuid[]) AS id, generate_series(1, 10) AS n`,
    [ids],
  );
}

/** What a function of the domain asks the database, without the bounds of its transactions. */
async function listStatements(work: () => Promise<unknown>): Promise<Statement[]> {
  const statements = await recordStatements(work);
  const asked = statements.filter(({ text }) => !/^\s*(?:BEGIN|COMMIT|ROLLBACK|SET)\b/i.test(text));
  expect(asked.length).toBeGreaterThan(0);
  return asked;
}

/** How each statement is run, by both kinds of plan. */
async function explainAll(work: () => Promise<unknown>): Promise<Scan[][]> {
  const plans: Scan[][] = [];
  for (const statement of await listStatements(work)) {
    for (const mode of planModes) plans.push(await explainScans(client, statement, mode));
  }
  return plans;
}

/** Tables of a page or none here, which are read whole whatever indexes they have; tests of their own fill them. */
const small = [
  "target_change",
  "short_url_path",
  "scan_purge",
  "scan_counter",
  "scan_day",
  "stale_scan_day",
  "abuse_report",
  "pg_database",
];

function expectIndexes(plans: readonly Scan[][]): void {
  const scans = plans.flat();
  const whole = scans.filter(({ kind, relation }) => kind === "Seq Scan" && !small.includes(relation));
  expect(whole).toEqual([]);
  expect(scans.some(({ index }) => index !== undefined)).toBe(true);
}

const filters = {
  "no filter": {},
  "a type": { type: "wifi" },
  "static codes": { isDynamic: "false" },
  "dynamic codes": { isDynamic: "true" },
  "a search": { search: "able 1" },
  "all filters": { type: "url", isDynamic: "true", search: "menu/" },
};

describe("list of an account's 500 codes among a million", () => {
  it("is set up with a million codes, 500 of them the caller's", async () => {
    const { rows } = await client.query(
      "SELECT count(*)::int AS all, count(*) FILTER (WHERE account_id = $1)::int AS own FROM qr_code",
      [caller.accountId],
    );
    expect(rows[0]).toEqual({ all: 1_000_000, own: 500 });
  });

  describe.each(listSorts)("sorted by %s", (sort) => {
    it.each(Object.keys(filters) as (keyof typeof filters)[])(
      "with %s reads at most the caller's rows, by an index",
      async (name) => {
        for (const order of ["asc", "desc"]) {
          for (const page of ["1", "13"]) {
            const query = codeListQuery.parse({ ...filters[name], sort, order, page });
            const plans = await explainAll(() => listCodes(caller, query));
            expectIndexes(plans);
            for (const scans of plans) {
              const looked = scans.reduce((sum, { rows }) => sum + rows, 0);
              expect(looked, JSON.stringify(scans)).toBeLessThanOrEqual(mostRows);
            }
          }
        }
      },
    );
  });

  it("reads only its 20 rows for the first page in the default order", async () => {
    const query = codeListQuery.parse({});
    for (const scans of await explainAll(() => listCodes(caller, query))) {
      const page = scans.filter(({ rows }) => rows > 0 && rows <= query.limit);
      expect(
        page.map(({ kind }) => kind),
        JSON.stringify(scans),
      ).toEqual(["Index Scan"]);
    }
  });
});

describe("queries for one account's rows in tables of up to a million", () => {
  const works: Record<string, () => Promise<unknown>> = {
    "a code": async () => getCode(caller, await findOwnId()),
    "an unknown code": async () => getCode(caller, newId()),
    "a change of a code": async () => updateCode(caller, await findOwnId(), { name: "Table 4" }),
    "a new code": () => createCode({ ...caller, plan: "pro" }, { name: "A", type: "text", content: "a" }),
    "a bulk deletion": async () => deleteCodes(caller, [await findOwnId(), newId()]),
    "a soft deletion": async () => softDeleteCodes(caller, [await findOwnId(), newId()]),
    "undoing a soft deletion": async () => restoreCodes(caller, [await findOwnId(), newId()]),
    "deleting due soft-deleted codes": () => deleteSoftDeleted(),
    "a key by its value": () => authenticateKey(`Bearer ${key.apiKey}`),
    "an unknown key": () => authenticateKey(`Bearer ${newKeyValue("production")}`),
    "a key by its id": () => getKey(caller, key.id),
    "the keys of an account": () => listKeys(caller),
    "a stored response of an idempotency key": () => claim("order-3"),
    "a new idempotency key": () => claim(randomBytes(8).toString("hex")),
  };

  it.each(Object.keys(works))("%s uses indexes only", async (name) => {
    expectIndexes(await explainAll(works[name]!));
  });

  async function findOwnId(): Promise<string> {
    const { rows } = await client.query<{ id: string }>(
      "SELECT id FROM qr_code WHERE account_id = $1 LIMIT 1",
      [caller.accountId],
    );
    return rows[0]!.id;
  }

  function claim(idempotencyKey: string): Promise<unknown> {
    const bytes = Buffer.from("{}");
    const { accountId, environment } = caller;
    return claimRequest({
      accountId,
      environment,
      owner: null,
      address: "POST /api/v1/qr-codes",
      key: idempotencyKey,
      bytes,
    });
  }
});

it("every foreign key has an index, so deleting an account scans no table", async () => {
  const { rows } = await sql.query<{ relation: string; indexed: boolean }>(
    `SELECT c.conrelid::regclass::text AS relation, EXISTS (
       SELECT FROM pg_index i WHERE i.indrelid = c.conrelid AND i.indkey[0] = c.conkey[1]) AS indexed
     FROM pg_constraint c WHERE c.contype = 'f'`,
  );
  expect(rows.length).toBeGreaterThan(6);
  expect(rows.filter(({ indexed }) => !indexed)).toEqual([]);
});
