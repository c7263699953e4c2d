import { InngestTestEngine } from "@inngest/test";
import { describe, expect, it, vi } from "vitest";
import { sql } from "@/lib/platform/db";
import { runAll, statusesOf, subscribe, withInngest } from "../e2e/support/inngest/bench";
import { deliverWebhook } from "./answer";
import { createDeliveryCall } from "./events";
import { handOver, InngestAway } from "./hand-over";

const bench = withInngest();

const idsOf = () => bench.receiver.requests.map(({ headers }) => headers["webhook-id"]);

describe("deliveries through Inngest", () => {
  it("arrive once each even if events are handed over several times", async () => {
    const { tell, deliveries } = await subscribe(bench);
    await tell(5);
    await Promise.all([handOver(bench.client), handOver(bench.client)]);
    await handOver(bench.client);
    await bench.inngest.settled();
    expect(new Set(idsOf()).size).toBe(5);
    expect(bench.receiver.requests.length).toBe(5);
    expect(statusesOf(await deliveries())).toEqual(Array(5).fill("delivered"));
    expect(bench.inngest.runs.map(({ functionId, status }) => [functionId, status])).toEqual([
      ["quietzone-fan-out-webhooks", "completed"],
      ["quietzone-deliver-webhook", "completed"],
    ]);
    expect(bench.inngest.calls).toBe(2);
  });

  it("are sent to Inngest as ids only", async () => {
    const { tell } = await subscribe(bench);
    await tell();
    await runAll(bench);
    expect(bench.inngest.events.map(({ name }) => name)).toEqual([
      "quietzone/webhook.event",
      "quietzone/delivery.due",
    ]);
    const [event, delivery] = bench.inngest.events;
    expect(event?.id).toBe(idsOf()[0]);
    expect(Object.keys(event?.data ?? {})).toEqual(["eventId"]);
    expect(Object.keys(delivery?.data ?? {}).sort()).toEqual(["deliveryId", "webhookId"]);
  });

  it("are retried after a sleep, with four attempts in all", async () => {
    const { tell, deliveries } = await subscribe(bench, [{ status: 500 }, { status: 503 }, { status: 204 }]);
    await tell();
    await runAll(bench);
    expect(statusesOf(await deliveries())).toEqual(["delivered"]);
    expect(new Set(bench.receiver.requests.map(({ body }) => body.toString())).size).toBe(1);
    const [run] = bench.inngest.runsOf("deliver-webhook");
    // On a busy machine the call that failed may last until the next attempt is due; it then makes that one, too.
    const sleeps = ["Sleep wait-1", "Sleep wait-2"];
    expect([sleeps, sleeps.slice(0, 1)]).toContainEqual(
      run?.ops.map(({ op, displayName }) => `${op} ${displayName}`),
    );
    const [first = 0, second = 0, third = 0] = bench.receiver.requests.map(({ arrivedAt }) => arrivedAt);
    expect(second - first).toBeGreaterThan(90);
    expect(third - second).toBeGreaterThan(180);
    expect(run).toMatchObject({ status: "completed", output: { delivered: 1 }, failures: 0 });
    bench.receiver.respond({ status: 500 });
    await tell();
    await runAll(bench);
    expect(statusesOf(await deliveries()).sort()).toEqual(["delivered", "failed"]);
    expect(bench.receiver.requests.length).toBe(7);
  });

  it("of a test event are handed over and delivered", async () => {
    const { test, deliveries } = await subscribe(bench);
    await test();
    await runAll(bench);
    expect(statusesOf(await deliveries())).toEqual(["delivered"]);
    expect(JSON.parse(bench.receiver.requests[0]?.body.toString() ?? "")).toMatchObject({ test: true });
  });

  it("run at most eight at a time per webhook, and all 40 arrive once", async () => {
    const { tell } = await subscribe(bench, () => ({ status: 200 }));
    await tell(40);
    await runAll(bench);
    expect(new Set(idsOf()).size).toBe(40);
    expect(bench.receiver.requests.length).toBe(40);
    expect(bench.inngest.limits.mostOf("event.data.webhookId")).toBeLessThanOrEqual(8);
    expect(bench.receiver.mostOpen).toBeLessThanOrEqual(8);
  });

  it("are not sent if the webhook was paused in the meantime", async () => {
    const { tell, pause } = await subscribe(bench, { status: 500 });
    await tell();
    bench.app.isAway = true;
    await handOver(bench.client);
    await pause();
    bench.app.isAway = false;
    await bench.inngest.settled();
    expect(bench.receiver.requests.length).toBe(0);
  });
});

describe("during an outage", () => {
  it("Inngest calls the service again until it is back", async () => {
    const { tell, deliveries } = await subscribe(bench);
    bench.app.isAway = true;
    await tell();
    await handOver(bench.client);
    await vi.waitFor(() => expect(bench.inngest.runs[0]?.failures).toBeGreaterThan(1), 10_000);
    bench.app.isAway = false;
    await bench.inngest.settled();
    expect(statusesOf(await deliveries())).toEqual(["delivered"]);
  });

  it("an attempt that fails in the database is reported as failed and retried", async () => {
    const { tell, deliveries } = await subscribe(bench);
    await tell();
    await sql.query("ALTER TABLE webhook_queue RENAME COLUMN concurrency TO places");
    try {
      await handOver(bench.client);
      await vi.waitFor(
        () => expect(bench.inngest.runsOf("deliver-webhook")[0]?.failures).toBeGreaterThan(1),
        10_000,
      );
    } finally {
      await sql.query("ALTER TABLE webhook_queue RENAME COLUMN places TO concurrency");
    }
    await bench.inngest.settled();
    const [run] = bench.inngest.runsOf("deliver-webhook");
    expect(run?.status).toBe("completed");
    expect(statusesOf(await deliveries())).toEqual(["delivered"]);
    expect(bench.receiver.requests.length).toBe(1);
  });

  it("events wait while Inngest is unreachable and are handed over when it is back", async () => {
    const { tell, deliveries } = await subscribe(bench);
    bench.inngest.isAway = true;
    await tell();
    await expect(handOver(bench.client)).rejects.toThrow(InngestAway);
    bench.inngest.isAway = false;
    await runAll(bench);
    expect(statusesOf(await deliveries())).toEqual(["delivered"]);
  });
});

it("a delivery continues in another run before its run reaches the step limit", async () => {
  const { test, deliveries } = await subscribe(bench);
  await test();
  await sql.query("INSERT INTO delivery_pause (id, until) VALUES (1, now())");
  try {
    const [{ id, webhookId }] = (await sql.query('SELECT id, webhook_id AS "webhookId" FROM delivery')).rows;
    const steps = Array.from({ length: 200 }, (_, round) => ({
      id: `wait-${round + 1}`,
      handler: () => null,
    }));
    const { result, ctx } = await new InngestTestEngine({
      function: deliverWebhook(bench.client),
      events: [createDeliveryCall({ id, webhookId })],
      steps: [...steps, { id: "go-on", handler: () => ({ ids: [] }) }],
    }).execute();
    expect(result).toEqual({ outcome: "goes on in another run" });
    const told = { name: "quietzone/delivery.due", data: { deliveryId: id, webhookId } };
    expect(ctx.step.sendEvent).toHaveBeenCalledWith("go-on", expect.objectContaining(told));
  } finally {
    await sql.query("DELETE FROM delivery_pause");
  }
  expect(statusesOf(await deliveries())).toEqual(["pending"]);
});

describe("if the service loses its response after storing the result", () => {
  it("W1: deliveries of a fan-out whose response was lost are still sent", async () => {
    const { tell, deliveries } = await subscribe(bench);
    bench.app.losesAnswer = (call) => call === 1;
    await tell();
    await runAll(bench);
    expect(bench.inngest.runsOf("fan-out-webhooks")[0]).toMatchObject({ status: "completed", failures: 1 });
    expect(statusesOf(await deliveries())).toEqual(["delivered"]);
  });

  it("W2: each attempt is made once even if every call loses its first response", async () => {
    const { tell, deliveries } = await subscribe(bench, [{ status: 500 }, { status: 204 }]);
    const calls = new Map<string | null, number>();
    bench.app.losesAnswer = (_, functionId) => {
      calls.set(functionId, (calls.get(functionId) ?? 0) + 1);
      return (calls.get(functionId) ?? 0) % 2 === 1;
    };
    await tell();
    await runAll(bench);
    expect(statusesOf(await deliveries())).toEqual(["delivered"]);
    expect(bench.receiver.requests.length).toBe(2);
    for (const { status, failures } of bench.inngest.runs) {
      expect(status).toBe("completed");
      expect(failures).toBeGreaterThan(0);
    }
  });
});

it("an event whose webhook is locked by a change is fanned out after the change", async () => {
  const { tell, deliveries, webhookId } = await subscribe(bench);
  await tell();
  const holder = await sql.connect();
  await holder.query("BEGIN");
  await holder.query("SELECT FROM webhook WHERE id = $1 FOR NO KEY UPDATE", [webhookId]);
  await handOver(bench.client);
  try {
    // It comes again with the next batch.
    await vi.waitFor(() => expect(bench.inngest.runs.length).toBeGreaterThan(1), 10_000);
  } finally {
    await holder.query("COMMIT");
    holder.release();
  }
  await bench.inngest.settled();
  expect(statusesOf(await deliveries())).toEqual(["delivered"]);
});

it("a new event is delivered even after Inngest has lost 1,200 events", async () => {
  const { tell, deliveries } = await subscribe(bench);
  const taken = bench.inngest.functions;
  bench.inngest.functions = [];
  await tell(1_200);
  await handOver(bench.client);
  expect(bench.inngest.events.length).toBe(1_200);
  bench.inngest.functions = taken;
  await tell();
  await runAll(bench);
  expect(statusesOf(await deliveries())).toEqual(["delivered"]);
});

it("120 test deliveries are all handed over to Inngest", async () => {
  const { tests } = await subscribe(bench);
  bench.inngest.functions = [];
  await tests(120);
  await handOver(bench.client);
  expect(bench.inngest.events.length).toBe(120);
});
