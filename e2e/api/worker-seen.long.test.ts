import { afterAll, beforeAll, expect, it } from "vitest";
import { sql } from "@/lib/platform/db";
import { runAdmin } from "../support/admin";
import { openServices } from "../support/process/services";
import { openSubscriber, until } from "../support/webhooks/subscriber";
import { openWorkerStage, type WorkerStage } from "../support/webhooks/worker-stage";

const services = openServices();
let stage: WorkerStage;
beforeAll(async () => {
  stage = await openWorkerStage(services);
});
afterAll(() => stage.close());

const readMetrics = async (baseUrl: string) => (await fetch(`${baseUrl}/metrics`)).text();
const readValue = (metrics: string, name: string) =>
  Number(
    metrics
      .split("\n")
      .find((line) => line.startsWith(`${name} `))
      ?.split(" ")[1],
  );

async function readStatus() {
  const { stdout, stderr } = await runAdmin(["status"], stage.settings);
  expect(stderr).toBe("");
  return JSON.parse(stdout).webhooks;
}

it("status and metrics show waiting events while no worker runs, and none after delivery", async () => {
  const subscriber = await openSubscriber(stage);
  await subscriber.newCode();
  expect(await readStatus()).toEqual({
    engine: "postgres",
    activeWebhooks: 1,
    pausedWebhooks: 0,
    eventsWaiting: 1,
    deliveriesWaiting: 0,
    oldestDueSeconds: expect.any(Number),
    heldSince: null,
  });
  const oldest = "quietzone_webhooks_oldest_due_seconds";
  const waiting = await until(async () => {
    const metrics = await readMetrics(stage.baseUrl);
    return readValue(metrics, oldest) > 0 && metrics;
  });
  expect(readValue(waiting, 'quietzone_webhooks_pending{what="events"}')).toBe(1);
  const server = await services.start({ ...stage.settings, WORKER: "server" });
  await subscriber.settled(1, "delivered");
  expect(await readStatus()).toMatchObject({ eventsWaiting: 0, deliveriesWaiting: 0, oldestDueSeconds: 0 });
  const metrics = await readMetrics(server.baseUrl);
  expect(readValue(metrics, 'quietzone_delivery_attempts_total{outcome="delivered"}')).toBe(1);
  expect(readValue(metrics, "quietzone_delivery_attempt_seconds_count")).toBe(1);
  expect(readValue(metrics, "quietzone_deliveries_in_flight")).toBe(0);
  expect(await server.stop()).toBe(0);
});

it("webhook:list shows an account's webhooks without secrets", async () => {
  const { webhookId, secret, receiver } = await openSubscriber(stage);
  const { rows } = await sql.query(
    `SELECT u.email FROM webhook w JOIN app_user u ON u.account_id = w.account_id WHERE w.id = $1`,
    [webhookId],
  );
  const { email } = rows[0];
  const { status, stdout, stderr } = await runAdmin(["webhook:list", "--email", email], stage.settings);
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  expect(JSON.parse(stdout)).toMatchObject({
    production: [
      { id: webhookId, url: receiver.urlOf("hooks.example.test"), isActive: true, failureCount: 0 },
    ],
    sandbox: [],
  });
  expect(stdout).not.toContain(secret);
});
