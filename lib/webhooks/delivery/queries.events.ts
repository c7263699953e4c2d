import { sql } from "@/lib/platform/db";
import { dueBy, isHeld, isManual, maxAttempts, sqlNow } from "../queries.fragments";

/** An event that was fanned out and has a trace. */
export interface TracedEvent {
  id: string;
  type: string;
  traceParent: string;
  deliveries: number;
}

export interface FanOutRow {
  /** Events that were fanned out, of those that were read. */
  events: number;
  picked: number;
  last: string | null;
  ids: string[] | null;
  webhookIds: string[] | null;
  traced: TracedEvent[] | null;
}

/**
 * Fans out each event once, however many processes try, and waits for nobody but queues. Locks the webhooks until the
 * deliveries are inserted, so that a pause either comes first, and nothing is inserted, or cancels what was inserted. A
 * webhook that was paused since the event has another generation, even if it is active again. An event for a webhook that is
 * being changed at this moment is left for later, and the others go on.
 *
 * Ids of deliveries are UUIDs of version 7 whose bits after the clock count a webhook's rows of the statement: in one queue
 * deliveries are sent in the order of their events, unless two processes fan out at once.
 */
const fanOutSql = (selected: string) => `WITH
    picked AS MATERIALIZED (
      SELECT id, type, webhook_ids, generations, trace_parent FROM event WHERE fanned_out_at IS NULL ${selected}
      ORDER BY id LIMIT $1 FOR UPDATE SKIP LOCKED
    ),
    recipient AS MATERIALIZED (
      SELECT p.id AS event_id, p.type, named.webhook_id, named.generation
      FROM picked p CROSS JOIN unnest(p.webhook_ids, p.generations) AS named(webhook_id, generation)
    ),
    heard AS MATERIALIZED (
      SELECT w.id, w.generation FROM webhook w
      WHERE w.id = ANY(ARRAY(SELECT DISTINCT webhook_id FROM recipient)) AND w.is_active
      ORDER BY w.id FOR SHARE OF w SKIP LOCKED
    ),
    busy AS MATERIALIZED (
      SELECT w.id, w.generation FROM webhook w
      WHERE w.id = ANY(ARRAY(SELECT DISTINCT webhook_id FROM recipient)) AND w.is_active
        AND NOT EXISTS (SELECT FROM heard WHERE heard.id = w.id)
    ),
    taken AS MATERIALIZED (
      SELECT id FROM picked WHERE id NOT IN (
        SELECT recipient.event_id FROM recipient JOIN busy ON busy.id = recipient.webhook_id AND busy.generation = recipient.generation)
    ),
    made AS (
      INSERT INTO delivery (id, webhook_id, generation, event_id, event_type, status, max_attempts, due_at)
      SELECT encode(overlay(uuid_send(gen_random_uuid())
            PLACING substring(int8send((extract(epoch FROM clock_timestamp()) * 1000)::bigint) FROM 3)
              || int2send((28672 + nth)::int2) FROM 1), 'hex')::uuid,
        webhook_id, generation, event_id, type, 'pending', ${maxAttempts}, now()
      FROM (
        SELECT recipient.*, row_number() OVER (PARTITION BY recipient.webhook_id ORDER BY recipient.event_id) - 1 AS nth
        FROM recipient JOIN heard ON heard.id = recipient.webhook_id AND heard.generation = recipient.generation
        WHERE recipient.event_id IN (SELECT id FROM taken)
      ) pair
      ON CONFLICT (event_id, webhook_id) WHERE retry_of IS NULL DO NOTHING
      RETURNING id, webhook_id, event_id
    ),
    queue AS MATERIALIZED (
      SELECT webhook_id FROM webhook_queue WHERE webhook_id IN (SELECT webhook_id FROM made)
      ORDER BY webhook_id FOR NO KEY UPDATE
    ),
    poked AS (
      UPDATE webhook_queue l SET ${dueBy()}, event_count = l.event_count + n.deliveries
      FROM (SELECT webhook_id, count(*)::int AS deliveries FROM made GROUP BY webhook_id) n
      WHERE l.webhook_id = n.webhook_id AND l.webhook_id IN (SELECT webhook_id FROM queue)
    ),
    done AS (UPDATE event e SET fanned_out_at = now() FROM taken WHERE e.id = taken.id)
    SELECT (SELECT count(*)::int FROM taken) AS events, (SELECT count(*)::int FROM picked) AS picked,
      (SELECT id FROM picked ORDER BY id DESC LIMIT 1) AS last,
      array_agg(id ORDER BY id) AS ids, array_agg(webhook_id ORDER BY id) AS "webhookIds",
      (SELECT json_agg(json_build_object('id', p.id, 'type', p.type, 'traceParent', p.trace_parent, 'deliveries',
          (SELECT count(*) FROM made WHERE made.event_id = p.id)))
        FROM picked p WHERE p.trace_parent IS NOT NULL AND p.id IN (SELECT id FROM taken)) AS traced
    FROM made`;

const statements = {
  next: { name: "fan_out_next", text: fanOutSql("") },
  after: { name: "fan_out_behind", text: fanOutSql("AND id > $2") },
  these: { name: "fan_out_these", text: fanOutSql("AND id = ANY($2::uuid[])") },
};

/**
 * @param selection these events alone, or those after an id; else the oldest.
 */
export async function fanOutEvents(
  limit: number,
  selection: { eventIds?: readonly string[] | undefined; after?: string | undefined } = {},
): Promise<FanOutRow> {
  const { eventIds, after } = selection;
  const query =
    eventIds !== undefined
      ? { ...statements.these, values: [limit, eventIds] }
      : after !== undefined
        ? { ...statements.after, values: [limit, after] }
        : { ...statements.next, values: [limit] };
  const { rows } = await sql.query<FanOutRow>(query);
  return rows[0] as FanOutRow;
}

const firstId = "00000000-0000-0000-0000-000000000000";
const lastId = "ffffffff-ffff-ffff-ffff-ffffffffffff";

/**
 * Ids (uuids) of events that still have to be fanned out, the oldest first.
 *
 * @param olderThanMs only those that have waited for so long.
 * @param after only those after this id.
 */
export async function listPendingEvents(limit: number, olderThanMs = 0, after?: string): Promise<string[]> {
  const { rows } = await sql.query<{ id: string }>({
    name: "list_waiting_events",
    text: `SELECT id FROM event WHERE fanned_out_at IS NULL AND id > coalesce($3::uuid, '${firstId}')
        AND created_at <= clock_timestamp() - $2 * interval '1 ms' ORDER BY id LIMIT $1`,
    values: [limit, olderThanMs, after ?? null],
  });
  return rows.map(({ id }) => id);
}

/** By the database's clock. */
const ageMs = `(extract(epoch FROM clock_timestamp() - created_at) * 1000)::float8 AS "ageMs"`;

/** An event that still has to be fanned out. */
export interface NewEvent {
  id: string;
  ageMs: number;
}

/**
 * The same, the newest first.
 *
 * @param before only those before this id.
 */
export async function listNewEvents(limit: number, before?: string): Promise<NewEvent[]> {
  const { rows } = await sql.query<NewEvent>({
    name: "list_new_events",
    text: `SELECT id, ${ageMs} FROM event WHERE fanned_out_at IS NULL AND id < coalesce($2::uuid, '${lastId}')
      ORDER BY id DESC LIMIT $1`,
    values: [limit, before ?? null],
  });
  return rows;
}

/** A delivery that its owner asked for. */
export interface NewManualDelivery extends NewEvent {
  webhookId: string;
}

/** Open deliveries that an owner asked for, the newest first; no pending event leads to them. */
export async function listNewManualDeliveries(limit: number, before?: string): Promise<NewManualDelivery[]> {
  const { rows } = await sql.query<NewManualDelivery>({
    name: "list_new_deliveries_by_hand",
    text: `SELECT id, webhook_id AS "webhookId", ${ageMs} FROM delivery
      WHERE due_at IS NOT NULL AND ${isManual} AND id < coalesce($2::uuid, '${lastId}') ORDER BY id DESC LIMIT $1`,
    values: [limit, before ?? null],
  });
  return rows;
}

/** Those of these events (uuids) that still have to be fanned out. */
export async function filterPendingEvents(eventIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql.query<{ id: string }>({
    name: "list_waiting_of",
    text: "SELECT id FROM event WHERE id = ANY($1::uuid[]) AND fanned_out_at IS NULL ORDER BY id",
    values: [eventIds],
  });
  return rows.map(({ id }) => id);
}

/** Pending deliveries of events, whichever process created them. */
export async function listOpenDeliveries(
  eventIds: readonly string[],
): Promise<{ id: string; webhookId: string }[]> {
  const { rows } = await sql.query<{ id: string; webhookId: string }>({
    name: "list_open_deliveries",
    text: `SELECT id, webhook_id AS "webhookId" FROM delivery
      WHERE event_id = ANY($1::uuid[]) AND retry_of IS NULL AND due_at IS NOT NULL ORDER BY id`,
    values: [eventIds],
  });
  return rows;
}

/** An open delivery that no process has claimed. */
interface OverdueDelivery {
  id: string;
  webhookId: string;
  dueAt: Date;
  /** How long it has been due, by the database's clock. */
  lateMs: number;
}

const maxOfOneWebhook = 100;
/** Where a webhook got a request within the last minute, its others wait for their turn; overdue is what is later than this. */
const busyLateMs = 600_000;

/**
 * Deliveries that no process has claimed though they have been due for so long: the oldest of each webhook, then the second
 * of each, and so on, so that a webhook with thousands of them doesn't hide the others'.
 */
export async function listOverdueDeliveries(limit: number, olderThanMs: number): Promise<OverdueDelivery[]> {
  const { rows } = await sql.query<OverdueDelivery>({
    name: "list_overdue_deliveries",
    text: `SELECT d.id, w.id AS "webhookId", d.due_at AS "dueAt",
        (extract(epoch FROM clock_timestamp() - d.due_at) * 1000)::float8 AS "lateMs"
      FROM webhook w JOIN webhook_queue queue ON queue.webhook_id = w.id CROSS JOIN LATERAL (
        SELECT id, due_at, row_number() OVER (ORDER BY due_at, id) AS place FROM delivery
        WHERE webhook_id = w.id AND generation = w.generation AND due_at <= clock_timestamp() -
            CASE WHEN queue.last_triggered_at > clock_timestamp() - interval '1 minute' THEN ${busyLateMs} ELSE $2 END * interval '1 ms'
        ORDER BY due_at, id LIMIT ${maxOfOneWebhook}) AS d
      WHERE w.is_active ORDER BY d.place, d.due_at, d.id LIMIT $1`,
    values: [limit, olderThanMs],
  });
  return rows;
}

/** When the first of these deliveries (uuids) is due, and whether deliveries are paused since a restore. */
export async function readDueOf(ids: readonly string[]): Promise<{ inMs: number | null; isHeld: boolean }> {
  const { rows } = await sql.query<{ inMs: number | null; isHeld: boolean }>({
    name: "next_due_of",
    text: `SELECT extract(epoch FROM min(d.due_at) - ${sqlNow})::float8 * 1000 AS "inMs", ${isHeld} AS "isHeld"
      FROM delivery d JOIN webhook w ON w.id = d.webhook_id AND w.is_active AND w.generation = d.generation
      WHERE d.id = ANY($1::uuid[]) AND d.due_at IS NOT NULL`,
    values: [ids],
  });
  return rows[0] ?? { inMs: null, isHeld: false };
}

/** Events and deliveries of the whole database that are not finished. */
export interface Backlog {
  activeWebhooks: number;
  pausedWebhooks: number;
  /** Events that still have to be fanned out. */
  eventsWaiting: number;
  /** Deliveries that are not finished, retries included. At most 100,000 of each are counted. */
  deliveriesWaiting: number;
  /**
   * For how long the oldest event, or a webhook with a free slot, has waited for a worker. It stays near 0 however slow
   * receivers are; when it grows, no worker runs, or too few do. Webhooks whose last attempt failed do not count: where
   * there are many, they wait for each other.
   */
  oldestDueSeconds: number;
}

const maxCounted = 100_000;
export async function describeBacklog(): Promise<Backlog> {
  const { rows } = await sql.query<Backlog>({
    name: "describe_webhook_backlog",
    text: `SELECT
        (SELECT count(*)::int FROM webhook WHERE is_active) AS "activeWebhooks",
        (SELECT count(*)::int FROM webhook WHERE NOT is_active) AS "pausedWebhooks",
        (SELECT count(*)::int FROM (SELECT FROM event WHERE fanned_out_at IS NULL LIMIT ${maxCounted}) e) AS "eventsWaiting",
        (SELECT count(*)::int FROM (
          SELECT FROM delivery d JOIN webhook w ON w.id = d.webhook_id AND w.is_active AND w.generation = d.generation
          WHERE d.due_at IS NOT NULL LIMIT ${maxCounted}) d) AS "deliveriesWaiting",
        greatest(0, extract(epoch FROM now() - least(
          (SELECT created_at FROM event WHERE fanned_out_at IS NULL ORDER BY id LIMIT 1),
          (SELECT min(l.due_at) FROM webhook_queue l JOIN webhook w ON w.id = l.webhook_id AND w.is_active
            WHERE l.due_at <= now() AND l.health <> 'troubled')
        )))::float8 AS "oldestDueSeconds"`,
  });
  const { oldestDueSeconds, ...counts } = rows[0] as Backlog;
  return { ...counts, oldestDueSeconds: Math.round(oldestDueSeconds * 1_000) / 1_000 };
}
