import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { connect, createServer } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findFreePort } from "../support/free-port";
import { openServices } from "../support/process/services";
import type { RunningService } from "../support/service";
import { openSubscriber } from "../support/webhooks/subscriber";
import { openWorkerStage, type WorkerStage } from "../support/webhooks/worker-stage";

const services = openServices();
let stage: WorkerStage;
let worker: RunningService;
let address: string;

beforeAll(async () => {
  stage = await openWorkerStage(services);
  const port = String(await findFreePort());
  address = `http://127.0.0.1:${port}`;
  worker = await services.start({ ...stage.settings, WORKER_PORT: port }, "dist/worker.js");
});
afterAll(() => stage.close());

const ask = (path: string, method = "GET") => fetch(`${address}${path}`, { method });

/** What only a worker knows where servers deliver nothing, and what it shares with them. */
const alerted = [
  "quietzone_delivery_attempts_total",
  "quietzone_deliveries_in_flight",
  "quietzone_webhooks_oldest_due_seconds",
  "quietzone_webhook_queues_resumed_total",
  "quietzone_task_runs_total",
  "quietzone_emails_total",
  "quietzone_listener_up",
  "quietzone_database_connections",
  "nodejs_eventloop_lag_p99_seconds",
  "process_start_time_seconds",
];

describe("worker with WORKER_PORT", () => {
  it("answers liveness and readiness probes like a server", async () => {
    for (const [path, body] of [
      ["/api/health/live", { status: "live" }],
      ["/api/health/ready?x=1", { status: "ready", checks: { database: "up" } }],
      ["/api/health", { status: "ready", checks: { database: "up" } }],
    ] as const) {
      const answer = await ask(path);
      expect([answer.status, await answer.json()]).toEqual([200, body]);
    }
    const head = await ask("/api/health/ready", "HEAD");
    expect([head.status, await head.text()]).toEqual([200, ""]);
  });

  it("counts its deliveries and exports every metric that delivery alerts use", async () => {
    const subscriber = await openSubscriber(stage);
    await subscriber.newCode();
    await subscriber.settled(1, "delivered");
    const metrics = await (await ask("/metrics")).text();
    expect(metrics).toContain('quietzone_delivery_attempts_total{outcome="delivered"} 1');
    for (const name of alerted) expect(metrics).toContain(`# TYPE ${name} `);
    const ofServer = await (await fetch(`${stage.baseUrl}/metrics`)).text();
    expect(ofServer).not.toContain("quietzone_delivery_attempts_total{");
  });

  it("answers 404 to other paths and 405 to other methods", async () => {
    for (const path of ["/", "/api/v1/webhooks", "/r/abc", "/metrics/", "//evil.example/metrics"]) {
      const answer = await ask(path);
      expect([path, answer.status, (await answer.json()).code]).toEqual([path, 404, "not_found"]);
    }
    const posted = await fetch(`${address}/metrics`, { method: "POST", body: "x" });
    expect([posted.status, posted.headers.get("allow")]).toEqual([405, "GET, HEAD"]);
  });

  it("closes idle connections and those beyond its limit", async () => {
    let open = 70;
    const held = Array.from({ length: open }, () => connect(Number(new URL(address).port), "127.0.0.1"));
    for (const socket of held) {
      socket
        .on("error", () => {})
        .on("close", () => {
          open -= 1;
        });
      socket.resume();
    }
    // What is beyond the bound is closed at once, the rest together when its time is over.
    await expect.poll(() => open).toBeLessThanOrEqual(64);
    expect(open).toBeGreaterThan(0);
    await expect.poll(() => open).toBe(0);
    expect((await ask("/api/health/live")).status).toBe(200);
  });

  it("exits on SIGTERM with a connection open", async () => {
    await (await ask("/api/health/live")).text();
    expect(await worker.stop()).toBe(0);
    await expect(ask("/api/health/live")).rejects.toThrow();
  });

  it("reports a port in use and exits with status 1", async () => {
    const other = createServer().listen(0);
    await once(other, "listening");
    const { port } = other.address() as { port: number };
    const { status, stderr } = spawnSync(process.execPath, ["dist/worker.js"], {
      encoding: "utf8",
      env: { ...process.env, ...stage.settings, LOG_LEVEL: "silent", WORKER_PORT: String(port) },
      timeout: 30_000,
    });
    expect({ status, stderr }).toEqual({
      status: 1,
      stderr: `Port ${port} is in use by another program; stop it or set WORKER_PORT to another number.\n`,
    });
    other.close();
  });
});
