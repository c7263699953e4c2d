import { sql } from "@/lib/platform/db";
import { isByHandSql } from "../deliveries/attempts";

/** Every id of a row is before this one. */
const lastId = "ffffffff-ffff-ffff-ffff-ffffffffffff";

/**
 * Ids (uuids) of events whose deliveries are still to be made, oldest first; of those alone that wait for so long.
 *
 * @param after only those behind this one.
 */
export async function listWaitingEvents(limit: number, olderThanMs = 0, after?: string): Promise<string[]> {
  const { rows } = await sql.query<{ id: string }>({
    name: "list_waiting_events",
    text: `SELECT id FROM event WHERE fanned_out_at IS NULL AND id > coalesce($3::uuid, '00000000-0000-0000-0000-000000000000')
        AND created_at <= clock_timestamp() - $2 * interval '1 ms' ORDER BY id LIMIT $1`,
    values: [limit, olderThanMs, after ?? null],
  });
  return rows.map(({ id }) => id);
}

/** What is there since then, by the database's clock. */
const ageMs = `(extract(epoch FROM clock_timestamp() - created_at) * 1000)::float8 AS "ageMs"`;

/** An event whose deliveries are still to be made. */
export interface NewEvent {
  id: string;
  ageMs: number;
}

/**
 * The same, newest first.
 *
 * @param before only those before this one.
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

/** A delivery that was asked for by hand. */
export interface NewByHand extends NewEvent {
  webhookId: string;
}

/** Open deliveries that an owner asked for by hand, newest first. No event tells of them. */
export async function listNewByHand(limit: number, before?: string): Promise<NewByHand[]> {
  const { rows } = await sql.query<NewByHand>({
    name: "list_new_deliveries_by_hand",
    text: `SELECT id, webhook_id AS "webhookId", ${ageMs} FROM delivery
      WHERE due_at IS NOT NULL AND ${isByHandSql} AND id < coalesce($2::uuid, '${lastId}') ORDER BY id DESC LIMIT $1`,
    values: [limit, before ?? null],
  });
  return rows;
}

/** Those of some events (uuids) whose deliveries are still to be made. */
export async function listWaitingOf(eventIds: readonly string[]): Promise<string[]> {
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

/** A delivery that nobody has come for. */
interface OverdueDelivery {
  id: string;
  webhookId: string;
  dueAt: Date;
  /** How long it has been due, by the database's clock. */
  lateMs: number;
}

const mostOfOneWebhook = 100;
/** Of a webhook that was sent to within the last minute the others stand in line; lost is what is late by more than this. */
const lineMs = 600_000;

/**
 * Deliveries that nobody has come for though they have been due for so long: the oldest of each webhook, then the second
 * of each, and so on, so that endpoints that thousands wait for keep nobody else's out.
 */
export async function listOverdueDeliveries(limit: number, olderThanMs: number): Promise<OverdueDelivery[]> {
  const { rows } = await sql.query<OverdueDelivery>({
    name: "list_overdue_deliveries",
    text: `SELECT d.id, w.id AS "webhookId", d.due_at AS "dueAt",
        (extract(epoch FROM clock_timestamp() - d.due_at) * 1000)::float8 AS "lateMs"
      FROM webhook w JOIN webhook_lane lane ON lane.webhook_id = w.id CROSS JOIN LATERAL (
        SELECT id, due_at, row_number() OVER (ORDER BY due_at, id) AS place FROM delivery
        WHERE webhook_id = w.id AND activation = w.activation AND due_at <= clock_timestamp() -
            CASE WHEN lane.last_triggered_at > clock_timestamp() - interval '1 minute' THEN ${lineMs} ELSE $2 END * interval '1 ms'
        ORDER BY due_at, id LIMIT ${mostOfOneWebhook}) AS d
      WHERE w.is_active ORDER BY d.place, d.due_at, d.id LIMIT $1`,
    values: [limit, olderThanMs],
  });
  return rows;
}
