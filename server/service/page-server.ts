import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo, ListenOptions } from "node:net";
import { type MessagePort, parentPort } from "node:worker_threads";
import { LRUCache } from "lru-cache";
import { closeDatabase } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { clientHeader, readClientAddress } from "@/lib/platform/ip-address";
import { log } from "@/lib/platform/log";
import { closeMail } from "@/lib/platform/mail";
import { registry } from "@/lib/platform/metrics";
import { closeNotifications } from "@/lib/platform/notifications";
import { openCalls, setMainThread } from "@/lib/platform/process-state";
import { continueTrace } from "@/lib/platform/traces";
import { closeTraces, openTraces } from "@/lib/platform/tracing/open";
import { openDatabases, openSalts } from "@/lib/scans/visitor";
import { openPages, type Pages } from "./pages";

/** The front bounds heads at 32 KiB and adds a few headers. */
const maxHeadBytes = 64 * 1024;

/** Where the front reaches the pages, as node:http takes it. */
export type PageAddress = { socketPath: string } | { host: string; port: number };

/** The templates of pages that are traced, by request: Next tells one when its answer has gone, and then the front asks for it. */
const routes = new LRUCache<string, Promise<unknown>>({ max: 1_000 });

let pages: Pages;
let server: Server;

/** Answers what the front hands on, and nobody else: only it can sign a client's address. */
async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (readClientAddress(request.headers[clientHeader] as string | undefined) === null) {
    response.writeHead(403).end();
    return;
  }
  const { traceparent, "x-request-id": requestId } = request.headers;
  try {
    if (typeof traceparent !== "string") return void (await pages.serve(request, response));
    const route = continueTrace(traceparent, "render page", {}, async (span) => {
      await pages.serve(request, response);
      return span.read("http.route");
    });
    routes.set(String(requestId), route);
    await route;
  } catch (err) {
    log.error({ err }, "a page broke off");
    response.destroy();
  }
}

/** Opens Next and listens; returns where. */
async function open(listen: ListenOptions): Promise<PageAddress> {
  await openTraces("quietzone");
  await openDatabases();
  await openSalts();
  // The front has read the head within its time, and keeps connections for as long as it likes.
  const options = { maxHeaderSize: maxHeadBytes, headersTimeout: 0, requestTimeout: 0, keepAliveTimeout: 0 };
  server = createServer(options, (request, response) => void answer(request, response));
  server.maxHeadersCount = 0;
  pages = await openPages(false, env.port, server);
  server.listen(listen);
  await once(server, "listening");
  const address = server.address() as AddressInfo | string;
  return typeof address === "string" ? { socketPath: address } : { host: "127.0.0.1", port: address.port };
}

async function close(): Promise<void> {
  server.close();
  server.closeAllConnections();
  await pages.close();
  await closeMail();
  await closeNotifications();
  await closeDatabase();
  await closeTraces();
  log.flush();
}

/** What the main thread asks for. */
const commands = {
  open,
  /** The template of a page's route, once it has been served in a trace. */
  routeOf: (requestId: string) => routes.get(requestId),
  endLive: () => pages.endLive(),
  metrics: () => registry.getMetricsAsJSON(),
  close,
};

export type PageCommand = keyof typeof commands;

const calls = openCalls(parentPort as MessagePort, async (name, args) => {
  return (commands[name as PageCommand] as (...given: readonly unknown[]) => unknown)(...args);
});
setMainThread(calls.ask);
