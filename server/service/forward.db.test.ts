import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, expect, it } from "vitest";
import { sql } from "@/lib/platform/db";
import { closeNotifications, holdLock, subscribe } from "@/lib/platform/notifications";
import { connectPages, forward } from "./forward";

/** No lock of the service. */
const lock = 4_711;
afterAll(closeNotifications);

it("holds back a form's response until its change notification has been received", async () => {
  const heard: string[] = [];
  await new Promise<void>((resolve) => {
    subscribe("quietzone_short_codes", { onMessage: (code) => heard.push(code), onGap: resolve });
  });
  // The connection that listens waits for this lock, so that it gets nothing meanwhile.
  const holder = await sql.connect();
  await holder.query("SELECT pg_advisory_lock($1)", [lock]);
  holdLock(lock);
  const pages = createServer(async (_, response) => {
    await sql.query("SELECT pg_notify('quietzone_short_codes', '7kQm2XbT')");
    response.end("changed");
    setTimeout(() => holder.query("SELECT pg_advisory_unlock($1)", [lock]), 100);
  }).listen(0, "127.0.0.1");
  await once(pages, "listening");
  const connections = connectPages({ host: "127.0.0.1", port: (pages.address() as AddressInfo).port });
  const front = createServer((incoming, response) => void forward(connections, incoming, response));
  await once(front.listen(0, "127.0.0.1"), "listening");
  const answer = await fetch(`http://127.0.0.1:${(front.address() as AddressInfo).port}`, { method: "POST" });
  expect([await answer.text(), heard]).toEqual(["changed", ["7kQm2XbT"]]);
  holder.release();
  connections.agent.destroy();
  for (const server of [front, pages]) server.close().closeAllConnections();
});
