import type { IncomingMessage, ServerResponse } from "node:http";
import { setImmediate } from "node:timers/promises";
import { LargeBodies } from "@/lib/http";
import { ServiceError } from "@/lib/platform/errors";
import { FairQueue } from "@/lib/platform/fair-queue";
import { rateKeyOf } from "@/lib/platform/ip-address";
import { readBody, replayBody } from "@/server/http/body";
import type { Exchange } from "@/server/http/exchange";

/** Clients that send slowly keep at most 128 MiB: 16 calls of Inngest's 8 MiB, and less of forms. */
export const createPageBodies = () => new LargeBodies({ bytes: 256 * 1024, total: 16, ofOwner: 8 });

/**
 * The whole body within its bounds of size and time, as a request that Next can read. Throws `unavailable` while too many
 * large ones are there.
 */
export async function readWholeBody(exchange: Exchange, maxBytes: number): Promise<IncomingMessage> {
  const { front, request, response, clientAddress, startedAt, expectsContinue } = exchange;
  const timeoutMs = Math.max(0, front.requestTimeoutMs - (performance.now() - startedAt));
  const { add, leave } = front.bodies.open(rateKeyOf(clientAddress));
  response.once("close", leave);
  const inspect = (chunk: Uint8Array) => add(chunk.length);
  return replayBody(
    request,
    await readBody(request, response, maxBytes, { timeoutMs, expectsContinue, inspect }),
  );
}

/** A page that takes longer waits for something other than the processor: the next one may begin. */
const longestTurnMs = 100;

/**
 * Pages that may be under way at once, most of them waiting for a database or for their own body. Beyond that no client begins
 * another who has more than its share. A client alone may have all of them: behind a proxy that is not trusted it is everybody.
 */
const mostUnderWay = 256;
const shareOfClient = 32;

/** Pages that may be drawn at once, and those that wait: clients take turns, so a flood only delays its own client. */
export const createPageLine = () => ({
  turns: new FairQueue(2, { total: 1_024, ofOwner: () => 1_024, waitMs: 15_000 }),
  underWay: new Map<string, number>(),
});

/** Resolves when the last of the answer is written, whether or not its client takes it, or after the longest turn. */
function untilDrawn(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      response.off("prefinish", end).off("close", end);
      resolve();
    };
    const timer = setTimeout(end, longestTurnMs);
    response.once("prefinish", end).once("close", end);
  });
}

/**
 * Serves a page when it is its client's turn; its body, too, is read only then, so that what waits is small. Throws
 * `unavailable` if too many pages wait, or too many are under way, this client's above all.
 */
export async function servePageInTurn(
  { front, response, clientAddress }: Exchange,
  serve: () => Promise<void>,
): Promise<void> {
  const refusal = () =>
    new ServiceError("unavailable", "Too many pages are asked for at the moment", { retryAfterSeconds: 2 });
  const client = rateKeyOf(clientAddress);
  const { turns, underWay } = front.pages;
  const draw = async () => {
    if (response.destroyed) return {};
    const own = underWay.get(client) ?? 0;
    const all = [...underWay.values()].reduce((sum, count) => sum + count, 0);
    if (all >= mostUnderWay && own >= shareOfClient) throw refusal();
    underWay.set(client, own + 1);
    const drawn = untilDrawn(response);
    const served = serve().finally(() => {
      const left = (underWay.get(client) ?? 1) - 1;
      if (left === 0) underWay.delete(client);
      else underWay.set(client, left);
    });
    await Promise.race([drawn, served]);
    // It is awaited below, after the turn.
    served.catch(() => {});
    // What else has come meanwhile goes first.
    await setImmediate();
    return { served };
  };
  const { served } = await turns.run(client, draw, refusal);
  await served;
}

/** Hands a request on to Next, whose answer carries what every answer of the service does. */
export async function passToNext(exchange: Exchange, request: IncomingMessage): Promise<void> {
  const { front, response, requestId } = exchange;
  for (const [name, value] of Object.entries(front.transportHeaders)) response.setHeader(name, value);
  response.setHeader("X-Request-Id", requestId);
  if (front.isDraining) response.setHeader("Connection", "close");
  const template = await front.options.servePage(request, response);
  if (typeof template === "string") exchange.observed.template = template;
}
