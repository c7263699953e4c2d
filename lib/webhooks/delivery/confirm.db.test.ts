import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, describe, expect, it } from "vitest";
import { type Receiver, type Script, startReceiver } from "@/e2e/support/webhooks/receiver";
import { openQueue, type TestQueue, withOwnDatabase } from "@/e2e/support/webhooks/test-queue";
import { openConnection, sql } from "@/lib/platform/db";
import { changeWebhook, deleteWebhook } from "..";
import { claimDeliveries, performDelivery } from ".";
import { mayBeSent } from "./send";

withOwnDatabase();

const opened: { queue: TestQueue; receiver: Receiver }[] = [];
async function open(script: Script = {}): Promise<{ queue: TestQueue; receiver: Receiver }> {
  const receiver = await startReceiver({ script });
  const queue = await openQueue(receiver.url);
  opened.push({ queue, receiver });
  return { queue, receiver };
}
afterEach(async () => {
  await Promise.all(opened.splice(0).flatMap(({ queue, receiver }) => [queue.end(), receiver.close()]));
});

/** A script's answer that waits until it is let go. */
function barrier() {
  let letGo = () => {};
  const isOpen = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  return { script: async () => isOpen.then(() => ({})), letGo };
}

/** A way to a port that takes connections and lets nothing through until it is opened. */
async function openGate(to: number) {
  const waiting: Socket[] = [];
  const server = createServer((socket) => waiting.push(socket.on("error", () => {})));
  await once(server.listen(0, "127.0.0.1"), "listening");
  return {
    port: (server.address() as AddressInfo).port,
    waiting: async (count: number) => {
      while (waiting.length < count) await sleep(5);
    },
    open() {
      for (const socket of waiting) socket.pipe(connect(to, "127.0.0.1").on("error", () => {})).pipe(socket);
    },
    close: async () => {
      for (const socket of waiting) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

describe("W9: a webhook that changes during a delivery", () => {
  it("receives nothing after a pause, even from attempts whose connection was being opened", async () => {
    const { queue, receiver } = await open();
    const gate = await openGate(receiver.port);
    await changeWebhook(queue.caller, queue.webhookId, { url: `https://127.0.0.1:${gate.port}/hook` });
    await queue.setConcurrency(8);
    await queue.emit(8);
    const { claimed } = await claimDeliveries(64);
    const runs = claimed.map((claim) => performDelivery(claim));
    await gate.waiting(8);
    await changeWebhook(queue.caller, queue.webhookId, { isActive: false });
    gate.open();
    expect(await Promise.all(runs)).toEqual(Array(8).fill({ status: "cancelled", dueAt: null }));
    await gate.close();
    expect(receiver.requests).toEqual([]);
  });

  it("stays locked against changes from the permission to send until the request is written", async () => {
    const { queue } = await open();
    await queue.emit();
    const claim = await queue.claimNext();
    const change = `new (require("pg").Client)(process.env.URL).connect(function (fault) { if (fault) throw fault;
      this.query("UPDATE webhook SET name = 'x'", (refused) => { console.log(refused?.code ?? "changed"); this.end(); }); })`;
    const { rows } = await sql.query<{ name: string }>("SELECT current_database() AS name");
    const url = new URL(process.env.DATABASE_URL ?? "");
    url.pathname = `/${rows[0]!.name}`;
    const env = { ...process.env, URL: url.href, PGOPTIONS: "-c lock_timeout=200" };
    // Our own event loop stands still meanwhile, as it does from the permission to the first byte.
    const outcome = await mayBeSent(claim).then((may) => {
      expect(may).toBe(true);
      return spawnSync(process.execPath, ["-e", change], { env, encoding: "utf8" }).stdout.trim();
    });
    expect(outcome).toBe("55P03");
    // And no longer.
    await changeWebhook(queue.caller, queue.webhookId, { name: "Other" });
  });

  it("lets a running POST finish after a pause and keeps it cancelled", async () => {
    const { script, letGo } = barrier();
    const { queue, receiver } = await open(script);
    await queue.emit(3);
    const run = queue.performNext();
    await receiver.waitFor(1);
    await changeWebhook(queue.caller, queue.webhookId, { isActive: false });
    letGo();
    expect(await run).toEqual({ status: "cancelled", dueAt: null });
    expect((await queue.deliveries()).map(({ status }) => status)).toEqual(Array(3).fill("cancelled"));
    await changeWebhook(queue.caller, queue.webhookId, { isActive: true });
    expect((await claimDeliveries(64)).claimed).toEqual([]);
    expect(receiver.requests).toHaveLength(1);
  });

  it("keeps no deliveries after it is deleted while a POST runs", async () => {
    const { script, letGo } = barrier();
    const { queue, receiver } = await open(script);
    await queue.setConcurrency(2);
    await queue.emit(4);
    const { claimed } = await claimDeliveries(64);
    const [running, beginning] = claimed;
    const run = performDelivery(running!);
    await receiver.waitFor(1);
    await deleteWebhook(queue.caller, queue.webhookId);
    letGo();
    expect(await run).toEqual({ status: "cancelled", dueAt: null });
    expect(await performDelivery(beginning!)).toEqual({ status: "cancelled", dueAt: null });
    expect(await queue.deliveries()).toEqual([]);
    expect(receiver.requests).toHaveLength(1);
  });

  it("receives requests only at its new address, also for deliveries claimed before the change", async () => {
    const { queue, receiver } = await open();
    const { receiver: other } = await open();
    await queue.emit();
    const claim = await queue.claimNext();
    await changeWebhook(queue.caller, queue.webhookId, { url: other.url });
    expect(await performDelivery(claim)).toMatchObject({ status: "pending" });
    expect(await queue.deliveries()).toMatchObject([{ attempts: 0, expiredLeases: 0, leaseToken: null }]);
    await queue.hurry();
    expect(await queue.performNext()).toMatchObject({ status: "delivered" });
    expect([receiver.requests.length, other.requests.length]).toEqual([0, 1]);
  });

  it("postpones its delivery while a change is in progress, without delaying other webhooks", async () => {
    const [held, free] = [await open(), await open()];
    await Promise.all([held.queue.emit(), free.queue.emit()]);
    const { claimed } = await claimDeliveries(64);
    const client = openConnection("changes a webhook");
    await client.connect();
    await client.query("BEGIN");
    await client.query("SELECT FROM webhook WHERE id = $1 FOR NO KEY UPDATE", [held.queue.webhookId]);
    const states = await Promise.all(claimed.map((claim) => performDelivery(claim)));
    await client.end();
    expect(states.map(({ status }) => status).sort()).toEqual(["delivered", "pending"]);
    expect([held.receiver.requests.length, free.receiver.requests.length]).toEqual([0, 1]);
  });
});

describe("W4: a worker that asks permission to send", () => {
  it.each([
    ["has passed to another worker", "lease_token = gen_random_uuid()"],
    ["has run out", "due_at = now()"],
  ])("is refused if its lease %s", async (_, change) => {
    const { queue } = await open();
    await queue.emit();
    const claim = await queue.claimNext();
    expect(await mayBeSent(claim)).toBe(true);
    await sql.query(`UPDATE delivery SET ${change} WHERE id = $1`, [claim.id]);
    expect(await mayBeSent(claim)).toBe(false);
  });
});

describe("an aborted delivery", () => {
  it("is released at once and its request is cut off", async () => {
    const { queue, receiver } = await open({ beforeHeadersMs: Number.POSITIVE_INFINITY });
    await queue.emit();
    const stop = new AbortController();
    const run = performDelivery(await queue.claimNext(), stop.signal);
    await receiver.waitFor(1);
    stop.abort();
    expect(await run).toMatchObject({ status: "pending" });
    expect(await queue.deliveries()).toMatchObject([{ attempts: 0, expiredLeases: 0, leaseToken: null }]);
    await queue.claimNext();
  });
});
