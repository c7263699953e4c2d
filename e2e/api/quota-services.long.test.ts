import type pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openMigratedServer, type SpareDatabase } from "../support/database";
import { openPool } from "../support/pool";
import { openServices } from "../support/process/services";
import { insertAccounts, insertCodes, insertKeys } from "../support/tenants";

const limit = 500;
let server: SpareDatabase;
let pool: pg.Pool;
let origins: string[];

beforeAll(async () => {
  // Of their own: four services with ten connections each are half of what a server takes.
  server = await openMigratedServer();
  pool = openPool(server.url);
  const services = await Promise.all(
    Array.from({ length: 4 }, () => start({ DATABASE_URL: server.url, DATA_DIR: newFolder() })),
  );
  origins = services.map(({ baseUrl }) => baseUrl);
});
afterAll(async () => {
  await pool.end();
  await server.drop();
});
// Its own afterAll comes first: the services are gone before their database is.
const { newFolder, start } = openServices();

interface Customer {
  accountId: string;
  apiKey: string;
  ids: string[];
}

/** An account on Developer with so many codes already. */
async function openCustomer(codes: number): Promise<Customer> {
  const [accountId = ""] = await insertAccounts(pool, ["developer"]);
  const environment = "production" as const;
  const ids = await insertCodes(
    pool,
    Array.from({ length: codes }, () => ({ accountId, environment })),
  );
  const [key] = await insertKeys(pool, [{ accountId, environment, permissions: ["qr:write"] }]);
  return { accountId, apiKey: key!.apiKey, ids };
}

interface Bulk {
  created: { id: string; name: string }[];
  errors: { index: number; code: string }[];
  summary: { total: number; successful: number; failed: number };
}

let calls = 0;

/** A call to the next of the four. */
async function call<Body>(customer: Customer, method: string, path: string, body: unknown) {
  const response = await fetch(`${origins[calls++ % origins.length]}/api/v1/qr-codes${path}`, {
    method,
    headers: { authorization: `Bearer ${customer.apiKey}`, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  return { status: response.status, json: (await response.json()) as Body };
}

const newCode = (index = 0) => ({ name: `Table ${index}`, type: "url", content: "https://example.com/menu" });
const createOne = (customer: Customer) =>
  call<{ id: string; code: string; details: object[] }>(customer, "POST", "", newCode());
const createMany = (customer: Customer, count: number) =>
  call<Bulk>(customer, "POST", "/bulk", {
    qrCodes: Array.from({ length: count }, (_, index) => newCode(index)),
  });
const deleteMany = (customer: Customer, ids: string[]) =>
  call<{ deleted: number }>(customer, "DELETE", "/bulk", { qrCodeIds: ids });

/** What is counted and what is there, which are the same. */
async function countCodes({ accountId }: Customer): Promise<number> {
  const { rows } = await pool.query<{ counted: number; codes: number }>(
    `SELECT code_count AS counted, (SELECT count(*) FROM qr_code WHERE account_id = a.id)::int AS codes
     FROM account a WHERE id = $1`,
    [accountId],
  );
  expect(rows[0]!.counted).toBe(rows[0]!.codes);
  return rows[0]!.codes;
}

describe("quota with four services on one database", () => {
  it("Q1: allows one of 100 parallel creates with 499 of 500 used, and names limit and use in the others", async () => {
    const customer = await openCustomer(limit - 1);
    const answers = await Promise.all(Array.from({ length: 100 }, () => createOne(customer)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    for (const { status, json } of answers.filter((answer) => answer.status !== 201)) {
      expect([status, json.code]).toEqual([403, "quota_exceeded"]);
      expect(json.details).toEqual([expect.objectContaining({ field: "codes", limit, used: limit })]);
    }
    expect(await countCodes(customer)).toBe(limit);
  });

  it("Q1: creates the first 7 of a bulk of 100 with 7 places left, and reports the other 93 by index", async () => {
    const customer = await openCustomer(limit - 7);
    const { status, json } = await createMany(customer, 100);
    expect([status, json.summary]).toEqual([201, { total: 100, successful: 7, failed: 93 }]);
    expect(json.created.map(({ name }) => name)).toEqual(
      Array.from({ length: 7 }, (_, index) => `Table ${index}`),
    );
    expect(json.errors.map(({ index, code }) => [index, code])).toEqual(
      Array.from({ length: 93 }, (_, index) => [index + 7, "quota_exceeded"]),
    );
    const again = await createMany(customer, 2);
    expect([again.status, again.json.summary]).toEqual([200, { total: 2, successful: 0, failed: 2 }]);
    expect(await countCodes(customer)).toBe(limit);
  });

  it("Q1: keeps the counter equal to the number of codes when bulk, single and delete calls run at once", async () => {
    const customer = await openCustomer(limit - 12);
    let alive = customer.ids;
    for (let round = 0; round < 50; round++) {
      const doomed = round % 2 === 0 ? [] : alive.slice(0, 20);
      const deletions = doomed.length > 0 ? [deleteMany(customer, doomed), deleteMany(customer, doomed)] : [];
      const [bulk, one, other] = await Promise.all([
        createMany(customer, 10),
        createOne(customer),
        createOne(customer),
        ...deletions,
      ]);
      const deleted = await Promise.all(deletions);
      expect(deleted.reduce((sum, { json }) => sum + json.deleted, 0)).toBe(doomed.length);
      const made = [
        ...bulk.json.created.map(({ id }) => id),
        ...[one, other].filter(({ status }) => status === 201).map(({ json }) => json.id),
      ];
      if (doomed.length === 0) expect(made.length).toBe(Math.min(12, limit - alive.length));
      alive = [...alive.filter((id) => !doomed.includes(id)), ...made];
      expect(await countCodes(customer)).toBe(alive.length);
      expect(alive.length).toBeLessThanOrEqual(limit);
    }
  });
});
