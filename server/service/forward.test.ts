import { once } from "node:events";
import { createServer, type RequestListener, request, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, it } from "vitest";
import { ServiceError } from "@/lib/platform/errors";
import { connectPages, forward } from "./forward";

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close().closeAllConnections();
});

async function listen(listener: RequestListener): Promise<{ host: string; port: number }> {
  const server = createServer(listener);
  servers.push(server);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return { host: "127.0.0.1", port: (server.address() as AddressInfo).port };
}

/** A front before pages that answer like this; and what became of each request that was handed on. */
async function openPair(pages: RequestListener) {
  const address = connectPages(await listen(pages));
  const ends: Promise<unknown>[] = [];
  const front = await listen((incoming, response) => {
    const end = forward(address, incoming, response).catch((error: unknown) => {
      response.writeHead(503).end();
      return error;
    });
    ends.push(end);
  });
  return { front, ends, origin: `http://127.0.0.1:${front.port}` };
}

it("passes on a request and its response without hop-by-hop headers", async () => {
  const { front } = await openPair((incoming, response) => {
    response.setHeader("Set-Cookie", ["a=1", "b=2"]);
    incoming
      .on("data", () => {})
      .once("end", () => {
        response.writeHead(201, { "Keep-Alive": "timeout=1" }).end(JSON.stringify(incoming.headers));
      });
  });
  const headers = {
    TE: "trailers",
    "Proxy-Connection": "x",
    Expect: "100-continue",
    "X-Own": "kept",
    "Content-Length": 2,
  };
  const asked = request({ ...front, method: "POST", path: "/", headers }).end("hi");
  const [answer] = await once(asked, "response");
  const body = JSON.parse(Buffer.concat(await answer.toArray()).toString());
  expect(body).toMatchObject({ "x-own": "kept", "content-length": "2", connection: "keep-alive" });
  for (const name of ["te", "proxy-connection", "expect"]) expect(body).not.toHaveProperty(name);
  expect(answer.statusCode).toBe(201);
  expect(answer.headers["set-cookie"]).toEqual(["a=1", "b=2"]);
  expect(answer.headers["keep-alive"]).not.toBe("timeout=1");
});

it("sends a stream's headers before its first event", async () => {
  const { origin } = await openPair((_, response) => response.flushHeaders());
  const leave = new AbortController();
  expect((await fetch(origin, { signal: leave.signal })).status).toBe(200);
  leave.abort();
});

it("aborts the page's response when the client disconnects", async () => {
  let isClosed = false;
  const { origin, ends } = await openPair((_, response) => {
    response.once("close", () => {
      isClosed = true;
    });
    response.write("first");
  });
  const leave = new AbortController();
  await fetch(origin, { signal: leave.signal });
  leave.abort();
  await expect.poll(() => isClosed).toBe(true);
  await ends[0];
});

it("aborts a response that the page server aborts", async () => {
  const { origin, ends } = await openPair((_, response) => {
    response.write("first", () => response.destroy());
  });
  const answer = await fetch(origin);
  await expect(answer.text()).rejects.toThrow("terminated");
  await ends[0];
});

it("answers 503 if the page server disconnects before responding", async () => {
  const { origin, ends } = await openPair((incoming) => void incoming.socket.destroy());
  expect((await fetch(origin)).status).toBe(503);
  expect(await ends[0]).toBeInstanceOf(ServiceError);
  expect(await ends[0]).toMatchObject({ code: "unavailable", retryAfterSeconds: 2 });
});
