import { serve } from "inngest/next";
import { answerProblem } from "@/lib/http";
import { answerNextRoute } from "@/lib/http/next";
import { env } from "@/lib/platform/env";
import { ServiceError } from "@/lib/platform/errors";
import { readStream } from "@/lib/platform/http";
import { newRequestId } from "@/lib/platform/ids";
import {
  deliverDue,
  fanOut,
  filterPendingEvents,
  listOpenDeliveries,
  nextDueOf,
} from "@/lib/webhooks/delivery";
import { findMethodFault, inngestAddress, maxCallBytes } from "./address";
import { type Client, findClient } from "./client";
import {
  createDeliveryCall,
  createDeliveryCalls,
  createFanOutCall,
  deliveryDue,
  mostOfOneCall,
  webhookEvent,
} from "./events";
import { sweepWebhooks } from "./sweep";

/** Inngest allows 1,000 steps in a run; deliveries that stand in line for long go on in another one. */
const mostRounds = 200;

/** Each round waits longer by at least so much: the asker's clock may be ahead of the database's. */
const patienceMs = 100;

/** Webhooks that are delivered to at a time, by all servers, unless `INNGEST_CONCURRENCY` says otherwise. */
const usualConcurrency = 64;

/** One fan-out runs per eight webhooks delivered to: at least two, so that one account delays nobody, and fewer than a process has connections. */
const countFanOuts = (concurrency: number) => Math.min(8, Math.max(2, Math.ceil(concurrency / 8)));

type Answer = (request: Request) => Promise<Response>;
type Handler = ReturnType<typeof serve>;
type Method = "GET" | "POST" | "PUT";

/** What the SDK reads of a query. */
const queryNames = ["deployId", "fnId", "probe", "stepId"];
/** An id of our own: the front gives one to each request. */
const ownRequestId = /^req_\w{1,64}$/;

/** The JSON object of a call. A manual registration sends none, and a probe need not have one. */
async function readCall(request: Request): Promise<object | undefined> {
  const text = new TextDecoder().decode(await readStream(request, maxCallBytes));
  const isProbe = new URL(request.url).searchParams.has("probe");
  if (text === "" && (request.method !== "POST" || isProbe)) return undefined;
  let call: unknown;
  try {
    call = JSON.parse(text);
  } catch {
    call = undefined;
  }
  if (typeof call === "object" && call !== null && !Array.isArray(call)) return call;
  const hint = "Inngest calls this address; to have the functions registered send PUT without a body.";
  throw new ServiceError("invalid_request", "The body is no JSON object", { hint });
}

/**
 * A request as the SDK takes it from Next's older router; the address that it registers is `BASE_URL`, whatever the
 * caller sends.
 */
function presentCall({ method, headers, url }: Request, ownAddress: string, body: object | undefined) {
  const { searchParams } = new URL(url);
  const query = Object.fromEntries(queryNames.map((name) => [name, searchParams.get(name) ?? undefined]));
  const call = { method, headers, url: ownAddress, query, body };
  return call as unknown as Parameters<Handler["GET"]>[0];
}

/** Against a dev server nothing is signed: a client gets an error without paths of our files. */
async function hideStacks(response: Response): Promise<Response> {
  const text = await response.text();
  if (!text.includes('"stack"')) return new Response(text, response);
  // The mark by which the SDK knows an error that it has written; it takes one without a stack.
  const isError = (value: unknown) => (value as { __serialized?: unknown } | null)?.__serialized === true;
  const shown = JSON.parse(text, (_, value) => (isError(value) ? { ...value, stack: "" } : value));
  return new Response(JSON.stringify(shown), response);
}

/** How Inngest is answered at `baseUrl`. All but what is no call at all is the SDK's own. */
export function createAnswer(client: Client, baseUrl: string): Answer {
  const functions = createFunctions(client);
  const sdk = serve({ client, functions, serveOrigin: baseUrl, servePath: inngestAddress });
  const ownAddress = `${baseUrl}${inngestAddress}`;
  return async (request) => {
    const isHead = request.method === "HEAD";
    const call = presentCall(request, ownAddress, await readCall(request));
    const answer = await sdk[isHead ? "GET" : (request.method as Method)](call, undefined);
    const shown = client.mode === "dev" ? await hideStacks(answer) : answer;
    return isHead ? new Response(null, shown) : shown;
  };
}

function refuse({ method, headers }: Request, error: unknown, more: Record<string, string> = {}): Response {
  const given = headers.get("x-request-id") ?? "";
  const requestId = ownRequestId.test(given) ? given : newRequestId();
  const answer = answerProblem(error, { method, path: inngestAddress, requestId });
  Object.assign(answer.headers, more);
  return new Response(answer.body as BodyInit | null, answer);
}

let made: Answer | undefined;

/** Without Inngest there is nothing at this address, as at any other that is none. */
export async function answerInngest(request: Request): Promise<Response> {
  const client = findClient();
  if (client === null) return answerNextRoute(request);
  const fault = findMethodFault(request.method);
  if (fault !== null) return refuse(request, ...fault);
  made ??= createAnswer(client, env.baseUrl);
  try {
    return await made(request);
  } catch (error) {
    return refuse(request, error);
  }
}

/** Everything that Inngest runs; what it does is in `lib/webhooks/delivery`. */
function createFunctions(client: Client) {
  const concurrency = env.inngest?.concurrency;
  return [fanOutWebhooks(client, concurrency), deliverWebhook(client, concurrency), sweepWebhooks(client)];
}

/**
 * Fans out many events in one call; a step each would cost another. An event whose webhook is being changed comes again
 * with the next batch. A call that is tried again may have lost its answer, so it hands over once more what is open.
 */
function fanOutWebhooks(client: Client, concurrency = usualConcurrency) {
  return client.createFunction(
    {
      id: "fan-out-webhooks",
      name: "Fan out events to their webhooks",
      triggers: webhookEvent,
      batchEvents: { maxSize: mostOfOneCall, timeout: "1s" },
      concurrency: countFanOuts(concurrency),
      retries: 20,
    },
    async ({ events, attempt, runId }) => {
      const eventIds = [...new Set(events.map(({ data }) => data.eventId))];
      const { deliveries, left } = await fanOut({ eventIds });
      const made = new Set(deliveries.map(({ id }) => id));
      const open = attempt > 0 ? await listOpenDeliveries(eventIds) : [];
      const waiting = left > 0 ? await filterPendingEvents(eventIds) : [];
      const calls = [
        ...createDeliveryCalls(deliveries),
        // Under the same id as before, so that Inngest ignores what it has heard.
        ...createDeliveryCalls(open.filter(({ id }) => !made.has(id))),
        ...waiting.map((id) => createFanOutCall(id, `${runId}_${attempt}`)),
      ];
      if (calls.length > 0) await client.send(calls);
      return { deliveries: deliveries.length };
    },
  );
}

/**
 * Sends the deliveries of one webhook until those that it was called for are over. A call sends whatever is due, as many at
 * a time as the webhook's concurrency allows, without a step of its own: an attempt needs a claim, so a call that comes
 * twice does no harm.
 * Then it sleeps until the next is due, and is called again from its start. The retries outlast an outage of the database.
 */
export function deliverWebhook(client: Client, concurrency = usualConcurrency) {
  return client.createFunction(
    {
      id: "deliver-webhook",
      name: "Deliver events to a webhook",
      triggers: deliveryDue,
      concurrency: [{ key: "event.data.webhookId", limit: 1 }, { limit: concurrency }],
      retries: 20,
    },
    async ({ event, runId, step }) => {
      const { deliveryId, alsoIds = [], webhookId } = event.data;
      const ids = [deliveryId, ...alsoIds];
      const outcomes = await deliverDue(webhookId, ids);
      const dueAt = await nextDueOf(ids);
      if (dueAt === null) return outcomes;
      for (let round = 1; round <= mostRounds; round += 1) {
        const earliest = Date.now() + round * patienceMs;
        await step.sleepUntil(`wait-${round}`, new Date(Math.max(dueAt.getTime(), earliest)));
      }
      const [first = deliveryId, ...others] = ids;
      await step.sendEvent("go-on", createDeliveryCall({ id: first, webhookId, alsoIds: others }, runId));
      return { outcome: "goes on in another run" };
    },
  );
}
