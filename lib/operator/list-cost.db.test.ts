import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newAccount } from "@/e2e/support/accounts";
import { explainScans, type Scan } from "@/e2e/support/explain";
import { recordStatements } from "@/e2e/support/statements";
import { env } from "@/lib/platform/env";
import { listAccounts } from "./index";
import { type AccountQuery, pageAccounts } from "./schema";

const many = 100_000;
let client: pg.Client;

/** Seen by this connection alone: other tests have the database, too. */
beforeAll(async () => {
  await newAccount("free");
  client = new pg.Client({ connectionString: env.databaseUrl });
  await client.connect();
  await client.query("BEGIN");
  await client.query(
    `INSERT INTO account (id, name, plan, code_count, created_at)
     SELECT gen_random_uuid(), 'Many', 'free', i % 11, now() - i * interval '1 minute' FROM generate_series(1, ${many}) AS i`,
  );
  await client.query(
    `INSERT INTO app_user (id, account_id, email, name)
     SELECT gen_random_uuid(), id, replace(id::text, '-', '') || '@example.com', 'Person ' || left(id::text, 5)
     FROM account WHERE name = 'Many'`,
  );
  await client.query(
    `INSERT INTO scan_counter (account_id, is_sandbox, last_stamp, month, detailed, unrolled)
     SELECT id, false, now(), date_trunc('month', now() AT TIME ZONE 'UTC'), code_count * 100, 0
     FROM account WHERE name = 'Many'`,
  );
  await client.query("ANALYZE account, app_user, scan_counter");
}, 120_000);

afterAll(async () => {
  await client.query("ROLLBACK");
  await client.end();
});

async function explain(query: Partial<AccountQuery>): Promise<{ page: Scan[]; count: Scan[] }> {
  const statements = await recordStatements(() => listAccounts({ q: "", sort: "newest", page: 1, ...query }));
  // Sent at once, each over a connection of its own, in either order.
  const find = (part: string) => statements.find(({ text }) => text.includes(part)) ?? fail(part);
  const [page, count] = [find('AS "accountId"'), find("AS total")];
  return {
    page: await explainScans(client, page, "force_custom_plan"),
    count: await explainScans(client, count, "force_custom_plan"),
  };
}

function fail(part: string): never {
  throw new Error(`no statement has ${part}`);
}

const rowsOf = (scans: readonly Scan[], relation: string) =>
  scans.filter((scan) => scan.relation === relation).reduce((sum, { rows }) => sum + rows, 0);
const indexesOf = (scans: readonly Scan[]) => scans.map(({ index }) => index);

describe("Q14: the account list with 100,000 accounts", () => {
  it("reads the newest from an index, without reading many more than are shown", async () => {
    const { page } = await explain({});
    expect(indexesOf(page)).toContain("account_created_at_id_idx");
    expect(rowsOf(page, "account")).toBeLessThanOrEqual(2 * pageAccounts);
    expect(rowsOf(page, "app_user")).toBeLessThanOrEqual(pageAccounts);
  });

  it("finds the start of an email by an index", async () => {
    const { page, count } = await explain({ q: "0f" });
    // The unique index serves where the database sorts as C does, the other one everywhere.
    expect(indexesOf(count).join()).toMatch(/app_user_email_(?:begins_idx|key)/);
    expect(rowsOf(count, "app_user")).toBeLessThan(many / 50);
    // Newest first, until a page is full.
    expect(rowsOf(page, "app_user")).toBeLessThan(many / 4);
  });

  it("finds an id by an index", async () => {
    for (const q of ["0199aa00-0000-7000-8000-000000000000"]) {
      const { page, count } = await explain({ q });
      for (const scans of [page, count])
        expect(rowsOf(scans, "account") + rowsOf(scans, "app_user")).toBeLessThan(10);
    }
  });

  it("reads each user once for part of an email", async () => {
    const { page } = await explain({ q: "0f0f" });
    expect(rowsOf(page, "app_user")).toBeLessThan(1.1 * many);
  });

  it("reads each account and counter once when sorting by scans", async () => {
    const { page } = await explain({ sort: "scans" });
    expect(rowsOf(page, "account")).toBeLessThan(1.1 * many);
    expect(rowsOf(page, "scan_counter")).toBeLessThan(1.1 * many);
  });
});
