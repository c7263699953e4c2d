import { beforeEach, describe, expect, it } from "vitest";
import { callerOf, newAccount } from "@/e2e/support/accounts";
import { addListener } from "@/e2e/support/events";
import { withOwnDatabase } from "@/e2e/support/webhooks/test-queue";
import type { Caller } from "@/lib/accounts/schema";
import { sql, transaction } from "@/lib/platform/db";
import { deleteWebhook, listDeliveries } from ".";
import { sumDeliveryCounts } from "./cleanup";
import { deliveryStatuses, eventKinds } from "./schema";

withOwnDatabase();

let caller: Caller;
let webhookId: string;
beforeEach(async () => {
  caller = callerOf(await newAccount("pro"), "pro");
  webhookId = await addListener(caller);
});

/** So many of each kind and state; what is open is for this generation, a tenth of it claimed. */
async function insert(count: number, { generation = 0, of = webhookId } = {}): Promise<void> {
  await sql.query(
    `INSERT INTO delivery (id, webhook_id, event_id, event_type, status, max_attempts, generation, due_at, lease_token, created_at)
     SELECT gen_random_uuid(), $1, gen_random_uuid(), type, status, 4, $3,
       CASE WHEN status IN ('pending', 'retrying') THEN now() END,
       CASE WHEN status IN ('pending', 'retrying') AND n % 10 = 0 THEN gen_random_uuid() END,
       now() - random() * interval '20 days'
     FROM unnest($4::text[]) AS type, unnest($5::delivery_status[]) AS status, generate_series(1, $2) AS n`,
    [of, count, generation, eventKinds, deliveryStatuses],
  );
}

const change = (set: string, where: string, count: number) =>
  sql.query(
    `UPDATE delivery SET ${set} WHERE id IN (
       SELECT id FROM delivery WHERE webhook_id = $1 AND ${where} ORDER BY random() LIMIT $2)`,
    [webhookId, count],
  );
const beginGeneration = () =>
  sql.query("UPDATE webhook SET generation = generation + 1 WHERE id = $1", [webhookId]);

interface Shown {
  id: string;
  status: string;
  eventType: string;
}

/** All, in the order of lists: what each row is, said without an index or a count. */
async function readAll(): Promise<Shown[]> {
  const { rows } = await sql.query<Shown>(
    `SELECT d.id, d.event_type AS "eventType",
       CASE WHEN d.due_at IS NOT NULL AND d.generation <> w.generation THEN 'cancelled' ELSE d.status END AS status
     FROM delivery d JOIN webhook w ON w.id = d.webhook_id WHERE w.id = $1
     ORDER BY d.created_at DESC, d.id DESC`,
    [webhookId],
  );
  return rows;
}

const filters = [undefined, ...deliveryStatuses].flatMap((status) =>
  [undefined, ...eventKinds].map((eventType) => ({
    ...(status && { status }),
    ...(eventType && { eventType }),
  })),
);

/** Each list with each filter holds what it should, in order, on every page, and says how much that is. */
async function expectRight(): Promise<void> {
  const all = await readAll();
  for (const filter of filters) {
    const wanted = all.filter(
      ({ status, eventType }) =>
        (filter.status ?? status) === status && (filter.eventType ?? eventType) === eventType,
    );
    for (const page of [1, 2, Math.ceil(wanted.length / 7), Math.ceil(wanted.length / 7) + 2]) {
      if (page === 0) continue;
      const { data, pagination } = await listDeliveries(caller, webhookId, { page, limit: 7, ...filter });
      const ids = data.map(({ id, status }) => `${id} ${status}`);
      expect(ids).toEqual(wanted.slice((page - 1) * 7, page * 7).map(({ id, status }) => `${id} ${status}`));
      expect(pagination).toMatchObject({ total: wanted.length, pages: Math.ceil(wanted.length / 7) });
    }
  }
}

async function countTallies(): Promise<number> {
  return (await sql.query("SELECT FROM delivery_count WHERE webhook_id = $1", [webhookId])).rowCount ?? 0;
}

describe("delivery lists and totals", () => {
  it("are exact for every filter after inserts, status changes and deletions", async () => {
    await expectRight();
    await insert(3);
    await expectRight();
    await change("status = 'retrying'", "status = 'pending'", 5);
    await change("status = 'delivered', due_at = NULL, lease_token = NULL", "due_at IS NOT NULL", 6);
    await sumDeliveryCounts();
    await change("status = 'failed', due_at = NULL, lease_token = NULL", "due_at IS NOT NULL", 3);
    await sql.query(
      "DELETE FROM delivery WHERE id IN (SELECT id FROM delivery WHERE webhook_id = $1 LIMIT 7)",
      [webhookId],
    );
    await expectRight();
    expect(await sumDeliveryCounts()).toBeGreaterThan(0);
    await expectRight();
  });

  it("show deliveries cancelled by a pause as cancelled while their rows are still open", async () => {
    await insert(2);
    await beginGeneration();
    await expectRight();
    await insert(2, { generation: 1 });
    await expectRight();
    await change("status = 'cancelled', due_at = NULL", "generation = 0 AND due_at IS NOT NULL", 5);
    await expectRight();
  });

  it("ignore changes that are rolled back and count concurrent changes exactly", async () => {
    await insert(1);
    const undone = transaction(async (tx) => {
      await tx.query("DELETE FROM delivery WHERE webhook_id = $1", [webhookId]);
      throw new Error("undone");
    });
    await expect(undone).rejects.toThrow("undone");
    const work = Array.from({ length: 8 }, (_, n) =>
      n % 2 === 0 ? insert(2) : change("status = 'delivered', due_at = NULL", "due_at IS NOT NULL", 3),
    );
    await Promise.all([...work, sumDeliveryCounts(), sumDeliveryCounts(), sumDeliveryCounts()]);
    await expectRight();
  });
});

describe("delivery count rows", () => {
  it("are summed to one row per event type and status, and not changed by claims", async () => {
    await insert(1);
    await insert(1);
    await sumDeliveryCounts();
    expect(await countTallies()).toBe(eventKinds.length * deliveryStatuses.length);
    await change("lease_token = gen_random_uuid(), due_at = now()", "due_at IS NOT NULL", 4);
    expect(await countTallies()).toBe(eventKinds.length * deliveryStatuses.length);
    expect(await sumDeliveryCounts()).toBe(0);
  });

  it("are removed with their deliveries or webhook", async () => {
    await insert(1);
    await sumDeliveryCounts();
    await sql.query("DELETE FROM delivery WHERE webhook_id = $1", [webhookId]);
    await sumDeliveryCounts();
    expect(await countTallies()).toBe(0);
    await insert(1);
    await deleteWebhook(caller, webhookId);
    await sumDeliveryCounts();
    expect(await countTallies()).toBe(0);
  });
});
