import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { callerOf, newAccount } from "@/e2e/support/accounts";
import { explainScans, planModes } from "@/e2e/support/explain";
import { recordStatements, type Statement } from "@/e2e/support/statements";
import { storeInBulk } from "@/e2e/support/stored-rows";
import { insertWebhooks, type TenantWebhook } from "@/e2e/support/tenant-webhooks";
import type { Caller } from "@/lib/accounts/schema";
import { sql } from "@/lib/platform/db";
import { changeWebhook, getDelivery, getWebhook, listDeliveries } from ".";
import { sumDeliveryCounts } from "./cleanup";
import { deliveryListQuery } from "./schema";

const deliveriesEach = 5_000;
const limit = 20;

let caller: Caller;
let webhook: TenantWebhook;
let client: pg.Client;
beforeAll(async () => {
  const { accountId } = await newAccount("pro");
  caller = callerOf({ accountId }, "pro");
  const made = await insertWebhooks(sql, Array(10).fill({ accountId, environment: "production" }));
  webhook = made[4]!;
  // A tenth of them open, as after a night in which an endpoint was down.
  await storeInBulk(
    `INSERT INTO delivery (id, webhook_id, event_id, event_type, status, max_attempts, created_at, due_at)
     SELECT gen_random_uuid(), w.id, gen_random_uuid(), 'scan.created',
       CASE WHEN n % 10 = 0 THEN 'retrying' ELSE 'delivered' END::delivery_status, 4, now() - n * interval '1 s',
       CASE WHEN n % 10 = 0 THEN now() + interval '1 hour' END
     FROM generate_series(1, $2) AS n, unnest($1::uuid[]) AS w(id)`,
    [made.map(({ id }) => id), deliveriesEach],
  );
  await sql.query(
    `INSERT INTO event (id, account_id, environment, type, body, webhook_ids, generations, fanned_out_at)
     SELECT gen_random_uuid(), $1, 'production', 'scan.created', '{}', '{}', '{}', now() FROM generate_series(1, $2)`,
    [accountId, deliveriesEach],
  );
  await sql.query("VACUUM ANALYZE delivery, webhook, webhook_queue, event");
  client = new pg.Client({ connectionString: process.env.DATABASE_URL });
  await client.connect();
});
afterAll(() => client.end());

/** How often a statement looks at a row, of each table. */
async function countRows(statement: Statement, mode: (typeof planModes)[number]) {
  const scans = await explainScans(client, statement, mode);
  return (relation: string) =>
    scans.filter((scan) => scan.relation === relation).reduce((sum, { rows }) => sum + rows, 0);
}

/** Rows of deliveries that a statement reads in an index alone, and those that it opens. */
async function readsOf(statement: Statement, mode: (typeof planModes)[number]) {
  const scans = await explainScans(client, statement, mode);
  const ofDeliveries = scans.filter(({ relation }) => relation === "delivery");
  const sum = (isInIndex: boolean) =>
    ofDeliveries
      .filter(({ kind }) => (kind === "Index Only Scan") === isInIndex)
      .reduce((total, { rows }) => total + rows, 0);
  return { inIndexes: sum(true), opened: sum(false) };
}

describe.each(planModes)("with the plan of %s", (mode) => {
  it("a page of deliveries reads only the rows that it shows", async () => {
    const query = deliveryListQuery.parse({ limit: String(limit), page: "3" });
    const [, page] = await recordStatements(() => listDeliveries(caller, webhook.id, query));
    expect(await readsOf(page!, mode)).toEqual({ inIndexes: 3 * limit, opened: limit });
  });

  it("getWebhook reads only its last deliveries", async () => {
    const [, recent] = await recordStatements(() => getWebhook(caller, webhook.id));
    expect(await readsOf(recent!, mode)).toEqual({ inIndexes: 20, opened: 20 });
  });

  it.each([
    { status: "delivered", page: "2" },
    { status: "failed" },
    { status: "retrying" },
    { status: "cancelled" },
    { eventType: "scan.created" },
    { eventType: "qr.deleted" },
    { eventType: "scan.created", status: "failed" },
  ])("a page filtered by $status $eventType reads hardly more rows than it shows", async (filter) => {
    const query = deliveryListQuery.parse({ limit: String(limit), ...filter });
    const [, page] = await recordStatements(() => listDeliveries(caller, webhook.id, query));
    const { inIndexes, opened } = await readsOf(page!, mode);
    expect(opened).toBeLessThanOrEqual(2 * limit);
    expect(inIndexes).toBeLessThanOrEqual(2 * 2 * limit);
  });

  it("getDelivery reads one delivery and one event", async () => {
    const [one] = await recordStatements(() => getDelivery(caller, webhook.id, webhook.deliveryId));
    const rowsOf = await countRows(one!, mode);
    expect([rowsOf("delivery"), rowsOf("event")]).toEqual([1, 1]);
  });

  it("totals read no delivery rows", async () => {
    await sumDeliveryCounts();
    await sql.query("VACUUM ANALYZE delivery_count");
    for (const filter of [
      {},
      { status: "delivered" },
      { status: "retrying" },
      { eventType: "scan.created" },
    ]) {
      const query = deliveryListQuery.parse({ limit: String(limit), ...filter });
      const statements = await recordStatements(() => listDeliveries(caller, webhook.id, query));
      const total = statements.find(({ text }) => text.includes("delivery_count"));
      const rowsOf = await countRows(total!, mode);
      expect(rowsOf("delivery")).toBe(0);
      // Those of other tests beside these are few enough to be read whole.
      expect(rowsOf("delivery_count")).toBeLessThanOrEqual(deliveriesEach / 10);
    }
  });
});

it("a pause finds open deliveries through their index", async () => {
  const statements = await recordStatements(() => changeWebhook(caller, webhook.id, { isActive: false }));
  const cancel = statements.find(({ text }) => text.includes("SET status = 'cancelled'"));
  for (const mode of planModes) {
    const scans = await explainScans(client, cancel!, mode);
    const reads = scans.filter(({ relation, kind }) => relation === "delivery" && kind !== "ModifyTable");
    expect(reads.filter(({ kind }) => kind === "Seq Scan")).toEqual([]);
    expect(reads[0]).toMatchObject({
      kind: "Index Scan",
      index: "delivery_webhook_id_generation_due_at_idx",
    });
  }
  const { rows } = await sql.query(
    "SELECT status, count(*)::int AS count FROM delivery WHERE webhook_id = $1 GROUP BY status ORDER BY status::text",
    [webhook.id],
  );
  expect(rows).toEqual([
    { status: "cancelled", count: deliveriesEach / 10 },
    { status: "delivered", count: (deliveriesEach * 9) / 10 },
    { status: "failed", count: 1 },
  ]);
});
