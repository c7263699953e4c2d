import type { Environment } from "@/lib/accounts/schema";
import { plansWithWebhooks } from "@/lib/plans";
import type { Transaction } from "@/lib/platform/db";
import type { EventKind } from "@/lib/webhooks/schema";

const listeningPlans = plansWithWebhooks.map((plan) => `'${plan}'`).join(", ");

/** Webhooks `w` that are subscribed to an event type now: what stands between FROM and the end of a statement. */
const webhooksOf = (kind: string, account: string, environment: string) =>
  `webhook w JOIN account owner ON owner.id = w.account_id AND owner.plan IN (${listeningPlans})
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
  return `EXISTS (SELECT FROM ${webhooksOf(`'${kind}'`, account, environment)} OFFSET 0)`;
}

/** As SQL: notifies those who watch the queue (`watchQueue`) at the commit. */
const notifyQueueSql = "pg_notify('quietzone_events', '')";

export async function notifyWatchers(tx: Transaction): Promise<void> {
  await tx.query(`SELECT ${notifyQueueSql}`);
}

interface EventRow {
  id: string;
  body: string;
  /** Which of the sources it comes from, counted from 1. */
  source: number;
  /** Absent: filters of webhooks do not apply to it. */
  code?: { id: string; tags: readonly string[] } | undefined;
  traceParent: string | null;
}

/** Whether webhook `w` gets the events of some codes only. */
const hasFilter = "(cardinality(w.filter_code_ids) > 0 OR cardinality(w.filter_tags) > 0)";

const insertEvents = {
  name: "insert_events",
  text: `WITH subscribed AS MATERIALIZED (
      SELECT s.*, listening.ids, listening.generations, listening.has_filters
      FROM unnest((SELECT $4::uuid[]), (SELECT $5::environment[]), (SELECT $6::text[])) WITH ORDINALITY
          AS s(account_id, environment, type, place)
        CROSS JOIN LATERAL (
          SELECT array_agg(w.id ORDER BY w.id) AS ids, array_agg(w.generation ORDER BY w.id) AS generations,
            bool_or(${hasFilter}) AS has_filters
          FROM ${webhooksOf("s.type", "s.account_id", "s.environment")}) AS listening
      WHERE listening.ids IS NOT NULL
    ),
    written AS (
      INSERT INTO event (id, account_id, environment, type, body, webhook_ids, generations, trace_parent)
      SELECT e.id, h.account_id, h.environment, h.type, e.body, chosen.ids, chosen.generations, e.trace_parent
      FROM unnest((SELECT $1::uuid[]), (SELECT $2::text[]), (SELECT $3::int[]), (SELECT $7::text[]),
            (SELECT $8::uuid[]), (SELECT $9::jsonb[]))
          AS e(id, body, place, trace_parent, code_id, tags)
        JOIN subscribed h ON h.place = e.place
        CROSS JOIN LATERAL (
          SELECT h.ids, h.generations WHERE NOT h.has_filters OR e.code_id IS NULL
          UNION ALL
          SELECT array_agg(w.id ORDER BY w.id), array_agg(w.generation ORDER BY w.id) FROM webhook w
          WHERE h.has_filters AND e.code_id IS NOT NULL AND w.id = ANY(h.ids)
            AND (NOT ${hasFilter} OR e.code_id = ANY(w.filter_code_ids) OR e.tags ?| w.filter_tags)) AS chosen
      WHERE chosen.ids IS NOT NULL
      ON CONFLICT (id) DO NOTHING
      RETURNING id
    )
    SELECT ${notifyQueueSql} WHERE EXISTS (SELECT FROM written)`,
};

/** Writes the events whose source has a subscribed webhook, for the webhooks active now, and notifies the watchers. */
export async function insertSubscribedEvents(
  tx: Transaction,
  events: readonly EventRow[],
  sources: readonly { accountId: string; environment: Environment; type: EventKind }[],
): Promise<void> {
  await tx.query({
    ...insertEvents,
    values: [
      events.map(({ id }) => id),
      events.map(({ body }) => body),
      events.map(({ source }) => source),
      sources.map(({ accountId }) => accountId),
      sources.map(({ environment }) => environment),
      sources.map(({ type }) => type),
      events.map(({ traceParent }) => traceParent),
      events.map(({ code }) => code?.id ?? null),
      events.map(({ code }) => JSON.stringify(code?.tags ?? [])),
    ],
  });
}

/** Writes events for the feeds of their accounts; their places there are given once they are committed (`lib/event-feed`). */
export async function insertCodeEvents(
  tx: Transaction,
  events: readonly {
    id: string;
    accountId: string;
    environment: Environment;
    type: EventKind;
    body: string;
  }[],
): Promise<void> {
  await tx.query({
    name: "insert_code_events",
    text: `INSERT INTO code_event (id, account_id, environment, type, body)
      SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::environment[], $4::text[], $5::text[])`,
    values: [
      events.map(({ id }) => id),
      events.map(({ accountId }) => accountId),
      events.map(({ environment }) => environment),
      events.map(({ type }) => type),
      events.map(({ body }) => body),
    ],
  });
}

const insertForWebhook = {
  name: "insert_test_event",
  text: `INSERT INTO event (id, account_id, environment, type, body, webhook_ids, generations, fanned_out_at, trace_parent)
    SELECT $2, account_id, environment, $5, $6, ARRAY[id], ARRAY[generation], now(), $7 FROM webhook
    WHERE id = $1 AND account_id = $3 AND environment = $4`,
};

/** Writes an event for one webhook; false if the webhook is not of that account and environment. */
export async function insertTestEvent(
  tx: Transaction,
  webhookId: string,
  event: Omit<EventRow, "source" | "code"> & { accountId: string; environment: Environment; type: EventKind },
): Promise<boolean> {
  const { id, accountId, environment, type, body, traceParent } = event;
  const values = [webhookId, id, accountId, environment, type, body, traceParent];
  return (await tx.query({ ...insertForWebhook, values })).rowCount === 1;
}
