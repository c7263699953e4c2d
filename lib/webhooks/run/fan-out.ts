import { eventIdOf } from "@/lib/events";
import { sql } from "@/lib/platform/db";
import { startSpan } from "@/lib/platform/traces";
import { mostAttempts } from "../deliveries/attempts";
import { dueAtLatest } from "../lane";
import { mostEventsTogether } from "./schema";

/** What became of events: how many were taken, and the deliveries that were made of them (uuids). */
export interface FannedOut {
  events: number;
  deliveries: { id: string; webhookId: string }[];
  /** Events that wait on, since a webhook of theirs was being changed at this moment. */
  left: number;
  /** The last event that was looked at (uuid); null: none waited. */
  last: string | null;
}

interface FanOutOptions {
  /** These alone, as far as they still wait. */
  eventIds?: readonly string[];
  /** Looks at most at so many, and never at more than 500. */
  limit?: number;
  /** Looks behind this event alone. */
  after?: string | undefined;
}

/**
 * One statement, which waits for nobody but lanes. An event is taken once, whoever else is at it. Its webhooks are held
 * until the deliveries are there, so that a pause either comes first, and nothing is made, or finds what was made of its
 * activation over. Those that were paused since the event was written have another activation, even where they are active
 * again. An event for a webhook that somebody holds to change it is left whole, and the others' go on.
 *
 * Ids of deliveries are UUIDs of version 7 whose bits after the clock count a webhook's rows of the statement: in one lane
 * what happened first goes first, unless two processes fan out at once.
 */
const fanOutText = (selected: string) => `WITH
    picked AS MATERIALIZED (
      SELECT id, type, webhook_ids, activations, trace_parent FROM event WHERE fanned_out_at IS NULL ${selected}
      ORDER BY id LIMIT $1 FOR UPDATE SKIP LOCKED
    ),
    told AS MATERIALIZED (
      SELECT p.id AS event_id, p.type, named.webhook_id, named.activation
      FROM picked p CROSS JOIN unnest(p.webhook_ids, p.activations) AS named(webhook_id, activation)
    ),
    heard AS MATERIALIZED (
      SELECT w.id, w.activation FROM webhook w
      WHERE w.id = ANY(ARRAY(SELECT DISTINCT webhook_id FROM told)) AND w.is_active
      ORDER BY w.id FOR SHARE OF w SKIP LOCKED
    ),
    busy AS MATERIALIZED (
      SELECT w.id, w.activation FROM webhook w
      WHERE w.id = ANY(ARRAY(SELECT DISTINCT webhook_id FROM told)) AND w.is_active
        AND NOT EXISTS (SELECT FROM heard WHERE heard.id = w.id)
    ),
    taken AS MATERIALIZED (
      SELECT id FROM picked WHERE id NOT IN (
        SELECT told.event_id FROM told JOIN busy ON busy.id = told.webhook_id AND busy.activation = told.activation)
    ),
    made AS (
      INSERT INTO delivery (id, webhook_id, activation, event_id, event_type, status, max_attempts, due_at)
      SELECT encode(overlay(uuid_send(gen_random_uuid())
            PLACING substring(int8send((extract(epoch FROM clock_timestamp()) * 1000)::bigint) FROM 3)
              || int2send((28672 + nth)::int2) FROM 1), 'hex')::uuid,
        webhook_id, activation, event_id, type, 'pending', ${mostAttempts}, now()
      FROM (
        SELECT told.*, row_number() OVER (PARTITION BY told.webhook_id ORDER BY told.event_id) - 1 AS nth
        FROM told JOIN heard ON heard.id = told.webhook_id AND heard.activation = told.activation
        WHERE told.event_id IN (SELECT id FROM taken)
      ) pair
      ON CONFLICT (event_id, webhook_id) WHERE retry_of IS NULL DO NOTHING
      RETURNING id, webhook_id, event_id
    ),
    lane AS MATERIALIZED (
      SELECT webhook_id FROM webhook_lane WHERE webhook_id IN (SELECT webhook_id FROM made)
      ORDER BY webhook_id FOR NO KEY UPDATE
    ),
    poked AS (
      UPDATE webhook_lane l SET ${dueAtLatest()}, event_count = l.event_count + n.deliveries
      FROM (SELECT webhook_id, count(*)::int AS deliveries FROM made GROUP BY webhook_id) n
      WHERE l.webhook_id = n.webhook_id AND l.webhook_id IN (SELECT webhook_id FROM lane)
    ),
    done AS (UPDATE event e SET fanned_out_at = now() FROM taken WHERE e.id = taken.id)
    SELECT (SELECT count(*)::int FROM taken) AS events, (SELECT count(*)::int FROM picked) AS picked,
      (SELECT id FROM picked ORDER BY id DESC LIMIT 1) AS last,
      array_agg(id ORDER BY id) AS ids, array_agg(webhook_id ORDER BY id) AS "webhookIds",
      (SELECT json_agg(json_build_object('id', p.id, 'type', p.type, 'traceParent', p.trace_parent, 'deliveries',
          (SELECT count(*) FROM made WHERE made.event_id = p.id)))
        FROM picked p WHERE p.trace_parent IS NOT NULL AND p.id IN (SELECT id FROM taken)) AS traced
    FROM made`;

const fanOutNext = { name: "fan_out_next", text: fanOutText("") };
const fanOutBehind = { name: "fan_out_behind", text: fanOutText("AND id > $2") };
const fanOutThese = { name: "fan_out_these", text: fanOutText("AND id = ANY($2::uuid[])") };

/** An event that was taken, whose change has a trace. */
interface TracedEvent {
  id: string;
  type: string;
  traceParent: string;
  deliveries: number;
}

interface Row {
  events: number;
  picked: number;
  last: string | null;
  ids: string[] | null;
  webhookIds: string[] | null;
  traced: TracedEvent[] | null;
}

function queryOf({ eventIds, limit = mostEventsTogether, after }: FanOutOptions) {
  const most = Math.min(limit, mostEventsTogether);
  if (eventIds !== undefined) return { ...fanOutThese, values: [most, eventIds] };
  return after === undefined ? { ...fanOutNext, values: [most] } : { ...fanOutBehind, values: [most, after] };
}

/**
 * Makes a delivery of each waiting event for each webhook that heard it and was not paused since, oldest events first.
 * What is left is to be asked for again in a moment.
 */
export async function fanOut(options: FanOutOptions = {}): Promise<FannedOut> {
  const startedAt = Date.now();
  const { rows } = await sql.query<Row>(queryOf(options));
  const { events, picked, last, ids, webhookIds, traced } = rows[0] as Row;
  for (const event of traced ?? []) traceFanOut(event, startedAt);
  return {
    events,
    deliveries: (ids ?? []).map((id, place) => ({ id, webhookId: webhookIds?.[place] as string })),
    left: picked - events,
    last,
  };
}

/** A step of each event's own trace, though one statement has done it for all of them. */
function traceFanOut({ id, type, traceParent, deliveries }: TracedEvent, startedAt: number): void {
  const attributes = {
    "messaging.system": "quietzone",
    "messaging.operation.type": "process",
    "messaging.operation.name": "fan out",
    "messaging.destination.name": type,
    "messaging.message.id": eventIdOf(id),
    "quietzone.deliveries": deliveries,
  };
  startSpan(traceParent, `fan out ${type}`, { kind: "consumer", attributes, startedAt }).end();
}
