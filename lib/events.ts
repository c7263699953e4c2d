import type { Environment } from "@/lib/accounts/schema";
import type { Transaction } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { oncePerProcess } from "@/lib/platform/process-state";
import { currentTraceParent, type OpenSpan, startSpan } from "@/lib/platform/traces";
import type { EventKind } from "@/lib/webhooks/schema";
import { insertCodeEvents, insertSubscribedEvents, insertTestEvent, notifyWatchers } from "./queries.events";

/** What happened to an account's codes, as its webhooks are told. */
export interface NewEvent {
  /** Absent: a new one. */
  id?: string;
  accountId: string;
  environment: Environment;
  type: EventKind;
  timestamp: Date;
  /** A snapshot, in JSON: what is deleted afterwards is told as it was. */
  data: object;
  /** Whose code it is about, and the code's tags then, by which webhooks are filtered; absent: it is about none. */
  code?: { id: string; tags: readonly string[] };
  /** The trace of the change, where it is not the one under way: several may share a transaction. */
  traceParent?: string | null;
  /** False where it is known that no webhook is subscribed. */
  hasSubscribers?: boolean;
}

/** No body is larger than this, in UTF-8; what `data` is made of is bounded so that it holds (`lib/codes/events.ts`). */
export const maxBodyBytes = 20_000;

/** The id of an event as it is told: in its body and in the header `webhook-id`, at every attempt. */
export function eventIdOf(uuid: string): string {
  return `evt_${uuid.replaceAll("-", "")}`;
}

const queueListener = oncePerProcess("called for what was queued", () => ({ call: () => {} }));

/** Calls in the request that writes to the queue, before the commit: for Next's own mount, which gets no notifications. */
export function onQueueWrite(call: () => void): void {
  queueListener.call = call;
}

/** Notifies the engines at the commit that events or deliveries were written. */
export async function notifyQueue(tx: Transaction): Promise<void> {
  await notifyWatchers(tx);
  queueListener.call();
}

/**
 * Writes events in the transaction of their change: those that webhooks are subscribed to, for the webhooks active now, and
 * all of codes for the account's feed.
 */
export async function writeEvents(tx: Transaction, events: readonly NewEvent[]): Promise<void> {
  const written = events.map((event) => {
    const id = event.id ?? newId();
    return { ...event, id, body: writeBody(id, event) };
  });
  const ofCodes = written.filter(({ type }) => type.startsWith("qr."));
  if (ofCodes.length > 0) await insertCodeEvents(tx, ofCodes);
  const subscribed = written.filter(({ hasSubscribers = true }) => hasSubscribers);
  if (subscribed.length > 0) await writeToQueue(tx, subscribed);
}

async function writeToQueue(
  tx: Transaction,
  events: readonly (NewEvent & { id: string; body: string })[],
): Promise<void> {
  // Events of one account, environment and kind look for their webhooks once.
  const sources = new Map<string, { event: NewEvent; place: number }>();
  const places = events.map((event) => {
    const key = `${event.accountId} ${event.environment} ${event.type}`;
    const source = sources.get(key) ?? { event, place: sources.size + 1 };
    sources.set(key, source);
    return source.place;
  });
  const named = [...sources.values()].map(({ event }) => event);
  const ids = events.map(({ id }) => id);
  await traceEvents(events, ids, (traceParents) =>
    insertSubscribedEvents(
      tx,
      events.map(({ id, body, code }, at) => ({
        id,
        body,
        source: places[at] as number,
        code,
        traceParent: traceParents[at] ?? null,
      })),
      named,
    ),
  );
  queueListener.call();
}

/** A step of the trace of each change; its id is stored with the event, so that deliveries continue the trace. */
async function traceEvents(
  events: readonly NewEvent[],
  ids: readonly string[],
  write: (traceParents: (string | null)[]) => Promise<unknown>,
): Promise<void> {
  const spans = events.map(({ type, traceParent = currentTraceParent() }, at): OpenSpan => {
    const attributes = {
      "messaging.system": "quietzone",
      "messaging.operation.type": "create",
      "messaging.operation.name": "write event",
      "messaging.destination.name": type,
      "messaging.message.id": eventIdOf(ids[at] as string),
    };
    return startSpan(traceParent, `write event ${type}`, { kind: "producer", attributes });
  });
  try {
    await write(spans.map(({ traceParent }) => traceParent));
  } finally {
    for (const span of spans) span.end();
  }
}

/**
 * Writes an event that is for one webhook of the event's own account and environment, whatever that subscribes to, and
 * that says in its body that it is a test. Who calls makes its delivery in the same transaction, with the webhook locked,
 * and has the engines told. Returns its id.
 */
export async function writeTestEvent(tx: Transaction, webhookId: string, event: NewEvent): Promise<string> {
  const id = newId();
  const { accountId, environment, type } = event;
  const body = writeBody(id, event, { test: true });
  let isWritten = false;
  await traceEvents([event], [id], async ([traceParent = null]) => {
    isWritten = await insertTestEvent(tx, webhookId, { id, accountId, environment, type, body, traceParent });
  });
  if (!isWritten) throw new Error("A test event is for a webhook of its own account and environment");
  return id;
}

/** The bytes that are signed and sent: never made again. */
function writeBody(id: string, event: NewEvent, mark: { test?: true } = {}): string {
  return JSON.stringify(presentEvent(id, event, mark));
}

/** An event as webhooks and the feed tell it. */
export function presentEvent(
  id: string,
  { type, timestamp, environment, data }: NewEvent,
  mark: { test?: true } = {},
): object {
  const sandbox = environment === "sandbox";
  return { id: eventIdOf(id), type, timestamp: timestamp.toISOString(), sandbox, ...mark, data };
}
