import type { Caller } from "@/lib/accounts/schema";
import { firstPosition, type Position } from "@/lib/platform/cursor";
import { type Executor, sql, type Transaction } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { dueAtOf, dueBy, isOwn, maxManualAttempts, statusOf } from "./queries.fragments";
import {
  type AttemptRecord,
  type DeliveryStatus,
  deliveryStatuses,
  type EventKind,
  eventKinds,
  type LogCounts,
  type LogFilter,
  type LogPlace,
  type LogStatus,
} from "./schema";

/** A delivery as lists show it. */
export interface DeliveryRow {
  id: string;
  /** The uuid of the event's row. */
  eventId: string;
  eventType: EventKind;
  status: DeliveryStatus;
  attempts: number;
  createdAt: Date;
  deliveredAt: Date | null;
  last: AttemptRecord | null;
  nextAttemptAt: Date | null;
  retryOf: string | null;
}

/** Of deliveries `d`, given their webhook's generation. A claimed one is due at the end of its lease, which isn't shown. */
const columnsFor = (generation: string) => `d.id, d.event_id AS "eventId", d.event_type AS "eventType",
  ${statusOf("d", generation)} AS status, d.attempts,
  d.created_at AS "createdAt", d.delivered_at AS "deliveredAt", d.log -> -1 AS last,
  CASE WHEN d.lease_token IS NULL THEN ${dueAtOf("d", generation)} END AS "nextAttemptAt", d.retry_of AS "retryOf"`;

export interface FullDeliveryRow extends DeliveryRow {
  log: AttemptRecord[];
  /** Null when its event is no longer kept. */
  body: string | null;
}

export async function findDelivery(
  executor: Executor,
  { accountId, environment }: Caller,
  { webhookId, id }: { webhookId: string; id: string },
): Promise<FullDeliveryRow | undefined> {
  const { rows } = await executor.query<FullDeliveryRow>({
    name: "select_delivery",
    text: `SELECT ${columnsFor("w.generation")}, d.log, event.body FROM webhook w JOIN delivery d ON d.webhook_id = w.id
      LEFT JOIN event ON event.id = d.event_id WHERE ${isOwn} AND w.id = $3 AND d.id = $4`,
    values: [accountId, environment, webhookId, id],
  });
  return rows[0];
}

export interface DeliverySelection {
  status?: DeliveryStatus | undefined;
  eventType?: EventKind | undefined;
}

/** The generation that webhook $1 is in, or was paused to. */
const currentGeneration = "(SELECT generation FROM webhook WHERE id = $1)";
const newestFirst = "ORDER BY created_at DESC, id DESC";

/**
 * Deliveries that a pause has cancelled though their rows are still open: a few, for a moment. With an OFFSET, without
 * which the planner may look for them in the order of a list, among all deliveries.
 */
const cancelledOf = (eventTypes: string) => `(SELECT created_at, id, status FROM delivery
  WHERE webhook_id = $1 AND due_at IS NOT NULL AND generation < ${currentGeneration} AND event_type = ANY(${eventTypes}::text[])
  OFFSET 0) AS past`;

/** All deliveries of webhook $1 from $3 on, at most $2: read from an index alone, however deep. */
const isBehind = "(created_at, id) < ($4::timestamptz, $5::uuid)";
const pageOfAll = `SELECT created_at, id FROM delivery WHERE webhook_id = $1 AND ${isBehind} ${newestFirst} LIMIT $2::int OFFSET $3::bigint`;

/** Likewise for some event types ($6) and statuses ($7): each pair of them is a range of one index, in the right order. */
function pageOfSome(status: DeliveryStatus | undefined): string {
  const firstRows = `${newestFirst} LIMIT $2::int + $3::bigint`;
  const isOpen = status === "pending" || status === "retrying";
  const condition = isOpen ? `AND generation = ${currentGeneration}` : "";
  const cancelled = `UNION ALL (SELECT created_at, id FROM ${cancelledOf("$6")} WHERE ${isBehind} ${firstRows})`;
  return `SELECT created_at, id FROM (
      SELECT range.* FROM unnest($6::text[]) AS kind(event_type) CROSS JOIN unnest($7::delivery_status[]) AS state(status)
        CROSS JOIN LATERAL (SELECT created_at, id FROM delivery
          WHERE webhook_id = $1 AND event_type = kind.event_type AND status = state.status AND ${isBehind} ${condition} ${firstRows}) AS range
      ${status === "cancelled" ? cancelled : ""}) AS ranges
    ${newestFirst} LIMIT $2::int OFFSET $3::bigint`;
}

/**
 * Deliveries of a webhook that the caller is known to own, the newest first. Reads only the rows of the page, by an array
 * of their ids: a join might read the deliveries of all webhooks.
 */
export async function listDeliveryRows(
  webhookId: string,
  {
    limit,
    offset = 0n,
    behind = firstPosition,
    status,
    eventType,
  }: DeliverySelection & { limit: number; offset?: bigint; behind?: Position },
): Promise<DeliveryRow[]> {
  const isAll = status === undefined && eventType === undefined;
  const types = eventType === undefined ? eventKinds : [eventType];
  const statuses = status === undefined ? deliveryStatuses : [status];
  const { rows } = await sql.query<DeliveryRow>(
    `SELECT ${columnsFor(currentGeneration)} FROM delivery d
     WHERE d.id = ANY(ARRAY(SELECT id FROM (${isAll ? pageOfAll : pageOfSome(status)}) AS page))
     ORDER BY d.created_at DESC, d.id DESC`,
    [webhookId, limit, offset, behind.at, behind.id, ...(isAll ? [] : [types, statuses])],
  );
  return rows;
}

const cancelledCount = `SELECT count(*)::int FROM ${cancelledOf("$2")}`;

/** What a pause has cancelled counts as cancelled, and no longer as what its rows still say. */
const corrections: Partial<Record<DeliveryStatus, string>> = {
  cancelled: `+ (${cancelledCount})`,
  pending: `- (${cancelledCount} WHERE status = $3)`,
  retrying: `- (${cancelledCount} WHERE status = $3)`,
};

/** How many deliveries of a webhook there are at one instant, from counts that were stored when they changed. */
export async function countDeliveries(
  webhookId: string,
  { status, eventType }: DeliverySelection,
): Promise<number> {
  const types = eventType === undefined ? eventKinds : [eventType];
  const { rows } = await sql.query<{ total: number }>(
    `SELECT (SELECT coalesce(sum(count), 0)::int FROM delivery_count
        WHERE webhook_id = $1 AND event_type = ANY($2::text[]) AND ($3::delivery_status IS NULL OR status = $3))
      ${(status && corrections[status]) ?? ""} AS total`,
    [webhookId, types, status ?? null],
  );
  return rows[0]?.total ?? 0;
}

/** A delivery that its owner asked for: one attempt, due at once. */
export interface ManualDelivery {
  webhookId: string;
  eventId: string;
  eventType: EventKind;
  retryOf?: string;
}

/** Inserts a delivery, which its webhook's queue can claim after the commit, and returns its id. Lock the webhook first. */
export async function insertManualDelivery(
  tx: Transaction,
  { webhookId, eventId, eventType, retryOf }: ManualDelivery,
): Promise<string> {
  const id = newId();
  await tx.query({
    name: "insert_delivery_by_hand",
    text: `INSERT INTO delivery (id, webhook_id, generation, event_id, event_type, status, max_attempts, due_at, retry_of)
      SELECT $1, id, generation, $3, $4, 'pending', ${maxManualAttempts}, now(), $5 FROM webhook WHERE id = $2`,
    values: [id, webhookId, eventId, eventType, retryOf ?? null],
  });
  await tx.query({
    name: "poke_queue_by_hand",
    text: `UPDATE webhook_queue AS l SET ${dueBy()}, event_count = event_count + 1 WHERE webhook_id = $1`,
    values: [webhookId],
  });
  return id;
}

/** Failed deliveries of one webhook, by when they were made; both instants are part of it. */
export interface FailedSpan {
  webhookId: string;
  since: Date;
  until: Date | null;
}

/**
 * Inserts a delivery by hand for each of the oldest failed ones that have none yet, so many at most; how many, and whether
 * there are more. Retries of failed deliveries in the span are left out, or calls would never end while all retries fail;
 * a retry is newer than its original, which is looked up by its id alone (OFFSET). Lock the webhook first.
 */
export async function insertRetries(
  tx: Transaction,
  { webhookId, since, until }: FailedSpan,
  most: number,
): Promise<{ retried: number; hasMore: boolean }> {
  const ids = Array.from({ length: most }, newId);
  // Two such calls come one after the other, so that none is sent again by both.
  await tx.query("SELECT FROM webhook_queue WHERE webhook_id = $1 FOR NO KEY UPDATE", [webhookId]);
  const { rows } = await tx.query<{ retried: number; hasMore: boolean }>({
    name: "insert_retries",
    text: `WITH found AS (
        SELECT d.id, d.event_id, d.event_type, row_number() OVER (ORDER BY d.created_at, d.id) AS place
        FROM unnest($4::text[]) AS kind(event_type) CROSS JOIN LATERAL (
          SELECT f.* FROM delivery f JOIN event ON event.id = f.event_id
          WHERE f.webhook_id = $1 AND f.event_type = kind.event_type AND f.status = 'failed'
            AND f.created_at >= $2 AND ($3::timestamptz IS NULL OR f.created_at <= $3)
            AND NOT EXISTS (SELECT FROM delivery r WHERE r.retry_of = f.id)
            AND NOT EXISTS (SELECT FROM delivery o WHERE o.id = f.retry_of AND o.status = 'failed' AND o.created_at >= $2 OFFSET 0)
          ORDER BY f.created_at, f.id LIMIT cardinality($5::uuid[]) + 1) AS d
      ), kept AS MATERIALIZED (
        SELECT event.id FROM event JOIN found ON found.event_id = event.id FOR KEY SHARE OF event
      ), made AS (
        INSERT INTO delivery (id, webhook_id, generation, event_id, event_type, status, max_attempts, due_at, retry_of)
        SELECT ($5::uuid[])[place], $1, generation, event_id, event_type, 'pending', ${maxManualAttempts}, now(), found.id
        FROM found CROSS JOIN webhook w
        WHERE w.id = $1 AND place <= cardinality($5::uuid[]) AND event_id IN (SELECT id FROM kept) RETURNING 1
      ), poked AS (
        UPDATE webhook_queue AS l SET ${dueBy()}, event_count = event_count + (SELECT count(*) FROM made)
        WHERE webhook_id = $1 AND EXISTS (SELECT FROM made))
      SELECT (SELECT count(*)::int FROM made) AS retried, (SELECT count(*) FROM found) > cardinality($5::uuid[]) AS "hasMore"`,
    values: [webhookId, since, until, eventKinds, ids],
  });
  return rows[0] ?? { retried: 0, hasMore: false };
}

/** Keeps an event from the cleanup until the commit; afterwards the delivery keeps it. False where it is deleted. */
export async function lockEvent(tx: Transaction, eventId: string): Promise<boolean> {
  const { rowCount } = await tx.query("SELECT FROM event WHERE id = $1 FOR KEY SHARE", [eventId]);
  return rowCount === 1;
}

export async function readDatabaseTime(executor: Executor): Promise<Date> {
  const { rows } = await executor.query<{ now: Date }>("SELECT now() AS now");
  return rows[0]?.now as Date;
}

/** A delivery in the log of all webhooks. */
export interface LoggedRow extends DeliveryRow {
  webhookId: string;
  webhookName: string;
  maxAttempts: number;
}

const logColumns = `${columnsFor("w.generation")}, w.id AS "webhookId", w.name AS "webhookName",
  d.max_attempts AS "maxAttempts"`;

/** Before the first delivery of a log. */
const top: LogPlace = { createdAt: "infinity", id: "ffffffff-ffff-ffff-ffff-ffffffffffff" };

const statusesOf: Record<LogStatus, readonly DeliveryStatus[]> = {
  all: deliveryStatuses,
  failed: ["failed"],
  waiting: ["pending", "retrying"],
};

/** Webhooks of the owner, all or the one of $3: ten at most, so that each is read by itself. */
const ownWebhooks = `(SELECT w.id, w.generation FROM webhook w WHERE ${isOwn} AND ($3::uuid IS NULL OR w.id = $3::uuid)
  OFFSET 0) AS chosen`;

/** As many of each webhook as the page may show, after the position of $4 and $5; read from an index alone. */
const logRange = (conditions: string) => `SELECT created_at, id FROM delivery
  WHERE webhook_id = chosen.id ${conditions} AND (created_at, id) < ($4::timestamptz, $5::uuid)
  ORDER BY created_at DESC, id DESC LIMIT $6::int`;

const allOfLog = `${ownWebhooks} CROSS JOIN LATERAL (${logRange("")}) AS found`;

/** For some event types ($7) and statuses ($8): each pair of them is a range of one index, in the right order. */
const someOfLog = (isOpen: boolean) => `${ownWebhooks}
  CROSS JOIN unnest($7::text[]) AS kind(event_type) CROSS JOIN unnest($8::delivery_status[]) AS state(status)
  CROSS JOIN LATERAL (${logRange(`AND event_type = kind.event_type AND status = state.status
    ${isOpen ? "AND generation = chosen.generation" : ""}`)}) AS found`;

/** Reads only the rows of the page, by an array of their ids: a join might read the deliveries of all webhooks. */
const logRows = (ids: string) => `SELECT ${logColumns} FROM delivery d JOIN webhook w ON w.id = d.webhook_id
  WHERE d.id = ANY(${ids}) AND ${isOwn} ORDER BY d.created_at DESC, d.id DESC`;

const logPage = (source: string) =>
  logRows(
    `ARRAY(SELECT id FROM (SELECT found.created_at, found.id FROM ${source}) AS page
      ORDER BY created_at DESC, id DESC LIMIT $6::int)`,
  );

const logStatements = {
  all: { name: "log_any", text: logPage(allOfLog) },
  finished: { name: "log_over", text: logPage(someOfLog(false)) },
  open: { name: "log_open", text: logPage(someOfLog(true)) },
};

type Owner = Pick<Caller, "accountId" | "environment">;

/** The newest deliveries of an environment that match a filter, at most `limit`, after a position of the log. */
export async function listLogRows(
  { accountId, environment }: Owner,
  { webhookId, eventType, status }: LogFilter,
  { after = top, limit }: { after?: LogPlace | undefined; limit: number },
): Promise<LoggedRow[]> {
  const isAll = eventType === null && status === "all";
  const statement = isAll
    ? logStatements.all
    : status === "waiting"
      ? logStatements.open
      : logStatements.finished;
  const types = eventType === null ? eventKinds : [eventType];
  const { rows } = await sql.query<LoggedRow>({
    ...statement,
    values: [
      accountId,
      environment,
      webhookId,
      after.createdAt,
      after.id,
      limit,
      ...(isAll ? [] : [types, statusesOf[status]]),
    ],
  });
  return rows;
}

/** Deliveries of an environment by their ids; ids of other accounts are left out. */
export async function listLogRowsById(
  { accountId, environment }: Owner,
  ids: readonly string[],
): Promise<LoggedRow[]> {
  const { rows } = await sql.query<LoggedRow>({
    name: "log_by_ids",
    text: logRows("$3::uuid[]"),
    values: [accountId, environment, ids],
  });
  return rows;
}

/** How many deliveries failed and how many wait, of the webhook and event type of a filter, from stored counts. */
export async function countLogRows(
  { accountId, environment }: Owner,
  { webhookId, eventType }: Omit<LogFilter, "status">,
): Promise<LogCounts> {
  const { rows } = await sql.query<LogCounts>({
    name: "count_log",
    text: `SELECT coalesce(sum(tally.failed), 0)::int AS failed, coalesce(sum(tally.waiting - over.count), 0)::int AS waiting
      FROM ${ownWebhooks}
      CROSS JOIN LATERAL (SELECT coalesce(sum(count) FILTER (WHERE status = 'failed'), 0) AS failed,
          coalesce(sum(count) FILTER (WHERE status IN ('pending', 'retrying')), 0) AS waiting
        FROM delivery_count WHERE webhook_id = chosen.id AND event_type = ANY($4::text[])) AS tally
      CROSS JOIN LATERAL (SELECT count(*) AS count FROM (SELECT event_type FROM delivery WHERE webhook_id = chosen.id
          AND due_at IS NOT NULL AND generation < chosen.generation OFFSET 0) AS past
        WHERE event_type = ANY($4::text[])) AS over`,
    values: [accountId, environment, webhookId, eventType === null ? eventKinds : [eventType]],
  });
  return rows[0] ?? { failed: 0, waiting: 0 };
}

/** A delivery of the log with its attempts and what its webhook signs with. */
export interface OpenedRow extends LoggedRow {
  log: AttemptRecord[];
  body: string | null;
  url: string;
  isWebhookActive: boolean;
  headerNames: string[];
  webhookCreatedAt: Date;
  webhookUpdatedAt: Date;
  secret: Buffer;
  previousSecret: Buffer | null;
  previousSecretUntil: Date | null;
}

export async function findLogRow(
  { accountId, environment }: Owner,
  id: string,
): Promise<OpenedRow | undefined> {
  const { rows } = await sql.query<OpenedRow>({
    name: "open_log_delivery",
    text: `SELECT ${logColumns}, d.log, event.body, w.url, w.is_active AS "isWebhookActive", w.header_names AS "headerNames",
        w.created_at AS "webhookCreatedAt", w.updated_at AS "webhookUpdatedAt",
        w.secret, w.previous_secret AS "previousSecret", w.previous_secret_until AS "previousSecretUntil"
      FROM delivery d JOIN webhook w ON w.id = d.webhook_id LEFT JOIN event ON event.id = d.event_id
      WHERE d.id = $3 AND ${isOwn}`,
    values: [accountId, environment, id],
  });
  return rows[0];
}
