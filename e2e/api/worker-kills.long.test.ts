import { afterAll, beforeAll, expect, it } from "vitest";
import { openServices } from "../support/process/services";
import { openSubscriber, type Subscriber, until } from "../support/webhooks/subscriber";
import { killProcess, openWorkerStage, type WorkerStage } from "../support/webhooks/worker-stage";

const services = openServices();
let stage: WorkerStage;

beforeAll(async () => {
  stage = await openWorkerStage(services);
});
afterAll(() => stage.close());

const bodiesOf = ({ receiver }: Subscriber) =>
  new Set(receiver.requests.map(({ body }) => body.toString("hex")));
const idsOf = ({ receiver }: Subscriber) =>
  new Set(receiver.requests.map(({ headers }) => headers["webhook-id"]));

it("W2: after kill -9 of the worker during a POST the delivery is sent again byte for byte, as one attempt", async () => {
  const worker = await stage.startWorker();
  const never = { beforeHeadersMs: Number.POSITIVE_INFINITY };
  const subscribers = await Promise.all(
    Array.from({ length: 3 }, () => openSubscriber(stage, { script: [never, {}] })),
  );
  await Promise.all(subscribers.map((subscriber) => subscriber.newCode()));
  await Promise.all(subscribers.map(({ receiver }) => receiver.waitFor(1)));
  await killProcess(worker);
  const heir = await stage.startWorker();
  for (const { webhookId, receiver } of subscribers) {
    // The lease is a promise to the dead as long as it lasts.
    expect(receiver.requests.length).toBe(1);
    await stage.endLeases(webhookId);
  }
  for (const subscriber of subscribers) {
    const [delivery] = await subscriber.settled(1, "delivered");
    expect(delivery).toMatchObject({ attempts: 1, responseStatus: 200 });
    expect(subscriber.receiver.requests.length).toBe(2);
    expect([bodiesOf(subscriber).size, idsOf(subscriber).size]).toEqual([1, 1]);
    expect(await subscriber.webhook()).toMatchObject({ eventCount: 1, failureCount: 0 });
    expect(await stage.storedDeliveries(subscriber.webhookId)).toEqual([
      { status: "delivered", attempts: 1, isLeased: false, expiredLeases: 1 },
    ]);
  }
  expect(await heir.stop()).toBe(0);
});

it("W4: a worker that wakes up after its lease expired changes nothing, and the counts stay right", async () => {
  let answerFirst = () => {};
  const held = new Promise<void>((resolve) => {
    answerFirst = resolve;
  });
  const subscriber = await openSubscriber(stage, {
    async script({ number }) {
      if (number > 0) return {};
      await held;
      return { status: 500 };
    },
  });
  const stale = await stage.startWorker();
  await subscriber.newCode();
  await subscriber.receiver.waitFor(1);
  stale.process.kill("SIGSTOP");
  const live = await stage.startWorker();
  await stage.endLeases(subscriber.webhookId);
  await subscriber.settled(1, "delivered");
  answerFirst();
  stale.process.kill("SIGCONT");
  // A stop waits for what is in flight, so it has tried to store its failure when it is gone.
  expect(await stale.stop()).toBe(0);
  const [delivery] = await subscriber.deliveries();
  expect(delivery).toMatchObject({ status: "delivered", attempts: 1, responseStatus: 200, error: null });
  expect(await subscriber.webhook()).toMatchObject({ eventCount: 1, failureCount: 0, isActive: true });
  expect(subscriber.receiver.requests.length).toBe(2);
  expect([bodiesOf(subscriber).size, idsOf(subscriber).size]).toEqual([1, 1]);
  // And the one that lives has all to itself.
  await subscriber.newCode();
  await subscriber.settled(2, "delivered");
  expect(await live.stop()).toBe(0);
});

it("O3: SIGTERM lets a delivery in flight finish, begins none, and exits with 0", async () => {
  const subscriber = await openSubscriber(stage, {
    script: ({ number }) => ({ beforeHeadersMs: number === 0 ? 1_500 : 0 }),
  });
  const worker = await stage.startWorker();
  await subscriber.newCode();
  await subscriber.receiver.waitFor(1);
  const stopped = worker.stop();
  await subscriber.newCode();
  expect(await stopped).toBe(0);
  expect(subscriber.receiver.requests.length).toBe(1);
  const statuses = (await subscriber.deliveries()).map(({ status }) => status);
  expect(statuses.filter((status) => status === "delivered").length).toBe(1);
  const next = await stage.startWorker();
  await subscriber.settled(2, "delivered");
  expect(subscriber.receiver.requests.length).toBe(2);
  expect(await next.stop()).toBe(0);
});

it("O3: a second signal releases deliveries in flight, which the next worker sends at once", async () => {
  const never = { beforeHeadersMs: Number.POSITIVE_INFINITY };
  const subscriber = await openSubscriber(stage, { script: [never, {}] });
  const worker = await stage.startWorker();
  await subscriber.newCode();
  await subscriber.receiver.waitFor(1);
  const stopped = worker.stop();
  const again = setInterval(() => worker.process.kill("SIGTERM"), 300);
  expect(await stopped).toBe(0);
  clearInterval(again);
  expect(await stage.storedDeliveries(subscriber.webhookId)).toEqual([
    { status: "pending", attempts: 0, isLeased: false, expiredLeases: 0 },
  ]);
  const next = await stage.startWorker();
  const [delivery] = await subscriber.settled(1, "delivered");
  expect(delivery).toMatchObject({ attempts: 1, responseStatus: 200 });
  expect([subscriber.receiver.requests.length, bodiesOf(subscriber).size]).toEqual([2, 1]);
  expect(await next.stop()).toBe(0);
});

it("O3: a delivering server stops under load and the next one continues, with every event sent once", async () => {
  const server = await services.start({ ...stage.settings, WORKER: "server" });
  const subscriber = await openSubscriber({ baseUrl: server.baseUrl });
  const statuses: number[] = [];
  let isStopping = false;
  const clients = Array.from({ length: 4 }, async () => {
    while (!isStopping) {
      const body = { name: "Table 4", type: "url", content: "https://example.com/menu" };
      statuses.push((await subscriber.call("POST", "/qr-codes", body)).status);
    }
  });
  await subscriber.receiver.waitFor(20);
  isStopping = true;
  await Promise.all(clients);
  expect(await server.stop()).toBe(0);
  const next = await services.start({ ...stage.settings, WORKER: "server" });
  await subscriber.receiver.waitFor(statuses.length);
  await until(async () => {
    const stored = await stage.storedDeliveries(subscriber.webhookId);
    return stored.every(({ status }) => status === "delivered");
  });
  expect(new Set(statuses)).toEqual(new Set([201]));
  expect(idsOf(subscriber).size).toBe(statuses.length);
  expect(subscriber.receiver.requests.length).toBe(statuses.length);
  expect(await next.stop()).toBe(0);
});
