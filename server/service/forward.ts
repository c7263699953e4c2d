import { Agent, request as ask, type IncomingMessage, type ServerResponse } from "node:http";
import { isSafeMethod } from "@/lib/platform/cross-site";
import { ServiceError } from "@/lib/platform/errors";
import { awaitNotifications } from "@/lib/platform/notifications";
import { currentTraceParent } from "@/lib/platform/traces";
import type { PageAddress } from "./page-server";

/** Headers of one connection alone (RFC 9110, 7.6.1), and what the front has answered by itself. */
const ofConnection = new Set([
  "connection",
  "expect",
  "http2-settings",
  "keep-alive",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
]);

export const pagesAway = (cause?: unknown) =>
  new ServiceError("unavailable", "The pages are being started again", { retryAfterSeconds: 2, cause });

/** The request's headers for the pages. What has a body has it whole, with its length (`readWholeBody`). */
function passHeaders({ headers, method }: IncomingMessage): IncomingMessage["headers"] {
  const passed = { ...headers };
  for (const name of ofConnection) delete passed[name];
  if (isSafeMethod(method ?? "GET")) delete passed["content-length"];
  const traceParent = currentTraceParent();
  if (traceParent === null) delete passed.traceparent;
  else passed.traceparent = traceParent;
  return passed;
}

/** Copies status and headers; those that the front has set stay. */
function copyHead(from: IncomingMessage, to: ServerResponse): void {
  to.statusCode = from.statusCode ?? 500;
  if (from.statusMessage) to.statusMessage = from.statusMessage;
  const copied = new Set<string>();
  for (let i = 0; i < from.rawHeaders.length; i += 2) {
    const [header = "", value = ""] = from.rawHeaders.slice(i, i + 2);
    const name = header.toLowerCase();
    if (ofConnection.has(name)) continue;
    if (copied.has(name)) to.appendHeader(header, value);
    else to.setHeader(header, value);
    copied.add(name);
  }
  // A stream's head goes before its first event; that of most pages goes with what has come of them by then.
  setImmediate(() => {
    if (!to.headersSent && !to.destroyed) to.flushHeaders();
  });
}

/** Where the pages are, with the connections to them. */
export type PageConnections = PageAddress & { agent: Agent };

export function connectPages(address: PageAddress): PageConnections {
  return { ...address, agent: new Agent({ keepAlive: true }) };
}

/** The response's head. A client that leaves ends the request; one that can't be sent, or has no answer, is `unavailable`. */
function awaitAnswer(
  address: PageConnections,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const { method, url: path } = request;
    const asked = ask({ ...address, method, path, headers: passHeaders(request) }, resolve);
    asked.on("error", (error) => reject(pagesAway(error)));
    response.once("close", () => asked.destroy());
    if (isSafeMethod(method ?? "GET")) asked.end();
    else request.pipe(asked);
  });
}

/**
 * Answers a request with what the pages answer, part by part. What a form has changed is known to this thread before its answer
 * goes out, so that the next visit is led to where it leads now. Throws `unavailable` where they don't answer.
 */
export async function forward(
  address: PageConnections,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (response.destroyed) return;
  const answer = await awaitAnswer(address, request, response);
  answer.once("error", () => response.destroy());
  if (!isSafeMethod(request.method ?? "GET")) await awaitNotifications();
  if (response.destroyed) return;
  copyHead(answer, response);
  await new Promise<void>((resolve) => {
    response.once("close", resolve);
    answer.pipe(response);
  });
}
