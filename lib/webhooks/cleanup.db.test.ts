import { beforeEach, expect, it } from "vitest";
import { callerOf, newAccount } from "@/e2e/support/accounts";
import { plainCode } from "@/e2e/support/codes";
import { addListener, readEvents } from "@/e2e/support/events";
import { withOwnDatabase } from "@/e2e/support/webhooks/test-queue";
import type { Caller } from "@/lib/accounts/schema";
import { createCode } from "@/lib/codes";
import { sql } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { deleteExpiredEvents } from "./cleanup";
import { fanOut } from "./delivery";
import { getDelivery, retryDelivery } from "./index";

withOwnDatabase();

let caller: Caller;
let webhookId: string;
beforeEach(async () => {
  await sql.query("TRUNCATE event, delivery");
  caller = callerOf(await newAccount("pro"), "pro");
  webhookId = await addListener(caller);
});

/** Events of the caller's, handed over to its webhooks. */
async function happen(events = 1): Promise<void> {
  for (let made = 0; made < events; made += 1) await createCode(caller, plainCode);
  await fanOut();
}

const age = (table: string, days = 31) =>
  sql.query(`UPDATE ${table} SET created_at = created_at - $1 * interval '1 day'`, [days]);
const end = () => sql.query("UPDATE delivery SET status = 'delivered', due_at = NULL");

async function left(): Promise<number[]> {
  const { rowCount } = await sql.query("SELECT FROM delivery WHERE webhook_id = $1", [webhookId]);
  return [(await readEvents(caller)).length, rowCount ?? 0];
}

it("deletes events and deliveries after 30 days", async () => {
  await happen(3);
  await end();
  const [day, almost] = [86_400_000, 29.9 * 86_400_000];
  expect(await deleteExpiredEvents(new Date(Date.now() + almost))).toBe(0);
  expect(await left()).toEqual([3, 3]);
  // Three deliveries, three events of a webhook and three of the feed.
  expect(await deleteExpiredEvents(new Date(Date.now() + 30 * day + 60_000))).toBe(9);
  expect(await left()).toEqual([0, 0]);
});

it("deletes thousands of expired events in one run", async () => {
  await sql.query(
    `INSERT INTO event (id, account_id, environment, type, body, fanned_out_at, created_at)
     SELECT gen_random_uuid(), $1, 'production', 'qr.created', '{}', now(), now() - interval '31 days'
     FROM generate_series(1, 5000)`,
    [caller.accountId],
  );
  expect(await deleteExpiredEvents()).toBe(5_000);
  expect(await left()).toEqual([0, 0]);
});

it("W1: keeps an event that has not been fanned out, however old it is", async () => {
  await createCode(caller, plainCode);
  await age("event");
  expect(await deleteExpiredEvents()).toBe(0);
  expect((await fanOut()).deliveries).toHaveLength(1);
});

it("W1: keeps an open delivery and its event", async () => {
  await happen(2);
  await age("event");
  await age("delivery");
  await sql.query("UPDATE delivery SET status = 'retrying' WHERE id = (SELECT id FROM delivery LIMIT 1)");
  expect(await deleteExpiredEvents()).toBe(0);
  expect(await left()).toEqual([2, 2]);
  await end();
  expect(await deleteExpiredEvents()).toBe(4);
});

it.each([
  ["its delivery", null, 4],
  ["a manual retry", newId(), 1],
])("keeps an old event while %s is pending", async (_, retryOf, maxAttempts) => {
  await createCode(caller, plainCode);
  await sql.query("UPDATE event SET fanned_out_at = now()");
  const [event] = await readEvents(caller);
  await sql.query(
    `INSERT INTO delivery (id, webhook_id, event_id, event_type, status, max_attempts, due_at, retry_of)
     VALUES ($1, $2, $3, 'qr.created', 'pending', $4, now(), $5)`,
    [newId(), webhookId, event?.id, maxAttempts, retryOf],
  );
  await age("event");
  expect(await deleteExpiredEvents()).toBe(0);
  await end();
  expect(await deleteExpiredEvents()).toBe(1);
  expect(await left()).toEqual([0, 1]);
  await age("delivery");
  expect(await deleteExpiredEvents()).toBe(1);
});

it("keeps an event when a retry of its delivery begins during the cleanup", async () => {
  await happen();
  await end();
  const { rows } = await sql.query<{ id: string }>("SELECT id FROM delivery");
  await age("event");
  const retry = await retryDelivery(caller, webhookId, rows[0]!.id, async () => {
    expect(await deleteExpiredEvents()).toBe(0);
  });
  expect((await getDelivery(caller, webhookId, retry.id)).body).not.toBeNull();
});
