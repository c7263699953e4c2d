import type { Environment } from "@/lib/accounts/schema";
import { plansWithWebhooks } from "@/lib/plans";
import type { Transaction } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { oncePerProcess } from "@/lib/platform/process-state";
import { currentTraceParent, type OpenSpan, startSpan } from "@/lib/platform/traces";
import type { EventKind } from "@/lib/webhooks/schema";

/** What happened to an account's codes, as its webhooks are told. */
export interface NewEvent {
  accountId: string;
  environment: Environment;
  type: EventKind;
  timestamp: Date;
  /** A snapshot, in JSON: what is deleted afterwards is told as it was. */
  data: object;
  /** The trace of the change, where it is not the one under way: several may share a transaction. */
  traceParent?: string | null;
}

/** No body is larger than this, in UTF-8; what `data` is made of is bounded so that it holds (`lib/codes/events.ts`). */
export const maxBodyBytes = 20_000;

/** The id of an event as it is told: in its body and in the header `webhook-id`, at every attempt. */
export function eventIdOf(uuid: string): string {
  return `evt_${uuid.replaceAll("-", "")}`;
}

const listeningPlans = plansWithWebhooks.map((plan) => `'${plan}'`).join(", ");

/** Webhooks `w` that are subscribed to an event type now: what stands between FROM and the end of a statement. */
const hearing = (kind: string, account: string, environment: string) =>
  `webhook w JOIN account heard_by ON heard_by.id = w.account_id AND heard_by.plan IN (${listeningPlans})
    WHERE w.account_id = ${account} AND w.environment = ${environment} AND w.is_active AND ${kind} = ANY(w.events)`;

/**
 * SQL, true where a webhook is subscribed to an event type: for the lists of RETURNING and SELECT, so that a change learns in
 * its own statement whether it has an event to write. The account and the environment are given as SQL. With an OFFSET,
 * without which the planner may read all webhooks of all accounts to look each row up in them.
 */
export function subscribedSql(
  kind: EventKind,
  { account, environment }: { account: string; environment: string },
) {
  return `EXISTS (SELECT FROM ${hearing(`'${kind}'`, account, environment)} OFFSET 0)`;
}

/** As SQL: notifies those who watch the queue (`watchQueue`) at the commit. */
const notifyQueueSql = "pg_notify('quietzone_events', '')";

const queueListener = oncePerProcess("called for what was queued", () => ({ call: () => {} }));

/** Calls in the request that writes to the queue, before the commit: for Next's own mount, which gets no notifications. */
export function onQueueWrite(call: () => void): void {
  queueListener.call = call;
}

/** Notifies the engines at the commit that events or deliveries were written. */
export async function notifyQueue(tx: Transaction): Promise<void> {
  await tx.query(`SELECT ${notifyQueueSql}`);
  queueListener.call();
}

const insertEvents = {
  name: "insert_events",
  text: `WITH heard AS MATERIALIZED (
      SELECT s.*, listening.ids, listening.generations
      FROM unnest((SELECT $4::uuid[]), (SELECT $5::text[]), (SELECT $6::text[])) WITH ORDINALITY
          AS s(account_id, environment, type, place)
        CROSS JOIN LATERAL (
          SELECT array_agg(w.id ORDER BY w.id) AS ids, array_agg(w.generation ORDER BY w.id) AS generations
          FROM ${hearing("s.type", "s.account_id", "s.environment")}) AS listening
      WHERE listening.ids IS NOT NULL
    ),
    written AS (
      INSERT INTO event (id, account_id, environment, type, body, webhook_ids, generations, trace_parent)
      SELECT e.id, h.account_id, h.environment, h.type, e.body, h.ids, h.generations, e.trace_parent
      FROM unnest((SELECT $1::uuid[]), (SELECT $2::text[]), (SELECT $3::int[]), (SELECT $7::text[]))
          AS e(id, body, place, trace_parent)
        JOIN heard h ON h.place = e.place
      RETURNING id
    )
    SELECT ${notifyQueueSql} WHERE EXISTS (SELECT FROM written)`,
};

/** Writes those events that webhooks are subscribed to, in the transaction of their change and for the webhooks active now. */
export async function writeEvents(tx: Transaction, events: readonly NewEvent[]): Promise<void> {
  if (events.length === 0) return;
  const ids = events.map(() => newId());
  // Events of one account, environment and kind look for their webhooks once.
  const sources = new Map<string, { event: NewEvent; place: number }>();
  const places = events.map((event) => {
    const key = `${event.accountId} ${event.environment} ${event.type}`;
    const source = sources.get(key) ?? { event, place: sources.size + 1 };
    sources.set(key, source);
    return source.place;
  });
  const named = [...sources.values()].map(({ event }) => event);
  await traceEvents(events, ids, (traceParents) =>
    tx.query({
      ...insertEvents,
      values: [
        ids,
        events.map((event, at) => writeBody(ids[at] as string, event)),
        places,
        named.map(({ accountId }) => accountId),
        named.map(({ environment }) => environment),
        named.map(({ type }) => type),
        traceParents,
      ],
    }),
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

const insertTestEvent = {
  name: "insert_test_event",
  text: `INSERT INTO event (id, account_id, environment, type, body, webhook_ids, generations, fanned_out_at, trace_parent)
    SELECT $2, account_id, environment, $5, $6, ARRAY[id], ARRAY[generation], now(), $7 FROM webhook
    WHERE id = $1 AND account_id = $3 AND environment = $4`,
};

/**
 * Writes an event that is for one webhook of the event's own account and environment, whatever that subscribes to, and
 * that says in its body that it is a test. Who calls makes its delivery in the same transaction, with the webhook locked,
 * and has the engines told. Returns its id.
 */
export async function writeTestEvent(tx: Transaction, webhookId: string, event: NewEvent): Promise<string> {
  const id = newId();
  const { accountId, environment, type } = event;
  const body = writeBody(id, event, { test: true });
  let written: number | null = 0;
  await traceEvents([event], [id], async ([traceParent]) => {
    const values = [webhookId, id, accountId, environment, type, body, traceParent];
    written = (await tx.query({ ...insertTestEvent, values })).rowCount;
  });
  if (written !== 1) throw new Error("A test event is for a webhook of its own account and environment");
  return id;
}

/** The bytes that are signed and sent: never made again. */
function writeBody(
  id: string,
  { type, timestamp, environment, data }: NewEvent,
  mark: { test?: true } = {},
): string {
  return JSON.stringify({
    id: eventIdOf(id),
    type,
    timestamp: timestamp.toISOString(),
    sandbox: environment === "sandbox",
    ...mark,
    data,
  });
}
