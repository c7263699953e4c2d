import type { IncomingMessage } from "node:http";
import { readBody, replayBody } from "./body";
import type { Exchange } from "./exchange";

/** The whole body within its bounds of size and time, as a request that Next can read. */
export async function takeBody(exchange: Exchange, maxBytes: number): Promise<IncomingMessage> {
  const { front, request, response, startedAt, expectsContinue } = exchange;
  const timeoutMs = Math.max(0, front.requestTimeoutMs - (performance.now() - startedAt));
  return replayBody(request, await readBody(request, response, maxBytes, { timeoutMs, expectsContinue }));
}

/** Hands a request on to Next, whose answer carries what every answer of the service does. */
export async function passToNext(exchange: Exchange, request: IncomingMessage): Promise<void> {
  const { front, response, requestId } = exchange;
  for (const [name, value] of Object.entries(front.transportHeaders)) response.setHeader(name, value);
  response.setHeader("X-Request-Id", requestId);
  if (front.isDraining) response.setHeader("Connection", "close");
  await front.options.servePage(request, response);
}
