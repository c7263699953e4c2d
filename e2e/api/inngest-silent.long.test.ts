import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type OwnServices, openOwnServices } from "../support/process/own-services";
import { type DnsStub, startDnsStub } from "../support/webhooks/dns-stub";
import { openSubscriber } from "../support/webhooks/subscriber";

/** Less than one deadline of a call to Inngest, and three times what the stop takes while the SDK gives up its tries. */
const longestStopMs = 8_000;

/** An Inngest that takes connections and says nothing. */
let silent: Server;
const sockets = new Set<Socket>();
let mostSockets = 0;
let names: DnsStub;
let own: OwnServices;

beforeAll(async () => {
  silent = createServer((socket) => {
    sockets.add(socket);
    mostSockets = Math.max(mostSockets, sockets.size);
    socket.on("error", () => {}).once("close", () => sockets.delete(socket));
  }).listen(0, "127.0.0.1");
  [names] = await Promise.all([startDnsStub(), once(silent, "listening")]);
  own = await openOwnServices(1, {
    settings: {
      INNGEST_DEV: `http://127.0.0.1:${(silent.address() as AddressInfo).port}`,
      WEBHOOK_ALLOWED_CIDRS: "127.0.0.0/8",
      WEBHOOK_DNS_SERVERS: names.address,
    },
  });
});
afterAll(async () => {
  for (const socket of sockets) socket.destroy();
  silent.close();
  await Promise.all([own.close(), names.close()]);
});

it("INNGEST_DEV logs one warning at start", () => {
  const told = own.services[0]!.output()
    .split("\n")
    .filter((line) => line.includes("INNGEST_DEV"));
  expect(told).toHaveLength(1);
  expect(JSON.parse(told[0] ?? "")).toMatchObject({ level: "warn", setting: "INNGEST_DEV" });
});

it("O3: an unresponsive Inngest holds at most two sockets and does not delay the stop", async () => {
  const { baseUrl, stop } = own.services[0]!;
  const subscriber = await openSubscriber({ baseUrl });
  try {
    await subscriber.newCode();
    await expect.poll(() => sockets.size, { timeout: 15_000 }).toBe(1);
    const put = "PUT /api/inngest HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n\r\n";
    const clients = Array.from({ length: 50 }, () => {
      const client = connect(Number(new URL(baseUrl).port), "127.0.0.1");
      client.on("error", () => {}).write(put);
      return client;
    });
    // One for what is told, one for all the registrations.
    await expect.poll(() => sockets.size, { timeout: 15_000 }).toBe(2);
    for (const client of clients) client.destroy();
    expect(mostSockets).toBe(2);
    const startedAt = performance.now();
    expect(await stop()).toBe(0);
    expect(performance.now() - startedAt).toBeLessThan(longestStopMs);
  } finally {
    await subscriber.receiver.close();
  }
});
