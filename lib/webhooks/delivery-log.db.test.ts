import pg from "pg";
import { beforeEach, describe, expect, it } from "vitest";
import { callerOf, newAccount } from "@/e2e/support/accounts";
import { explainScans, planModes } from "@/e2e/support/explain";
import { recordStatements } from "@/e2e/support/statements";
import { insertWebhooks } from "@/e2e/support/tenant-webhooks";
import type { Caller } from "@/lib/accounts/schema";
import { sql } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { changeWebhook, createWebhook, retryDelivery, rotateSecret, sendTest } from ".";
import { countLog, getConsoleWebhook, getLogDelivery, listConsoleWebhooks, listLog } from "./delivery-log";
import { deliveryStatuses, eventKinds, type LogFilter } from "./schema";

const everything: LogFilter = { webhookId: null, eventType: null, status: "all" };

let owner: Caller;
let one: string;
let other: string;
beforeEach(async () => {
  owner = callerOf(await newAccount("pro"), "pro");
  const wish = { url: "https://1.1.1.1/hooks", events: ["scan.created" as const] };
  ({ id: one } = await createWebhook(owner, { ...wish, name: "Orders" }));
  ({ id: other } = await createWebhook(owner, { ...wish, name: "Till" }));
});

/** Deliveries of made-up events, a second apart, the oldest first, of both webhooks in turn. */
async function insertDeliveries(count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, newId);
  await sql.query(
    `INSERT INTO delivery (id, webhook_id, event_id, event_type, status, max_attempts, created_at, due_at)
     SELECT d.id, ($2::uuid[])[1 + place % 2], gen_random_uuid(), ($3::text[])[1 + place % 4], state, 4,
       now() + place * interval '1 s', CASE WHEN state IN ('pending', 'retrying') THEN now() + interval '1 hour' END
     FROM unnest($1::uuid[]) WITH ORDINALITY AS d(id, place), LATERAL (SELECT ($4::delivery_status[])[1 + place % 5] AS state) AS s`,
    [ids, [one, other], eventKinds, deliveryStatuses],
  );
  return ids;
}

const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id);

describe("listLog", () => {
  it("pages through the deliveries of all webhooks, newest first", async () => {
    const ids = (await insertDeliveries(25)).reverse();
    const pages = [await listLog(owner, everything, { limit: 10 })];
    while (pages.at(-1)?.hasOlder) {
      const { createdAt = "", id = "" } = pages.at(-1)?.rows.at(-1) ?? {};
      pages.push(await listLog(owner, everything, { after: { createdAt, id }, limit: 10 }));
    }
    expect(pages.map(({ rows }) => rows.length)).toEqual([10, 10, 5]);
    expect(pages.flatMap(({ rows }) => idsOf(rows))).toEqual(ids);
    expect(new Set(pages[0]?.rows.map(({ webhookName }) => webhookName))).toEqual(
      new Set(["Orders", "Till"]),
    );
  });

  it("neither skips nor repeats deliveries created at the same instant", async () => {
    const ids = await insertDeliveries(12);
    await sql.query("UPDATE delivery SET created_at = '2026-11-22T10:00:00.123Z' WHERE id = ANY($1)", [ids]);
    const first = await listLog(owner, everything, { limit: 5 });
    const after = { createdAt: "2026-11-22T10:00:00.123Z", id: first.rows.at(-1)?.id ?? "" };
    const rest = await listLog(owner, everything, { after, limit: 50 });
    expect([...idsOf(first.rows), ...idsOf(rest.rows)]).toEqual([...ids].sort().reverse());
  });

  it("filters by webhook, event type and status, with counts that match the lists", async () => {
    await insertDeliveries(40);
    for (const webhookId of [null, one]) {
      for (const eventType of [null, ...eventKinds]) {
        const lengths: Record<string, number> = {};
        for (const status of ["all", "failed", "waiting"] as const) {
          const { rows } = await listLog(owner, { webhookId, eventType, status }, { limit: 50 });
          lengths[status] = rows.length;
          for (const row of rows) {
            if (webhookId) expect(row.webhookId).toBe(webhookId);
            if (eventType) expect(row.eventType).toBe(eventType);
            if (status === "failed") expect(row.status).toBe("failed");
            if (status === "waiting") expect(["pending", "retrying"]).toContain(row.status);
          }
        }
        const { failed, waiting } = lengths;
        expect(await countLog(owner, { webhookId, eventType })).toEqual({ failed, waiting });
        if (!webhookId && !eventType) expect(lengths).toEqual({ all: 40, failed: 8, waiting: 16 });
      }
    }
  });

  it("does not list deliveries cancelled by a pause as waiting, even if their rows are still open", async () => {
    await insertDeliveries(10);
    await sql.query("UPDATE webhook SET generation = generation + 1 WHERE id = $1", [one]);
    const { rows } = await listLog(owner, { ...everything, status: "waiting" }, { limit: 50 });
    expect(new Set(rows.map(({ webhookId }) => webhookId))).toEqual(new Set([other]));
    expect((await countLog(owner, everything)).waiting).toBe(rows.length);
    const all = await listLog(owner, { ...everything, webhookId: one }, { limit: 50 });
    expect(all.rows.some(({ status }) => status === "pending" || status === "retrying")).toBe(false);
  });

  it("distinguishes tests and replays from real events", async () => {
    await insertDeliveries(1);
    const { id } = await sendTest(owner, one, {});
    await retryDelivery(owner, one, id);
    const { rows } = await listLog(owner, everything, { limit: 5 });
    expect(rows.map(({ origin }) => origin).sort()).toEqual(["event", "replay", "test"]);
  });

  it("A5: returns nothing from another account or environment", async () => {
    const [made] = await insertDeliveries(1);
    const stranger = callerOf(await newAccount("pro"), "pro");
    for (const caller of [stranger, { ...owner, environment: "sandbox" as const }]) {
      for (const webhookId of [null, one, other]) {
        expect((await listLog(caller, { ...everything, webhookId }, { limit: 5 })).rows).toEqual([]);
        expect(await countLog(caller, { webhookId, eventType: null })).toEqual({ failed: 0, waiting: 0 });
      }
      await expect(getLogDelivery(caller, made ?? "")).rejects.toMatchObject({ code: "not_found" });
      await expect(getConsoleWebhook(caller, one)).rejects.toMatchObject({ code: "not_found" });
    }
  });
});

describe("delivery log with 100,000 deliveries of one webhook", () => {
  it.each(planModes)("reads little more than the rows of the page, with the plan of %s", async (mode) => {
    const { accountId } = await newAccount("pro");
    const caller = callerOf({ accountId }, "pro");
    const [busy] = await insertWebhooks(sql, Array(3).fill({ accountId, environment: "production" }));
    // In parts: one statement of all takes longer than statements may on a busy machine.
    for (let part = 0; part < 10; part++) {
      await sql.query(
        `INSERT INTO delivery (id, webhook_id, event_id, event_type, status, max_attempts, created_at)
         SELECT gen_random_uuid(), $1, gen_random_uuid(), 'scan.created',
           CASE WHEN n % 1000 = 0 THEN 'failed' ELSE 'delivered' END::delivery_status, 4, now() - n * interval '1 s'
         FROM generate_series($2::int * 10000 + 1, $2::int * 10000 + 10000) AS n`,
        [busy?.id, part],
      );
    }
    await sql.query("VACUUM ANALYZE delivery, webhook");
    const client = new pg.Client({ connectionString: process.env.DATABASE_URL });
    await client.connect();
    try {
      const deep = { createdAt: new Date(Date.now() - 50_000_000).toISOString(), id: newId() };
      for (const [filter, after] of [
        [everything, undefined],
        [everything, deep],
        [{ ...everything, status: "failed" as const }, undefined],
        [{ ...everything, status: "waiting" as const }, undefined],
        [{ ...everything, eventType: "scan.created" as const }, deep],
      ] as const) {
        const [page] = await recordStatements(() => listLog(caller, filter, { after, limit: 50 }));
        const scans = await explainScans(client, page!, mode);
        const reads = scans.filter(({ relation }) => relation === "delivery");
        expect(reads.map(({ kind }) => kind)).not.toContain("Seq Scan");
        expect(reads.reduce((sum, { rows }) => sum + rows, 0)).toBeLessThanOrEqual(51 * 8);
      }
      const [, fared] = await recordStatements(() => listConsoleWebhooks(caller));
      const reads = (await explainScans(client, fared!, mode)).filter(
        ({ relation }) => relation === "delivery",
      );
      expect(reads.reduce((sum, { rows }) => sum + rows, 0)).toBeLessThanOrEqual(20 + 2);
    } finally {
      await client.end();
    }
  });
});

describe("getLogDelivery", () => {
  const attempt = { durationMs: 84, responseStatus: 503, error: "http_status", responseBody: "busy" };

  async function withAttempt(startedAt: Date, id: string) {
    await sql.query(
      `UPDATE delivery SET status = 'retrying', attempts = 1, max_attempts = 4, log = $2,
         due_at = '2026-11-22T12:01:00Z' WHERE id = $1`,
      [id, JSON.stringify([{ ...attempt, startedAt: startedAt.toISOString() }])],
    );
    return getLogDelivery(owner, id);
  }
  const header = ({ requests }: Awaited<ReturnType<typeof getLogDelivery>>, name: string) =>
    requests[0]?.headers.find(([known]) => known === name)?.[1];

  it("shows the request to be sent, without timestamp or signatures, before an attempt", async () => {
    const { id } = await sendTest(owner, one, {});
    const delivery = await getLogDelivery(owner, id);
    expect(delivery.requests).toHaveLength(1);
    expect(header(delivery, "webhook-id")).toBe(delivery.eventId);
    expect(header(delivery, "x-webhook-event")).toBe("scan.created");
    for (const name of ["webhook-timestamp", "webhook-signature", "x-webhook-signature"]) {
      expect(header(delivery, name), name).toBeNull();
    }
    expect(delivery.planned).toEqual([{ attempt: 1, at: delivery.nextAttemptAt, isLast: true }]);
  });

  it("shows the signature that was sent until the webhook changes", async () => {
    const { secret } = await rotateSecret(owner, one, { overlapSeconds: 0 });
    const { id } = await sendTest(owner, one, {});
    const { createHmac } = await import("node:crypto");
    const later = new Date(Date.now() + 120_000);
    const known = await withAttempt(later, id);
    const expected = createHmac("sha256", secret)
      .update(known.body ?? "")
      .digest("hex");
    expect([header(known, "x-webhook-signature"), known.requests[0]?.isAsSent]).toEqual([expected, true]);
    expect(header(known, "webhook-timestamp")).toBe(String(Math.floor(later.getTime() / 1_000)));
    await sql.query("UPDATE webhook SET updated_at = now() + interval '5 minutes' WHERE id = $1", [one]);
    const unknown = await getLogDelivery(owner, id);
    expect([header(unknown, "x-webhook-signature"), unknown.requests[0]?.isAsSent]).toEqual([null, false]);
    expect(JSON.stringify(unknown)).not.toContain(secret);
  });

  it("shows the request as sent from the first second if the webhook never changed", async () => {
    const { id } = await sendTest(owner, one, {});
    expect((await withAttempt(new Date(), id)).requests[0]?.isAsSent).toBe(true);
  });

  it("lists custom headers with masked values, only while they match what was sent", async () => {
    await changeWebhook(owner, one, { headers: { "X-Api-Key": "4f0c8e1b7a9d" } });
    const { id } = await sendTest(owner, one, {});
    expect(header(await getLogDelivery(owner, id), "X-Api-Key")).toBe("••••••••");
    const sent = await withAttempt(new Date(Date.now() + 120_000), id);
    expect(header(sent, "X-Api-Key")).toBe("••••••••");
    expect(JSON.stringify(sent)).not.toContain("4f0c8e1b7a9d");
    expect(header(await withAttempt(new Date(Date.now() - 120_000), id), "X-Api-Key")).toBeUndefined();
  });

  it("shows both signatures while two secrets overlap", async () => {
    const { id } = await sendTest(owner, one, {});
    await rotateSecret(owner, one, { overlapSeconds: 86_400 });
    const delivery = await withAttempt(new Date(Date.now() + 120_000), id);
    expect(header(delivery, "webhook-signature")?.split(" ")).toHaveLength(2);
  });

  it("plans the remaining attempts: the next at its due time, the others by the schedule", async () => {
    const { id } = await sendTest(owner, one, {});
    const { planned } = await withAttempt(new Date(), id);
    expect(planned.map(({ attempt, isLast }) => [attempt, isLast])).toEqual([
      [2, false],
      [3, false],
      [4, true],
    ]);
    expect(planned[0]?.at).toBe("2026-11-22T12:01:00.000Z");
    expect(Date.parse(planned[2]?.at ?? "")).toBeGreaterThan(Date.parse(planned[1]?.at ?? ""));
  });

  it("returns no body and no signature once the event has been deleted", async () => {
    const { id } = await sendTest(owner, one, {});
    await withAttempt(new Date(), id);
    await sql.query("DELETE FROM event WHERE account_id = $1", [owner.accountId]);
    const delivery = await getLogDelivery(owner, id);
    expect([delivery.body, header(delivery, "x-webhook-signature")]).toEqual([null, null]);
  });

  it.each(["", "delivery", "0199aa00-0000-7000-8000-000000000000"])("rejects the id '%s'", async (id) => {
    await expect(getLogDelivery(owner, id)).rejects.toMatchObject({ code: "not_found" });
  });
});

describe("listConsoleWebhooks", () => {
  it("returns recent statuses, the failure streak and the number of webhooks in both environments", async () => {
    const sandbox = { ...owner, environment: "sandbox" as const };
    await createWebhook(sandbox, { name: "Try", url: "https://1.1.1.1/", events: ["qr.created"] });
    await insertDeliveries(50);
    await sql.query(
      "UPDATE webhook_queue SET consecutive_failures = 3, failing_since = '2026-11-22T09:00:00Z' WHERE webhook_id = $1",
      [one],
    );
    const { webhooks, used } = await listConsoleWebhooks(owner);
    expect([webhooks.map(({ id }) => id), used]).toEqual([[other, one], 3]);
    const { rows } = await listLog(owner, { ...everything, webhookId: one }, { limit: 20 });
    expect(await getConsoleWebhook(owner, one)).toMatchObject({
      recent: rows.map(({ status }) => status).reverse(),
      consecutiveFailures: 3,
      failingSince: "2026-11-22T09:00:00.000Z",
    });
    expect(JSON.stringify(webhooks)).not.toMatch(/secret"/);
  });

  it("shows deliveries cancelled by a pause as cancelled", async () => {
    await sendTest(owner, one, {});
    await changeWebhook(owner, one, { isActive: false });
    expect((await getConsoleWebhook(owner, one)).recent).toEqual(["cancelled"]);
  });
});
