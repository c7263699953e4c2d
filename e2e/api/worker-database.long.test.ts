import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { closeDatabase, setDatabaseUrl, sql } from "@/lib/platform/db";
import { type EmbeddedDatabase, openEmbeddedDatabase } from "@/server/database/embedded-postgres";
import { findPostmaster } from "@/server/database/postmaster";
import { DatabaseProxy } from "../support/process/database-proxy";
import { openServices } from "../support/process/services";
import type { RunningService } from "../support/service";
import { envelopeOf, openSubscriber, type Subscriber, until } from "../support/webhooks/subscriber";
import { openWorkerStage, type WorkerStage } from "../support/webhooks/worker-stage";

/** Deliveries go on within 5 seconds of a database's return; a loaded machine has three times that. */
const resumeMs = 5_000;
/** Length of the outage: long enough for the processes to reach their longest wait between tries. */
const awayMs = 5_000;
/** Until another machine takes over from one that is gone: longer than any statement timeout. */
const failoverMs = 30_000;

const services = openServices();
const dataDir = services.newDataDir();
const cluster = join(dataDir, "database", "cluster");
let database: EmbeddedDatabase;
let proxy: DatabaseProxy;
let stage: WorkerStage;
let worker: RunningService;

beforeAll(async () => {
  database = await openEmbeddedDatabase(dataDir);
  proxy = await new DatabaseProxy(database.url).open();
  // The processes reach it by a way that can break; this one goes straight.
  stage = await openWorkerStage(services, { DATABASE_URL: proxy.url });
  worker = await stage.startWorker();
  setDatabaseUrl(database.url);
});

afterAll(async () => {
  await Promise.all([worker.stop(), stage.server.stop()]);
  await closeDatabase();
  await stage.close();
  await proxy.close();
  await database.release();
});

/** Asked on a way that does not break. */
const isBack = () =>
  sql.query("SELECT").then(
    () => true,
    () => false,
  );
const isReady = async () => (await fetch(`${stage.baseUrl}/api/health/ready`)).status === 200;

/** Changes one after the other until it is stopped: ids of the codes that were made, and other answers. */
function startChanges(subscriber: Subscriber) {
  const made: string[] = [];
  const others: { status: number; retryAfter: string | null }[] = [];
  let isStopped = false;
  const ended = (async () => {
    while (!isStopped) {
      const response = await fetch(`${stage.baseUrl}/api/v1/qr-codes`, {
        method: "POST",
        headers: { authorization: `Bearer ${subscriber.apiKey}`, "content-type": "application/json" },
        body: JSON.stringify({ name: "Table 4", type: "url", content: "https://example.com/menu" }),
      });
      const body = (await response.json()) as { id: string };
      if (response.status === 201) made.push(body.id);
      else others.push({ status: response.status, retryAfter: response.headers.get("retry-after") });
      await sleep(20);
    }
  })();
  return {
    made,
    others,
    async stop() {
      isStopped = true;
      await ended;
    },
  };
}

/** The first delivery to arrive after now, in milliseconds from now. */
async function timeNextDelivery({ receiver }: Subscriber): Promise<number> {
  const before = receiver.requests.length;
  const since = performance.now();
  await receiver.waitFor(before + 1, 3 * resumeMs);
  return performance.now() - since;
}

/** Whatever was answered with 201 has arrived, and nothing that was not made; one event has one body. */
async function expectAllDelivered(subscriber: Subscriber, made: readonly string[]): Promise<void> {
  const { requests } = subscriber.receiver;
  const codeOf = (request: (typeof requests)[number]) => envelopeOf(request).data.id as string;
  await until(async () => {
    const told = new Set(requests.map(codeOf));
    return made.every((id) => told.has(id));
  });
  const bodies = new Map<string, Set<string>>();
  for (const { headers, body } of requests) {
    const id = headers["webhook-id"] as string;
    bodies.set(id, (bodies.get(id) ?? new Set()).add(body.toString("hex")));
  }
  expect([...bodies.values()].every(({ size }) => size === 1)).toBe(true);
}

async function tryOutage(name: string, begin: () => void, end: () => Promise<void>): Promise<void> {
  const subscriber = await openSubscriber(stage, { script: { beforeHeadersMs: 30 } });
  const changes = startChanges(subscriber);
  await subscriber.receiver.waitFor(5);
  begin();
  await until(async () => !(await isReady()));
  await end();
  await until(isBack, 60_000);
  const resumedMs = await timeNextDelivery(subscriber);
  const { length } = changes.made;
  await expect.poll(() => changes.made.length).toBeGreaterThan(length + 2);
  await changes.stop();
  await expectAllDelivered(subscriber, changes.made);
  process.stdout.write(
    `${name}: deliveries went on ${Math.round(resumedMs)} ms after the database's return\n`,
  );
  expect(changes.others.length).toBeGreaterThan(0);
  for (const { status, retryAfter } of changes.others) {
    expect(status).toBe(503);
    expect(Number(retryAfter)).toBeGreaterThanOrEqual(1);
  }
  // Neither was started again.
  expect([worker.process.exitCode, stage.server.process.exitCode]).toEqual([null, null]);
}

async function repairAfter(ms: number): Promise<void> {
  await sleep(ms);
  proxy.restore();
}

it("W3: server and worker survive cut connections and an outage, and no delivery is lost", {
  timeout: 120_000,
}, async () => {
  await tryOutage(
    "cut",
    () => proxy.cut(),
    () => repairAfter(awayMs),
  );
});

it("W3: server and worker survive a silent failure of the database's host and a failover after 30 s", {
  timeout: 120_000,
}, async () => {
  await tryOutage(
    "gone",
    () => proxy.vanish(),
    () => repairAfter(failoverMs),
  );
});

it.each(["SIGQUIT", "SIGKILL"] as const)(
  "W3: server and worker survive %s of the database, and no delivery is lost",
  {
    timeout: 120_000,
  },
  async (signal) => {
    await tryOutage(
      signal,
      // Who holds it brings it back.
      () => process.kill(findPostmaster(cluster) as number, signal),
      async () => {},
    );
  },
);
